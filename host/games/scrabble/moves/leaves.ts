import { judgeChange } from '../judge/judge-move.ts';
import type { HeldTiles, JudgingTerms } from '../judge/judgement.ts';
import { BLANK, type RackLetters, rackLetters } from '../tiles/bag.ts';
import type { TileSet } from '../tiles/tile-set.ts';
import type { Placement } from '../wire/messages.ts';
import type { LeaveTable } from './leave-table.ts';
import { madeTable } from './made-table.ts';

/** What tiles are worth that are kept after a move, in hundredths of a point: more or less than no tiles at all. */
export interface LeaveValues {
  of(kept: HeldTiles): number;
  /** Of each part of these tiles; none where there are too many to work them all out. */
  parts(held: HeldTiles): LeaveParts | undefined;
}

export interface LeaveParts {
  /** What is kept of them without these. */
  without(ids: Iterable<number>): number;
  /** By how many are not kept: the most that the others are worth. */
  readonly most: readonly number[];
  /** The part that is worth most, of all but the whole. */
  readonly best: { readonly kept: HeldTiles; readonly value: number };
}

export const VOWELS = 'AEIOU';
/** The table knows of so many tiles that are kept together. */
export const MOST_KEPT = 6;
const MOST_PARTS = 20_000;

/** By a table that comes from many games; letters that it does not know are worth nothing. */
export function leaveValues(tiles: TileSet, table: LeaveTable = madeTable): LeaveValues {
  const letters = rackLetters(tiles);
  const parts = (held: HeldTiles) => {
    const kinds = [...held].filter(([, count]) => count > 0);
    const number = kinds.reduce((product, [, count]) => product * (count + 1), 1);
    return number > MOST_PARTS ? undefined : new Parts(kinds, number, letters, table);
  };
  return {
    of(kept) {
      const known = parts(kept);
      if (!known) throw new RangeError(`expected fewer kinds of tiles; got ${kept.size}`);
      return known.without([]);
    },
    parts,
  };
}

/** Each part has a number: read in digits, it says how many are kept of each kind. */
class Parts implements LeaveParts {
  readonly #kinds: readonly (readonly [id: number, count: number])[];
  /** By id: by how much the number of a part is larger with one more of them. */
  readonly #steps = new Map<number, number>();
  readonly #values: Int32Array;
  readonly most: readonly number[];

  constructor(
    kinds: readonly (readonly [number, number])[],
    number: number,
    letters: RackLetters,
    { copies, balance, withQ }: LeaveTable,
  ) {
    this.#kinds = kinds;
    this.#values = new Int32Array(number);
    const all = kinds.reduce((sum, [, count]) => sum + count, 0);
    const most = Array<number>(all + 1).fill(Number.NEGATIVE_INFINITY);
    /** Of each part how many it has, the sum over its letters, how many vowels and other letters, and whether Q and U. */
    const sizes = new Uint16Array(number);
    const sums = new Int32Array(number);
    const vowels = new Uint16Array(number);
    const others = new Uint16Array(number);
    const ofQ = new Uint8Array(number);
    let step = 1;
    for (const [id, count] of kinds) {
      this.#steps.set(id, step);
      const letter = letters.get(id);
      const values = letter === undefined ? undefined : copies[letter];
      const isVowel = values !== undefined && VOWELS.includes(letter!);
      const isOther = values !== undefined && !isVowel && letter !== BLANK;
      const q = letter === 'Q' ? 1 : letter === 'U' ? 2 : 0;
      for (let part = step; part < step * (count + 1); part++) {
        const before = part - step;
        sizes[part] = sizes[before]! + 1;
        sums[part] = sums[before]! + (values?.[Math.floor(before / step)] ?? 0);
        vowels[part] = vowels[before]! + Number(isVowel);
        others[part] = others[before]! + Number(isOther);
        ofQ[part] = ofQ[before]! | q;
      }
      step *= count + 1;
    }
    for (let part = 0; part < number; part++) {
      const row = balance[Math.min(vowels[part]!, MOST_KEPT)]!;
      const together = ofQ[part] === 3 ? withQ : 0;
      const value = sums[part]! + row[Math.min(others[part]!, row.length - 1)]! + together;
      this.#values[part] = value;
      const left = all - sizes[part]!;
      most[left] = Math.max(most[left]!, value);
    }
    this.most = most;
  }

  without(ids: Iterable<number>): number {
    let part = this.#values.length - 1;
    for (const id of ids) part -= this.#steps.get(id) ?? 0;
    return this.#values[Math.max(0, part)]!;
  }

  get best() {
    let [best, value] = [0, 0];
    for (let part = 0; part < this.#values.length - 1; part++)
      if (this.#values[part]! > value) [best, value] = [part, this.#values[part]!];
    const kept = new Map<number, number>();
    for (const [id, count] of this.#kinds) {
      const some = Math.floor(best / this.#steps.get(id)!) % (count + 1);
      if (some > 0) kept.set(id, some);
    }
    return { kept, value };
  }
}

/** What the tiles are worth that a move keeps, in hundredths of a point. */
export interface KeptTiles {
  after(laid: readonly Pick<Placement, 'id'>[]): number;
  /** By how many tiles are laid: the most that it can be. */
  readonly most: readonly number[];
  /** The best change of tiles that the rules allow, and what the tiles are worth that it keeps. */
  readonly change: { readonly ids: readonly number[]; readonly worth: number } | undefined;
}

/**
 * Of a turn with so many tiles in the bag. Without any, what is kept brings nothing; and of a very large hand it is not known.
 */
export function keptTiles(
  { terms, held }: { readonly terms: JudgingTerms; readonly held: HeldTiles },
  inBag: number,
): KeptTiles {
  const parts = inBag > 0 ? leaveValues(terms.tiles).parts(held) : undefined;
  if (!parts) return { after: () => 0, most: [], change: undefined };
  const { best } = parts;
  return {
    after: (laid) => parts.without(laid.map(({ id }) => id)),
    most: parts.most,
    get change() {
      const ids = [...without(held, best.kept)].flatMap(([id, count]) => Array<number>(count).fill(id));
      return judgeChange(terms, held, inBag, ids).length === 0 ? { ids, worth: best.value } : undefined;
    },
  };
}

function without(held: HeldTiles, gone: HeldTiles): HeldTiles {
  const left = new Map<number, number>();
  for (const [id, count] of held) {
    const some = count - (gone.get(id) ?? 0);
    if (some > 0) left.set(id, some);
  }
  return left;
}
