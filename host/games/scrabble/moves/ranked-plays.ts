import { judgePlay } from '../judge/judge-play.ts';
import type { FormedWord, HeldTiles, JudgingTerms } from '../judge/judgement.ts';
import type { Position } from '../judge/position.ts';
import type { Placement } from '../wire/messages.ts';
import type { FoundPlay } from './search-plays.ts';

/** A legal play with what it forms. */
export interface RankedPlay {
  readonly placements: readonly Placement[];
  readonly points: number;
  /** The main word first. */
  readonly words: readonly FormedWord[];
}

/** What plays are ranked for. */
interface Situation {
  readonly terms: JudgingTerms;
  readonly position: Position;
  readonly held: HeldTiles;
}

/**
 * The plays with the most points of those that it is shown, no more than so many, the best first. Of several with as many points the
 * one that lays the fewest tiles, of these the first by its words and place: the order in which they are found says nothing.
 */
export class RankedPlays {
  readonly plays: RankedPlay[] = [];
  readonly #situation: Situation;
  readonly #most: number;

  constructor(situation: Situation, most: number) {
    this.#situation = situation;
    this.#most = most;
  }

  /** What a play must bring at least to be among them. */
  get least(): number {
    return this.plays.length < this.#most ? Number.NEGATIVE_INFINITY : this.plays.at(-1)!.points;
  }

  look(found: FoundPlay): void {
    if (found.points !== undefined && found.points < this.least) return;
    const { terms, position, held } = this.#situation;
    const placements = found.placements();
    const judgement = judgePlay(terms, position, held, placements);
    if (!judgement.legal || judgement.points < this.least) return;
    const { words, points } = judgement;
    this.#add({ placements, points, words });
  }

  #add(play: RankedPlay): void {
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
function textOf({ words, placements }: RankedPlay): string {
  const letters = words.map((word) => word.letters);
  const [{ x, y, direction } = { x: 0, y: 0, direction: 'across' }] = words;
  const places = placements.map(({ x, y, id, letter }) => [x, y, id, letter].join());
  return [...letters, `${direction} from ${x}, ${y}`, ...places].join(' ');
}
