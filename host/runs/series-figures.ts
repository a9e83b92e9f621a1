import type { PlayerResult, Result } from '../events/result.ts';
import { bestMoveOf } from '../games/kit/score-figures.ts';
import { wilson } from '../statistics/proportion.ts';

/** Of one player over a series. None of a figure: there was nothing to count. */
export interface PlayerFigures {
  /** Of the figure that the game is about, such as its points. */
  readonly mean: number | undefined;
  /** The standard deviation; none of a single game. */
  readonly deviation: number | undefined;
  readonly pointsPerMove: number | undefined;
  /** Of thinking, for each of its answers. */
  readonly msPerAnswer: number | undefined;
}

export interface BestMove {
  readonly word: string;
  readonly points: number;
  /** Whose, by its place on the command line. */
  readonly entry: number;
  /** Its number in the series. */
  readonly game: number;
}

/** Of the games in which somebody had the first turn, those that this player has won; a draw is half of one. */
export interface BeginnerShare {
  readonly games: number;
  readonly won: number;
  readonly share: number;
  /** The interval of 95 %. */
  readonly low: number;
  readonly high: number;
}

interface Sums {
  games: number;
  /** Of the figure, and of its squares less the first one, so that nothing is lost by rounding. */
  sum: number;
  squares: number;
  first: number;
  points: number;
  moves: number;
  thinkMs: number;
  answers: number;
}

/** What a series tells besides who has won: grows game by game, and keeps none of them. */
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

  /** By entry. */
  get players(): readonly PlayerFigures[] {
    return this.#sums.map(figuresOf);
  }

  /** None where nobody has a first turn. */
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
