import { judgePlay } from '../judge/judge-move.ts';
import type { FormedWord, HeldTiles, JudgingTerms } from '../judge/judgement.ts';
import type { Position } from '../judge/position.ts';
import type { Placement } from '../wire/messages.ts';
import type { KeptTiles } from './leaves.ts';
import type { FoundPlay } from './search-plays.ts';

/** A legal play with what it forms. */
export interface RankedPlay {
  readonly placements: readonly Placement[];
  readonly points: number;
  /** The main word first. */
  readonly words: readonly FormedWord[];
  /** What counts beside its points, in thousandths of a point: mostly the tiles that it keeps. 0 where they do not count. */
  readonly leave: number;
}

/** Of a point: worths are whole numbers. */
export const THOUSANDTHS = 1000;

/** A play with what it keeps, in thousandths of a point. */
export function worthOf({ points, leave }: Pick<RankedPlay, 'points' | 'leave'>): number {
  return THOUSANDTHS * points + leave;
}

/** What plays are ranked for. */
interface Situation {
  readonly terms: JudgingTerms;
  readonly position: Position;
  readonly held: HeldTiles;
}

/**
 * The plays with the most points of those that it is shown, or that are worth most with what they keep: no more than so many, the
 * best first. Of several that are worth as much the one that lays the fewest tiles, of these the first by its words and place: the order in which they are found says nothing.
 */
export class RankedPlays {
  readonly plays: RankedPlay[] = [];
  readonly #situation: Situation;
  readonly #most: number;
  readonly #kept: Pick<KeptTiles, 'after' | 'most'> | undefined;

  /** Without `kept`, points alone count. */
  constructor(situation: Situation, most: number, kept?: Pick<KeptTiles, 'after' | 'most'>) {
    if (!(most >= 1)) throw new RangeError(`RankedPlays: expected a number of plays from 1; got ${most}`);
    this.#situation = situation;
    this.#most = most;
    this.#kept = kept;
  }

  /** In points: what a play must be worth at least to be among them. */
  get least(): number {
    if (this.plays.length < this.#most) return Number.NEGATIVE_INFINITY;
    return Math.ceil(worthOf(this.plays.at(-1)!) / THOUSANDTHS);
  }

  /** In points, by how many tiles are laid: what a play can be worth at most beside its points. */
  get beside(): readonly number[] {
    return (this.#kept?.most ?? []).map((most) => Math.ceil(most / THOUSANDTHS));
  }

  look(found: FoundPlay): void {
    const { least } = this;
    if (!this.#kept && found.points !== undefined && found.points < least) return;
    const { terms, position, held } = this.#situation;
    const placements = found.placements();
    const leave = this.#kept?.after(placements) ?? 0;
    if (found.points !== undefined && worthOf({ points: found.points, leave }) < THOUSANDTHS * (least - 1))
      return;
    const judgement = judgePlay(terms, position, held, placements);
    if (!judgement.legal) return;
    const { words, points } = judgement;
    this.#add({ placements, points, words, leave });
  }

  #add(play: RankedPlay): void {
    const after = this.plays.findIndex((other) => isBefore(play, other));
    if (after === -1) this.plays.push(play);
    else this.plays.splice(after, 0, play);
    if (this.plays.length > this.#most) this.plays.pop();
  }
}

function isBefore(one: RankedPlay, other: RankedPlay): boolean {
  const more = worthOf(one) - worthOf(other);
  if (more !== 0) return more > 0;
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
