import type { KlvFile } from '../../../lexicon/formats/klv-file.ts';
import { judgeChange } from '../judge/judge-move.ts';
import type { HeldTiles, JudgingTerms } from '../judge/judgement.ts';
import { ambiguousLetter, BLANK, type RackLetters, rackLetters } from '../tiles/bag.ts';
import type { TileSet } from '../tiles/tile-set.ts';
import type { Placement } from '../wire/messages.ts';
import type { LeaveTable } from './leave-table.ts';
import { madeTable } from './made-table.ts';

/** Values of leaves in thousandths of a point, compared with no tiles. */
export interface LeaveValues {
  of(kept: HeldTiles): number;
  /** Values of all parts of a hand. Undefined for too many. */
  parts(held: HeldTiles): LeaveParts | undefined;
}

export interface LeaveParts {
  /** The value of the hand without these. */
  without(ids: Iterable<number>): number;
  /** The best value of a leave, by the number of other tiles. */
  readonly most: readonly number[];
  /** The best proper part. */
  readonly best: { readonly kept: HeldTiles; readonly value: number };
}

export const VOWELS = 'AEIOU';
/** The table covers leaves up to this size. */
export const MOST_KEPT = 6;
const MOST_PARTS = 20_000;

type Kinds = readonly (readonly [id: number, count: number])[];
/** A part has a number whose digits are the counts of its kinds. */
type PartValues = (kinds: Kinds, number: number) => Int32Array;

function leavesBy(valuesOf: PartValues): LeaveValues {
  const parts = (held: HeldTiles) => {
    const kinds = [...held].filter(([, count]) => count > 0);
    const number = kinds.reduce((product, [, count]) => product * (count + 1), 1);
    return number > MOST_PARTS ? undefined : new Parts(kinds, valuesOf(kinds, number));
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

/** The table has hundredths of a point. */
const TABLE_UNIT = 10;

/** A table from many games. Unknown letters are worth nothing. */
export function leaveValues(tiles: TileSet, table: LeaveTable = madeTable): LeaveValues {
  const letters = rackLetters(tiles);
  return leavesBy((kinds, number) => tableValues(kinds, number, letters, table));
}

function tableValues(
  kinds: Kinds,
  number: number,
  letters: RackLetters,
  { copies, balance, withQ }: LeaveTable,
): Int32Array {
  /** The sum over letters, the numbers of vowels and consonants, and Q and U. */
  const sums = new Int32Array(number);
  const vowels = new Uint16Array(number);
  const others = new Uint16Array(number);
  const ofQ = new Uint8Array(number);
  let step = 1;
  for (const [id, count] of kinds) {
    const letter = letters.get(id);
    const values = letter === undefined ? undefined : copies[letter];
    const isVowel = values !== undefined && VOWELS.includes(letter!);
    const isOther = values !== undefined && !isVowel && letter !== BLANK;
    const q = letter === 'Q' ? 1 : letter === 'U' ? 2 : 0;
    for (let part = step; part < step * (count + 1); part++) {
      const before = part - step;
      sums[part] = sums[before]! + (values?.[Math.floor(before / step)] ?? 0);
      vowels[part] = vowels[before]! + Number(isVowel);
      others[part] = others[before]! + Number(isOther);
      ofQ[part] = ofQ[before]! | q;
    }
    step *= count + 1;
  }
  return sums.map((sum, part) => {
    const row = balance[Math.min(vowels[part]!, MOST_KEPT)]!;
    const together = ofQ[part] === 3 ? withQ : 0;
    return TABLE_UNIT * (sum + row[Math.min(others[part]!, row.length - 1)]! + together);
  });
}

/** A file with a value for each leave. Its letters are those of the tiles in order. */
export function fileLeaves({ letters, leaveValue }: KlvFile, tiles: TileSet): LeaveValues | string {
  const twice = ambiguousLetter(tiles);
  if (twice !== undefined)
    return `expected tiles with one kind for each letter; ${tiles.name} has two for ${twice}`;
  const isLetter = (id: number) => rack.get(id) !== BLANK;
  const rack = rackLetters(tiles);
  const inOrder = tiles.tiles.map(({ id }) => id).filter(isLetter);
  if (letters !== inOrder.length)
    return `expected the leaves of ${inOrder.length} letters, which the tiles ${tiles.name} have; the file has ${letters}`;
  const numbers = new Map(tiles.tiles.map(({ id }) => [id, isLetter(id) ? inOrder.indexOf(id) + 1 : 0]));
  return leavesBy((kinds, number) => {
    let step = 1;
    const digits = kinds.map(([id, count]) => {
      const digit = { tile: numbers.get(id)!, step, count: count + 1 };
      step *= count + 1;
      return digit;
    });
    digits.sort((one, other) => one.tile - other.tile);
    return Int32Array.from({ length: number }, (_, part) =>
      leaveValue(
        digits.flatMap(({ tile, step, count }) => Array<number>(Math.floor(part / step) % count).fill(tile)),
      ),
    );
  });
}

class Parts implements LeaveParts {
  readonly #kinds: Kinds;
  /** The weight of a kind in the number of a part, by id. */
  readonly #steps = new Map<number, number>();
  readonly #values: Int32Array;
  readonly most: readonly number[];

  constructor(kinds: Kinds, values: Int32Array) {
    this.#kinds = kinds;
    this.#values = values;
    const all = kinds.reduce((sum, [, count]) => sum + count, 0);
    const most = Array<number>(all + 1).fill(Number.NEGATIVE_INFINITY);
    const sizes = new Uint16Array(values.length);
    let step = 1;
    for (const [id, count] of kinds) {
      this.#steps.set(id, step);
      for (let part = step; part < step * (count + 1); part++) sizes[part] = sizes[part - step]! + 1;
      step *= count + 1;
    }
    for (const [part, value] of values.entries()) {
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

/** Tiles of a play with their places, or of an exchange. */
export type GivenTiles = readonly (Pick<Placement, 'id'> & Partial<Placement>)[];

/** The value of the leave in thousandths of a point. */
export interface KeptTiles {
  after(given: GivenTiles): number;
  /** Upper bounds by the number of laid tiles. */
  readonly most: readonly number[];
  /** The best allowed exchange, with the value of its leave. */
  readonly change: { readonly ids: readonly number[]; readonly worth: number } | undefined;
}

/** An empty bag makes leaves worthless, and a very large hand has no values. */
export function keptTiles(
  { terms, held }: { readonly terms: JudgingTerms; readonly held: HeldTiles },
  inBag: number,
  leaves: LeaveValues = leaveValues(terms.tiles),
): KeptTiles {
  const parts = inBag > 0 ? leaves.parts(held) : undefined;
  if (!parts) return { after: () => 0, most: [], change: undefined };
  const { best } = parts;
  return {
    after: (given) => parts.without(given.map(({ id }) => id)),
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
