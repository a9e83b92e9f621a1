import { judgePlay } from '../judge/judge-move.ts';
import type { FormedWord, HeldTiles, JudgingTerms } from '../judge/judgement.ts';
import type { Position } from '../judge/position.ts';
import type { Placement } from '../wire/messages.ts';
import type { KeptTiles } from './leaves.ts';
import type { FoundPlay } from './search-plays.ts';

export interface RankedPlay {
  readonly placements: readonly Placement[];
  readonly points: number;
  readonly words: readonly FormedWord[];
  /** Thousandths of a point beside its points, mostly the leave. 0 if it does not count. */
  readonly leave: number;
}

/** Worths are whole numbers. */
export const THOUSANDTHS = 1000;

/** Points with the leave, in thousandths. */
export function worthOf({ points, leave }: Pick<RankedPlay, 'points' | 'leave'>): number {
  return THOUSANDTHS * points + leave;
}

interface Situation {
  readonly terms: JudgingTerms;
  readonly position: Position;
  readonly held: HeldTiles;
}

/** The best plays first, at most `most`. Ties do not depend on the order of the search. */
export class RankedPlays {
  readonly plays: RankedPlay[] = [];
  readonly #situation: Situation;
  readonly #most: number;
  readonly #kept: Pick<KeptTiles, 'after' | 'most'> | undefined;
  /** Signs of letters by their order in the tiles, so that ties are the same with permuted letters. */
  readonly #signs = new Map<string, string>();

  /** Without `kept`, only points count. */
  constructor(situation: Situation, most: number, kept?: Pick<KeptTiles, 'after' | 'most'>) {
    if (!(most >= 1)) throw new RangeError(`RankedPlays: expected a number of plays from 1; got ${most}`);
    this.#situation = situation;
    this.#most = most;
    this.#kept = kept;
    for (const { letter } of situation.terms.tiles.tiles.flatMap(({ faces }) => faces))
      if (!this.#signs.has(letter))
        this.#signs.set(letter, String.fromCodePoint(FIRST_SIGN + this.#signs.size));
  }

  /** The points that a play must be worth at least. */
  get least(): number {
    if (this.plays.length < this.#most) return Number.NEGATIVE_INFINITY;
    return Math.ceil(worthOf(this.plays.at(-1)!) / THOUSANDTHS);
  }

  /** The most points that can count beside those of a play, by laid tiles. */
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
    const after = this.plays.findIndex((other) => isBefore(play, other, this.#signs));
    if (after === -1) this.plays.push(play);
    else this.plays.splice(after, 0, play);
    if (this.plays.length > this.#most) this.plays.pop();
  }
}

const FIRST_SIGN = 65;

type Signs = ReadonlyMap<string, string>;

function isBefore(one: RankedPlay, other: RankedPlay, signs: Signs): boolean {
  const more = worthOf(one) - worthOf(other);
  if (more !== 0) return more > 0;
  if (one.placements.length !== other.placements.length)
    return one.placements.length < other.placements.length;
  return textOf(one, signs) < textOf(other, signs);
}

/** Unique for each play. */
function textOf({ words, placements }: RankedPlay, signs: Signs): string {
  const sign = (letter: string) => signs.get(letter) ?? letter;
  const letters = words.map((word) => Array.from(word.letters, sign).join(''));
  const [{ x, y, direction } = { x: 0, y: 0, direction: 'across' }] = words;
  const places = placements.map(({ x, y, id, letter }) => [x, y, id, sign(letter)].join());
  return [...letters, `${direction} from ${x}, ${y}`, ...places].join(' ');
}
