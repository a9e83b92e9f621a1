import type { Result } from '../../events/result.ts';
import type { CommonReason } from '../../games/kit/verdict.ts';
import { scrabble } from '../../games/scrabble/scrabble.ts';
import { TournamentFold, type TournamentReport } from '../../tournament/report.ts';
import type { ReportedTournament } from '../../views/tournament/report-words.ts';
import type { FinishedGame } from './store.ts';

const VOID: CommonReason = 'host-failed';
/** Of the newest games. */
const MOST_GAMES = 5_000;
const FIRST_ROUNDS = 8;

/** What the games between some bots have come to, by the report of a tournament: a round robin, whose rounds go on. */
export class LeagueTable {
  /** By id, what they are called. */
  readonly #names: ReadonlyMap<number, string>;
  #games: FinishedGame[] = [];
  #fold: TournamentFold;
  /** Of the schedule: numbers of games that are not played, by the players of the first seat and the second. */
  #open = new Map<string, number[]>();
  /** By the number in the schedule. */
  #ids = new Map<number, number>();
  #rounds = FIRST_ROUNDS;

  constructor(names: ReadonlyMap<number, string>) {
    this.#names = names;
    this.#fold = this.#emptyFold();
  }

  /** Void games and those with other bots do not count. */
  take(game: FinishedGame): void {
    const isVoid = game.result.reason === VOID;
    if (isVoid || !game.bots.every((bot) => this.#names.has(bot))) return;
    this.#games.push(game);
    if (this.#games.length > 2 * MOST_GAMES) {
      this.#games = this.#games.slice(-MOST_GAMES);
      this.#recount();
    } else if (!this.#count(game)) {
      this.#rounds *= 2;
      this.#recount();
    }
  }

  get report(): TournamentReport {
    const report = this.#fold.report();
    const bad = report.bad.map((each) => ({ ...each, number: this.#ids.get(each.number)! }));
    return { ...report, planned: report.games, bad: bad.sort((one, other) => one.number - other.number) };
  }

  /** `gameAddress`: by the number of a game in this league. */
  reported(gameAddress: (number: number) => string): ReportedTournament {
    return {
      report: this.report,
      words: scrabble,
      games: this.#games.map(({ id, result }) => ({ number: id, result })),
      replayCommand: () => undefined,
      badGame: () => undefined,
      gameAddress,
      shown: new Map(),
    };
  }

  #recount(): void {
    this.#fold = this.#emptyFold();
    for (const game of this.#games) {
      while (!this.#count(game)) {
        this.#rounds *= 2;
        this.#recount();
        return;
      }
    }
  }

  /** False: there are no such games in the schedule any more. */
  #count({ id, bots, result }: FinishedGame): boolean {
    const places = bots.map((bot) => this.#placeOf(bot));
    const number = this.#open.get(places.join(' '))?.shift();
    if (number === undefined) return false;
    this.#ids.set(number, id);
    this.#fold.take(number, withEntries(result, places));
    return true;
  }

  #placeOf(bot: number): number {
    return [...this.#names.keys()].indexOf(bot);
  }

  #emptyFold(): TournamentFold {
    const players = [...this.#names.values()];
    const format = {
      kind: 'round-robin',
      rounds: this.#rounds,
      seats: 2,
      mirrored: false,
      heroes: 1,
      games: 1,
    } as const;
    const entrants = { versions: [{ players: players.length, format }], from: players.map(() => 1) };
    const fold = new TournamentFold({
      ...{
        name: 'Web bots',
        game: scrabble.name,
        seed: 'random for each game',
        players,
        entrants,
        offender: 'lose',
      },
    });
    this.#open = new Map();
    this.#ids = new Map();
    for (const { number, players } of fold.schedule.due()) {
      const key = players.join(' ');
      this.#open.set(key, [...(this.#open.get(key) ?? []), number]);
    }
    return fold;
  }
}

/** In the schedule each bot is a player of its own, wherever it sits. */
function withEntries(result: Result, places: readonly number[]): Result {
  const players = result.players.map((player, index) => ({ ...player, entry: places[index]! + 1 }));
  return { ...result, players };
}
