import { PlayerWarnings } from '../../events/player-warnings.ts';
import type { PlayerResult, Result } from '../../events/result.ts';
import type { AnyGame } from '../../games/game.ts';
import { bestMoveOf } from '../../games/kit/scores.ts';
import { wilson } from '../../statistics/proportion.ts';
import { comesAgain, type RunGame } from '../experiment.ts';
import { InOrder } from '../game-queue.ts';
import { statusOf } from '../play-game.ts';
import type { Fold } from '../run.ts';
import { type Requirement, RequirementCheck } from './requirement.ts';

interface Counted {
  readonly game: AnyGame;
  /** The list is in the order of entries. */
  readonly names: readonly string[];
  readonly requirements: readonly Requirement[];
  readonly requireBatch: boolean;
}

/** Folds a series game by game, and keeps no game. */
export class SeriesFold implements Fold {
  readonly standings: Standings;
  readonly figures: SeriesFigures;
  readonly warnings = new PlayerWarnings();
  readonly #check: RequirementCheck;
  readonly #requireBatch: boolean;
  /** Figures that depend on the order of games must not depend on which game ended first. */
  readonly #order = new InOrder<RunGame>();
  #status: 0 | 1 = 0;
  #games = 0;

  constructor({ game, names, requirements, requireBatch }: Counted) {
    this.standings = new Standings(names);
    this.figures = new SeriesFigures(names.length, mainFigure(game));
    this.#check = new RequirementCheck(requirements);
    this.#requireBatch = requireBatch;
  }

  take(played: RunGame): void {
    for (const due of this.#order.take(played.game, played, !comesAgain(played))) this.#takeInOrder(due);
    if (comesAgain(played)) return;
    this.#games++;
    if ('failure' in played) return;
    const { result } = played.report;
    this.standings.add(result);
    if (statusOf(result, this.#requireBatch) !== 0) this.#status = 1;
  }

  #takeInOrder(played: RunGame): void {
    if ('failure' in played || played.again) return;
    this.figures.add(played.game, played.report.result);
    this.warnings.take(played.game, played.report.result);
    this.#check.add(played.report.result, played.game);
  }

  /** Counts games that are over, also void and interrupted ones. */
  get games(): number {
    return this.#games;
  }

  get requirements(): Pick<RequirementCheck, 'outcomes' | 'broken'> {
    return this.#check;
  }

  /** The exit status of a series that was played to its end. */
  get status(): 0 | 1 {
    return this.#check.broken().length > 0 ? 1 : this.#status;
  }
}

/** The figure whose mean a series reports: points, or the first that the game counts. */
function mainFigure({ figures }: AnyGame): string {
  return Object.hasOwn(figures, 'score') ? 'score' : Object.keys(figures)[0]!;
}

/** The figures of a player in a series. A figure is undefined if there was nothing to count. */
interface PlayerFigures {
  /** The mean of the main figure of the game, such as its points. */
  readonly mean: number | undefined;
  /** The standard deviation; none of a single game. */
  readonly deviation: number | undefined;
  readonly pointsPerMove: number | undefined;
  /** The mean time of an answer. */
  readonly msPerAnswer: number | undefined;
}

interface BestMove {
  readonly word: string;
  readonly points: number;
  /** The player's number on the command line. */
  readonly entry: number;
  /** The number of the game in the series. */
  readonly game: number;
}

/** The share that the player with the first turn won. A draw counts half. */
interface BeginnerShare {
  readonly games: number;
  readonly won: number;
  readonly share: number;
  /** The interval of 95 %. */
  readonly low: number;
  readonly high: number;
}

interface Sums {
  games: number;
  /** Sums of the figure and of its squares, less the first value, so that rounding loses nothing. */
  sum: number;
  squares: number;
  first: number;
  points: number;
  moves: number;
  thinkMs: number;
  answers: number;
}

/** Folds the figures of a series besides wins, and keeps no game. */
export class SeriesFigures {
  /** The field of a player's result whose mean is told. */
  readonly figure: string;
  readonly #sums: readonly Sums[];
  #begun = 0;
  #wonByBeginner = 0;
  #best: BestMove | undefined;

  constructor(entries: number, figure: string) {
    this.figure = figure;
    this.#sums = Array.from({ length: entries }, () => {
      return { games: 0, sum: 0, squares: 0, first: 0, points: 0, moves: 0, thinkMs: 0, answers: 0 };
    });
  }

  /** The list is in the order of entries. */
  get players(): readonly PlayerFigures[] {
    return this.#sums.map(figuresOf);
  }

  /** Undefined if nobody has a first turn. */
  get beginner(): BeginnerShare | undefined {
    const [games, won] = [this.#begun, this.#wonByBeginner];
    return games === 0 ? undefined : { games, won, share: won / games, ...wilson(won, games) };
  }

  get best(): BestMove | undefined {
    return this.#best;
  }

  /** A game that was interrupted says nothing about anybody. */
  add(game: number, result: Result): void {
    if (result.reason === 'interrupted') return;
    for (const player of result.players) this.#add(player);
    this.#addBeginner(result);
    const best = bestMoveOf(result);
    if (best === undefined || best.points <= (this.#best?.points ?? 0)) return;
    const { entry } = result.players[best.seat - 1]!;
    this.#best = { word: best.word, points: best.points, entry, game };
  }

  #add(player: PlayerResult): void {
    const sums = this.#sums[player.entry - 1]!;
    const { score, moves, thinkMs, answers, [this.figure]: figure } = player;
    if (typeof figure === 'number') addTo(sums, figure);
    if (typeof score === 'number' && typeof moves === 'number') {
      sums.points += score;
      sums.moves += moves;
    }
    sums.thinkMs += thinkMs;
    sums.answers += answers ?? 0;
  }

  #addBeginner({ began, players }: Result): void {
    const outcome = began === undefined ? undefined : players[began - 1]!.outcome;
    if (outcome === undefined) return;
    this.#begun++;
    if (outcome === 'won') this.#wonByBeginner++;
    if (outcome === 'draw') this.#wonByBeginner += 1 / 2;
  }
}

function addTo(sums: Sums, figure: number): void {
  if (sums.games++ === 0) sums.first = figure;
  sums.sum += figure - sums.first;
  sums.squares += (figure - sums.first) ** 2;
}

function figuresOf({ games, sum, squares, first, points, moves, thinkMs, answers }: Sums): PlayerFigures {
  const variance = games > 1 ? Math.max(0, squares - sum ** 2 / games) / (games - 1) : undefined;
  return {
    mean: games === 0 ? undefined : first + sum / games,
    deviation: variance === undefined ? undefined : Math.sqrt(variance),
    pointsPerMove: moves === 0 ? undefined : points / moves,
    msPerAnswer: answers === 0 ? undefined : thinkMs / answers,
  };
}

interface StandingsRow {
  readonly entry: number;
  readonly name: string;
  won: number;
  lost: number;
  drawn: number;
  /** The number of games in which it forfeited, failed, left or offended. */
  out: number;
}

/** The standings after so many games, without the games. */
export class Standings {
  readonly #players: StandingsRow[];
  #games = 0;

  constructor(names: readonly string[]) {
    this.#players = names.map((name, index) => ({
      entry: index + 1,
      name,
      won: 0,
      lost: 0,
      drawn: 0,
      out: 0,
    }));
  }

  get games(): number {
    return this.#games;
  }

  get players(): readonly Readonly<StandingsRow>[] {
    return this.#players;
  }

  /** A game that was interrupted says nothing about anybody. */
  add(result: Result): void {
    if (result.reason === 'interrupted') return;
    this.#games++;
    for (const { entry, outcome } of result.players) {
      const player = this.#players[entry - 1]!;
      if (outcome === 'won') player.won++;
      else if (outcome === 'draw') player.drawn++;
      else if (outcome === 'lost') player.lost++;
      else if (outcome !== 'unfinished') player.out++;
    }
  }
}
