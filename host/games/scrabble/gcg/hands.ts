import { counted } from '../../../core/text.ts';
import type { Seat } from '../../../core/units.ts';
import { rackLetters } from '../tiles/bag.ts';
import { type TileSet, tileCount } from '../tiles/tile-set.ts';
import { type FilePosition, FileProblem } from './gcg-file.ts';

const LATER = Number.POSITIVE_INFINITY;

/** Tiles that appear later were drawn as late as possible. Unknown tiles are filled in at the end. */
export class Hands {
  readonly #counts: ReadonlyMap<string, number>;
  readonly #setName: string;
  readonly #handSize: number;
  /** Known tiles outside the bag. */
  readonly #shown = new Map<string, number>();
  readonly #drawn: DrawnTile[] = [];
  readonly #hands: DrawnTile[][] = [[], []];
  #bag: number;
  #now = 0;

  constructor(set: TileSet, handSize: number) {
    const letters = rackLetters(set);
    this.#counts = new Map(set.tiles.map(({ id, count }) => [letters.get(id)!, count]));
    this.#setName = set.name;
    this.#handSize = handSize;
    this.#bag = tileCount(set);
    for (const seat of [1, 2]) this.#draw(seat, this.#handSize);
  }

  /** The player holds at least these. */
  show(seat: Seat, tiles: readonly string[], place: FilePosition, name: string): FileProblem | undefined {
    const hand = this.#hands[seat - 1]!;
    const unseen = hand.filter(({ tile }) => tile === undefined);
    const missing = without(
      tiles,
      hand.map(({ tile }) => tile),
    );
    if (missing.length > unseen.length) return new FileProblem(place, this.#doesNotFit(hand, tiles, name));
    for (const tile of missing) {
      const most = this.#counts.get(tile);
      if (most === undefined)
        return new FileProblem(
          place,
          `expected tiles of ${this.#setName}; got ${JSON.stringify(tile)} (name the tiles of that game with --tiles FILE)`,
        );
      const used = (this.#shown.get(tile) ?? 0) + 1;
      if (used > most)
        return new FileProblem(
          place,
          `expected at most ${most} of the tile ${tile} on the board and in both hands; got ${used}`,
        );
      unseen.pop()!.tile = tile;
      this.#shown.set(tile, used);
    }
    return undefined;
  }

  /** The player holds exactly these. */
  showAll(seat: Seat, tiles: readonly string[], place: FilePosition, name: string): FileProblem | undefined {
    const hand = this.#hands[seat - 1]!;
    return tiles.length === hand.length
      ? this.show(seat, tiles, place, name)
      : new FileProblem(place, this.#doesNotFit(hand, tiles, name));
  }

  /** Lays known tiles. */
  lay(seat: Seat, tiles: readonly string[]): void {
    this.#take(seat, tiles);
    this.#draw(seat, tiles.length);
  }

  /** Returns known tiles. */
  change(seat: Seat, tiles: readonly string[]): readonly DrawnTile[] {
    return this.#return(seat, this.#take(seat, tiles));
  }

  /** Returns tiles that the player does not show in its next turn. */
  changeUnseen(seat: Seat, count: number, next: readonly string[]): readonly DrawnTile[] {
    const hand = this.#hands[seat - 1]!;
    const kept = new Set<DrawnTile>();
    for (const tile of next) {
      const same = hand.find((each) => each.tile === tile && !kept.has(each));
      if (same) kept.add(same);
    }
    const rank = (each: DrawnTile) => (kept.has(each) ? 2 : each.tile === undefined ? 1 : 0);
    const given = hand.toSorted((one, other) => rank(one) - rank(other)).slice(0, count);
    this.#hands[seat - 1] = hand.filter((each) => !given.includes(each));
    return this.#return(seat, given);
  }

  count(seat: Seat): number {
    return this.#hands[seat - 1]!.length;
  }

  /** All tiles in the order of drawing. Undefined if no assignment is possible. */
  draws(): string | undefined {
    return fillUnseen(this.#drawn, this.#counts, this.#now)
      ? this.#drawn.map(({ tile }) => tile).join('')
      : undefined;
  }

  #draw(seat: Seat, most: number): void {
    const count = Math.min(most, this.#bag);
    this.#bag -= count;
    for (let each = 0; each < count; each++) {
      const drawn = { tile: undefined, drawnAt: this.#now++, returnedAt: LATER };
      this.#drawn.push(drawn);
      this.#hands[seat - 1]!.push(drawn);
    }
  }

  #take(seat: Seat, tiles: readonly string[]): readonly DrawnTile[] {
    const hand = this.#hands[seat - 1]!;
    return tiles.map(
      (tile) =>
        hand.splice(
          hand.findIndex((each) => each.tile === tile),
          1,
        )[0]!,
    );
  }

  /** Draws before it puts back. */
  #return(seat: Seat, given: readonly DrawnTile[]): readonly DrawnTile[] {
    this.#draw(seat, given.length);
    this.#bag += given.length;
    for (const each of given) {
      each.returnedAt = this.#now++;
      if (each.tile !== undefined) this.#shown.set(each.tile, this.#shown.get(each.tile)! - 1);
    }
    return given;
  }

  #doesNotFit(hand: readonly DrawnTile[], tiles: readonly string[], name: string): string {
    const known = hand
      .flatMap(({ tile }) => tile ?? [])
      .sort()
      .join('');
    const among = known === '' ? '' : `, including ${known}`;
    return `${name} has ${counted(hand.length, 'tile')}${among}: expected tiles of this hand; got ${tiles.join('')}`;
  }
}

function without(tiles: readonly string[], others: readonly (string | undefined)[]): readonly string[] {
  const left = [...others];
  return tiles.filter((tile) => {
    const place = left.indexOf(tile);
    if (place !== -1) left.splice(place, 1);
    return place === -1;
  });
}

/** A tile from its draw until it returns to the bag. It may be drawn again. */
export interface DrawnTile {
  /** `?` is a blank. Undefined until the file shows it. */
  tile: string | undefined;
  /** Draws and returns share this count. */
  readonly drawnAt: number;
  returnedAt: number;
}

/**
 * Assigns unknown tiles in the order of drawing: the letter of which most are left until the end or, if there
 * is none, until the tile returns. Returns false if there is none either. If no such tile returns, the
 * remaining number of a letter never falls, so any order is right.
 */
export function fillUnseen(
  drawn: readonly DrawnTile[],
  counts: ReadonlyMap<string, number>,
  moments: number,
): boolean {
  const left = new Map([...counts].map(([tile, count]) => [tile, new Int32Array(moments).fill(count)]));
  for (const each of drawn) if (each.tile !== undefined) take(left.get(each.tile)!, each);
  if ([...left.values()].some((perMoment) => perMoment.some((count) => count < 0))) return false;
  for (const each of drawn) {
    if (each.tile !== undefined) continue;
    each.tile = mostLeft(left, each.drawnAt, moments) ?? mostLeft(left, each.drawnAt, each.returnedAt);
    if (each.tile === undefined) return false;
    take(left.get(each.tile)!, each);
  }
  return true;
}

function take(left: Int32Array, { drawnAt, returnedAt }: DrawnTile): void {
  for (let moment = drawnAt; moment < left.length && moment < returnedAt; moment++) left[moment]!--;
}

/** The letter with the largest remaining number in this period. */
function mostLeft(left: ReadonlyMap<string, Int32Array>, from: number, to: number): string | undefined {
  let [most, found] = [0, undefined as string | undefined];
  for (const [tile, counts] of left) {
    let moment = from;
    let fewest = counts[from]!;
    while (fewest > most && ++moment < to) fewest = Math.min(fewest, counts[moment]!);
    if (fewest > most) [most, found] = [fewest, tile];
  }
  return found;
}
