import { seconds } from '../../core/units.ts';
import { droppedOut, errorsOf, type PlayerResult, type Result } from '../../events/result.ts';
import type { AnyGame } from '../../games/game.ts';
import type { Entry, MatchPlan } from '../../match/plan.ts';
import type { Experiment, RunGame } from '../../runs/experiment.ts';
import type { GameReport } from '../../runs/play-game.ts';
import type { Sink } from '../../runs/run.ts';
import { planOf, type TournamentRequest } from '../../runs/tournament.ts';
import type { Look } from '../../views/terminal/run-output.ts';
import { PlayerReports, turnLimitOf } from '../reports/game-notes.ts';

/** A game that takes longer is cut: the time of its turns is known by then. */
const LONGEST = seconds(10);
/** A player whose turns take longer on average is slow. */
const SLOW_TURN_MS = 1000;
/** A player that says nothing for so long before its game is cut may be in a loop. */
const STUCK_MS = 5000;
/** A player with fewer moves, all of them refused, may have had bad luck. */
const FEWEST_REFUSED = 3;

export const trialStates = ['ok', 'slow', 'broken'] as const;

/** The findings of one player's short game. */
export interface Trial {
  readonly entry: number;
  readonly name: string;
  readonly state: (typeof trialStates)[number];
  /** The mean of its turns; undefined in a game without turns, and where it had none. */
  readonly turnMs: number | undefined;
  /** An estimate: its time in one game, or the time of its game where all play at once. */
  readonly gameMs: number;
  /** The game was cut while it was in a turn, so that its time may be longer. */
  readonly isLeast: boolean;
  /** It failed, left or offended: with two players its games end with that. */
  readonly isOut: boolean;
}

/** A game as it was played, and how long it took with the start and the end of its players. */
interface TrialGame {
  readonly report: GameReport;
  readonly wallMs: number;
  /** The time limit of a game in which all play at once; undefined where there is none. */
  readonly roundMs: number | undefined;
}

/** Each player of a tournament in a short game against an opponent, which is always the same program. */
export class TrialGames implements Sink {
  readonly request: TournamentRequest;
  readonly #players: readonly Entry[];
  readonly #reports: PlayerReports;
  readonly #began = new Map<number, Pick<TrialGame, 'roundMs'> & { readonly at: number }>();
  readonly #games = new Map<number, TrialGame>();

  constructor(request: TournamentRequest, opponent: string) {
    const { entries, seats, limits } = request;
    const opponents = Array.from({ length: seats - 1 }, (_, index) => ({
      name: index === 0 ? opponent : `${opponent} #${index + 1}`,
      command: opponent,
    }));
    const gameTimeout = Math.min(limits.gameTimeout || LONGEST, LONGEST);
    this.#players = entries;
    this.request = {
      ...request,
      entries: [...entries, ...opponents],
      limits: { ...limits, gameTimeout },
      mirrored: false,
    };
    this.#reports = new PlayerReports(this.request);
  }

  get experiment(): Experiment {
    const { length } = this.#players;
    const { seats } = this.request;
    const others = Array.from({ length: seats - 1 }, (_, index) => length + index);
    let last = 0;
    return {
      next: () => (last < length ? ++last : undefined),
      plan: (number) => planOf(this.request, { number, players: [number - 1, ...others] }),
      overlap: false,
    };
  }

  begins(number: number, plan: MatchPlan): void {
    const roundMs = this.#pace === 'round' ? timeOfRound(plan) : undefined;
    this.#began.set(number, { at: performance.now(), roundMs });
  }

  take(played: RunGame): void {
    if (!('report' in played)) return;
    const { at, roundMs } = this.#began.get(played.game)!;
    this.#games.set(played.game, { report: played.report, wallMs: performance.now() - at, roundMs });
  }

  /** The report of each player that failed, left, offended or delayed the game. */
  faultsIn(report: GameReport, look: Look): readonly (readonly string[])[] {
    return [
      ...this.#reports.ofOffenders(report, look),
      ...this.#reports.ofSlow(this.#slowIn(report), report, look),
    ];
  }

  /** Players that held the game up. One that was cut in its turn did so only if it had been silent for long. */
  #slowIn(report: GameReport): readonly PlayerResult[] {
    const { result, seats } = report;
    return this.#reports.slowIn(report).filter(({ entry, seat, timeouts, silent }) => {
      if (entry > this.#players.length) return false;
      const { wroteAt = 0 } = seats[seat - 1]!.silence;
      const isStuck = result.ms - Math.max(0, wroteAt / 1e6) >= STUCK_MS;
      return this.#inTurns ? Number(timeouts) > 0 || isStuck : silent === true;
    });
  }

  /** The findings in the order of the players, without those whose game is void. */
  trials(): readonly Trial[] {
    return [...this.#games]
      .sort(([one], [other]) => one - other)
      .map(([entry, game]) => this.#trial(entry, game));
  }

  /** The mean time of these games with the start and the end of their players. `meetings`: the numbers of players, from 1. */
  secondsOfGame(meetings: Iterable<readonly number[]>): number | undefined {
    const trials = new Map(this.trials().map((trial) => [trial.entry, trial]));
    const around = median([...this.#games.values()].map((game) => this.#aroundMs(game))) ?? 0;
    let [games, sum] = [0, 0];
    for (const players of meetings) {
      const all = players.flatMap((entry) => trials.get(entry) ?? []);
      const first = players.length === 2 ? all.filter(({ isOut }) => isOut) : [];
      const times = (first.length > 0 ? first : all).map(({ gameMs }) => gameMs);
      if (times.length === 0) continue;
      games++;
      sum += around + this.#together(times);
    }
    return games === 0 ? undefined : sum / games / 1000;
  }

  get #inTurns(): boolean {
    return this.#pace === 'turns';
  }

  get #pace(): ReturnType<AnyGame['pace']> {
    return this.request.game.pace(this.request.options);
  }

  /** In turns the times add up. A race ends with its first player, a round with its last. */
  #together(times: readonly number[]): number {
    if (this.#inTurns) return times.reduce((sum, time) => sum + time, 0);
    return this.#pace === 'race' ? Math.min(...times) : Math.max(...times);
  }

  #aroundMs({ report: { result }, wallMs }: TrialGame): number {
    const played = this.#inTurns ? result.players.reduce((sum, { thinkMs }) => sum + thinkMs, 0) : result.ms;
    return Math.max(0, wallMs - played);
  }

  #trial(entry: number, game: TrialGame): Trial {
    const { report } = game;
    const player = report.result.players.find((each) => each.entry === entry)!;
    const { name, thinkMs, answers = 0, offence } = player;
    const turnMs = this.#inTurns && answers > 0 ? thinkMs / answers : undefined;
    const isLate = offence?.kind === 'time' || this.#slowIn(report).includes(player);
    const { refused } = player;
    const neverMoved =
      refused !== undefined && refused.of >= FEWEST_REFUSED && errorsOf(player) === refused.of;
    const isOut = droppedOut(player) && !isLate;
    const isSlow = isLate || (turnMs ?? 0) >= SLOW_TURN_MS;
    const isLeast = wasCut(report.result) && (this.#inTurns ? isLate : game.roundMs === undefined);
    return {
      entry,
      name,
      turnMs,
      isLeast,
      isOut,
      state: isOut || neverMoved ? 'broken' : isSlow ? 'slow' : 'ok',
      gameMs: this.#inTurns ? this.#thinkingOf(player, report, isLeast) : timeOf(game),
    };
  }

  /** A player that is out thinks no longer; one that was cut in a turn may never answer, until that costs it the game. */
  #thinkingOf(player: PlayerResult, report: GameReport, isCut: boolean): number {
    const { thinkMs, answers = 0, entry } = player;
    if (droppedOut(player)) return thinkMs;
    const turns = Math.max(this.#turnsOfGame(), answers);
    const { 'max-timeouts': most = Number.POSITIVE_INFINITY } = this.request.options;
    if (!isCut) return answers === 0 ? 0 : (thinkMs / answers) * turns;
    const limit = turnLimitOf(this.request, entry) ?? report.result.ms;
    return Math.max(thinkMs, limit * Math.max(1, Math.min(most as number, turns)));
  }

  /** The turns of one player in a whole game: of the games that came to an end, or else the most that anybody had. */
  #turnsOfGame(): number {
    const results = [...this.#games.values()].map(({ report }) => report.result);
    const turnsIn = ({ players }: Result) => Math.max(...players.map(({ answers = 0 }) => answers));
    const whole = results.filter((result) => !wasCut(result) && !result.players.some(droppedOut));
    return median(whole.map(turnsIn)) ?? Math.max(0, ...results.map(turnsIn));
  }
}

/** The rules are woken at the end of a round, if nobody says anything. */
function timeOfRound({ game, setup, players }: MatchPlan): number | undefined {
  const present = players.map(({ seat }) => ({ seat, dialect: undefined }));
  const alarm = game.alarm(game.open(game.prepare(setup), present, 0).state);
  return alarm === undefined ? undefined : alarm / 1e6;
}

function wasCut({ reason }: Result): boolean {
  return reason === 'game-timeout';
}

/** A round that nobody ends takes its whole time. */
function timeOf({ report: { result }, roundMs }: TrialGame): number {
  return wasCut(result) ? Math.max(result.ms, roundMs ?? 0) : result.ms;
}

function median(numbers: readonly number[]): number | undefined {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)];
}
