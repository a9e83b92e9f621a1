import { type Choice, type Chooser, judgePlay, type Placement, type Strategy } from 'wordhost/scrabble';

/** A legal play, as people read it. */
export interface RankedPlay {
  readonly placements: readonly Placement[];
  readonly points: number;
  /** The main word first. */
  readonly words: readonly string[];
  /** Where the main word begins, and how it runs. */
  readonly place: string;
}

/**
 * The play with the most points; of several the one that lays the fewest tiles, of these the first by its word and
 * place: the order in which they are found says nothing. `show` is told the best so many before each move.
 */
export function bestPlay(shown: number, show: (best: readonly RankedPlay[]) => void): Strategy {
  return (choice) => {
    const best = new Best(Math.max(1, shown));
    return chooserOf(choice, best, () => shown > 0 && show(best.plays));
  };
}

function chooserOf({ terms, position, held }: Choice, best: Best, show: () => void): Chooser {
  return {
    get least() {
      return best.least;
    },
    look(found) {
      if (found.points !== undefined && found.points < best.least) return;
      const placements = found.placements();
      const judgement = judgePlay(terms, position, held, placements);
      if (!judgement.legal || judgement.points < best.least) return;
      const { words, points } = judgement;
      const [{ x, y, direction } = { x: 0, y: 0, direction: 'across' }] = words;
      const place = `${direction} from ${x}, ${y}`;
      best.add({ placements, points, words: words.map(({ letters }) => letters), place });
    },
    chosen() {
      show();
      return best.plays[0]?.placements;
    },
  };
}

/** The best plays so far, no more than so many. */
class Best {
  readonly plays: RankedPlay[] = [];
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** What a play must bring at least to be among them. */
  get least(): number {
    return this.plays.length < this.#most ? Number.NEGATIVE_INFINITY : this.plays.at(-1)!.points;
  }

  add(play: RankedPlay): void {
    const after = this.plays.findIndex((other) => isBefore(play, other));
    if (after === -1) this.plays.push(play);
    else this.plays.splice(after, 0, play);
    if (this.plays.length > this.#most) this.plays.pop();
  }
}

function isBefore(one: RankedPlay, other: RankedPlay): boolean {
  if (one.points !== other.points) return one.points > other.points;
  if (one.placements.length !== other.placements.length)
    return one.placements.length < other.placements.length;
  return textOf(one) < textOf(other);
}

/** No two plays have the same. */
function textOf({ words, place, placements }: RankedPlay): string {
  return [...words, place, ...placements.map(({ x, y, id, letter }) => [x, y, id, letter].join())].join(' ');
}
