import { noSums, type Sums, withNumber } from '../statistics/margins.ts';
import type { GameBetweenTwo, OfBoth } from './game-between-two.ts';

/** How many pairs brought NEW 0, ½, 1, 1½ and 2 points. */
export type Pentanomial = readonly [number, number, number, number, number];

/** What many games between two players come to. */
export interface Counts {
  readonly won: number;
  readonly drawn: number;
  readonly lost: number;
  /** None where it is not known which games are pairs. */
  readonly pentanomial: Pentanomial | null;
  /** Of the points by which NEW has won pairs; none in a game without points. */
  readonly margins: Sums;
  readonly out: OfBoth<number>;
  readonly timeouts: OfBoth<number>;
}

/** Counts games as they come. Of a pair that is not whole, the game waits for the other. */
export class Counting {
  #won = 0;
  #drawn = 0;
  #lost = 0;
  readonly #pairs: [number, number, number, number, number] = [0, 0, 0, 0, 0];
  #margins = noSums;
  readonly #out: [number, number] = [0, 0];
  readonly #timeouts: [number, number] = [0, 0];
  readonly #waiting = new Map<string, GameBetweenTwo[]>();

  add(game: GameBetweenTwo): void {
    if (game.points === 1) this.#won++;
    else if (game.points === 0) this.#lost++;
    else this.#drawn++;
    for (const side of [0, 1] as const) {
      this.#out[side] += Number(game.out[side]);
      this.#timeouts[side] += game.timeouts[side];
    }
    const other = this.#otherHalf(game);
    if (other) this.#addPair(other, game);
  }

  /** None if it has not come: then this one waits. */
  #otherHalf(game: GameBetweenTwo): GameBetweenTwo | undefined {
    const waiting = this.#waiting.get(game.seed) ?? [];
    const other = waiting.find(({ seat }) => seat !== game.seat);
    const left = other ? waiting.filter((each) => each !== other) : [...waiting, game];
    if (left.length > 0) this.#waiting.set(game.seed, left);
    else this.#waiting.delete(game.seed);
    return other;
  }

  #addPair(first: GameBetweenTwo, second: GameBetweenTwo): void {
    const halves = (first.points + second.points) * 2;
    this.#pairs[halves as 0 | 1 | 2 | 3 | 4]++;
    if (first.margin === undefined || second.margin === undefined) return;
    this.#margins = withNumber(this.#margins, first.margin + second.margin);
  }

  /** Games whose other half has not come. */
  get waiting(): number {
    return [...this.#waiting.values()].reduce((sum, games) => sum + games.length, 0);
  }

  get counts(): Counts {
    const [none, half, one, more, two] = this.#pairs;
    return {
      won: this.#won,
      drawn: this.#drawn,
      lost: this.#lost,
      pentanomial: this.#pairs.some((count) => count > 0) ? [none, half, one, more, two] : null,
      margins: this.#margins,
      out: [this.#out[0], this.#out[1]],
      timeouts: [this.#timeouts[0], this.#timeouts[1]],
    };
  }
}

const untold = { margins: noSums, out: [0, 0], timeouts: [0, 0] } as const;

/** Counts that somebody has written down. Of pairs it is not known which of their draws and wins are which: none are told. */
export function countsOfPairs(pentanomial: Pentanomial): Counts {
  return { won: 0, drawn: 0, lost: 0, pentanomial, ...untold };
}

export function countsOfGames(won: number, drawn: number, lost: number): Counts {
  return { won, drawn, lost, pentanomial: null, ...untold };
}
