import { judgeNaively, type Lying, type NaivePlacement, type NaiveTable } from './scrabble-judge.ts';

/** The part of the board in which plays are looked for. */
export interface Region {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const FREE = 0;
const NO_SQUARE = -1;

export interface BruteForce {
  /** Of the play that brings most; none: there is no legal play. */
  readonly most: number | undefined;
  /** All plays that bring as much: the tiles of each as `X Y IDcP`, in order. */
  readonly best: ReadonlySet<string>;
  /** How many ways to lay a word were judged. */
  readonly judged: number;
}

/**
 * The most that any play brings, found as simply as can be: every word of the list at every place, with every tile that can be its
 * letter, is put before the naive judge.
 */
export function bestNaively(
  table: NaiveTable & { readonly words: ReadonlySet<string> },
  lying: Lying,
  held: readonly number[],
  region: Region,
): BruteForce {
  const byFirstLetter = wordsByFirstLetter(table.words);
  const inHand = lettersOf(table, held);
  const may = new Uint8Array(128);
  for (const letter of inHand) may[letter] = 1;
  const tiles = countedTiles(table, held);
  let most: number | undefined;
  let judged = 0;
  let best = new Set<string>();
  for (const way of ['across', 'down'] as const)
    for (const lane of lanesOf(table, lying, region, way))
      for (let start = 0; start < lane.cells.length; start++) {
        if (start > 0 && lane.cells[start - 1]! > FREE) continue;
        const least = leastLength(lane, start, held.length);
        if (least === undefined) continue;
        const first = lane.cells[start]!;
        for (const letter of first > FREE ? [first] : inHand)
          for (const word of byFirstLetter.get(letter) ?? []) {
            if (word.length < least || !fits(lane.cells, start, word, may)) continue;
            if (!areEnough(tiles, lane.cells, start, word)) continue;
            for (const play of laid(table, held, lane, start, word)) {
              judged++;
              const judgement = judgeNaively(table, lying, held, play);
              if (!('points' in judgement) || judgement.points < (most ?? judgement.points)) continue;
              if (judgement.points !== most) best = new Set();
              most = judgement.points;
              best.add(playText(play));
            }
          }
      }
  return { most, best, judged };
}

/** The same for tiles in any order. */
export function playText(play: readonly NaivePlacement[]): string {
  return play
    .map(({ x, y, id, letter, points }) => `${x} ${y} ${id}${letter}${points}`)
    .sort()
    .join(' ');
}

const known = new WeakMap<ReadonlySet<string>, ReadonlyMap<number, readonly Uint8Array[]>>();

function wordsByFirstLetter(words: ReadonlySet<string>): ReadonlyMap<number, readonly Uint8Array[]> {
  const made = known.get(words);
  if (made) return made;
  const letters = [...words].map((word) => Uint8Array.from(word, (letter) => letter.charCodeAt(0)));
  const byFirst = Map.groupBy(letters, ([first]) => first!);
  known.set(words, byFirst);
  return byFirst;
}

interface Lane {
  readonly at: (place: number) => { readonly x: number; readonly y: number };
  /** NO_SQUARE, FREE, or the letter that lies there. */
  readonly cells: Int32Array;
  /** Where a play may touch what lies, or the centre. */
  readonly touches: readonly boolean[];
}

function lanesOf(table: NaiveTable, lying: Lying, region: Region, way: 'across' | 'down'): Lane[] {
  const [count, length] = way === 'across' ? [region.height, region.width] : [region.width, region.height];
  return Array.from({ length: count }, (_, lane) => {
    const at = (place: number) =>
      way === 'across'
        ? { x: region.x + place, y: region.y + lane }
        : { x: region.x + lane, y: region.y + place };
    const places = Array.from({ length }, (_, place) => at(place));
    const letterAt = (x: number, y: number) => lying.get(`${x} ${y}`)?.letter.charCodeAt(0);
    const cells = Int32Array.from(
      places,
      ({ x, y }) => letterAt(x, y) ?? (table.squares.has(`${x} ${y}`) ? FREE : NO_SQUARE),
    );
    const [centerX, centerY] = table.center;
    const touches = places.map(({ x, y }) =>
      lying.size === 0
        ? x === centerX && y === centerY
        : [letterAt(x - 1, y), letterAt(x + 1, y), letterAt(x, y - 1), letterAt(x, y + 1)].some(Boolean),
    );
    return { at, cells, touches };
  });
}

/** Of a word that begins there and touches what lies, with so many tiles; none: no word can. */
function leastLength({ cells, touches }: Lane, start: number, tiles: number): number | undefined {
  let free = 0;
  for (let place = start; place < cells.length; place++) {
    if (cells[place] === NO_SQUARE) return undefined;
    if (cells[place] === FREE && ++free > tiles) return undefined;
    if (cells[place] === FREE && touches[place]) return place - start + 1;
  }
  return undefined;
}

function fits(cells: Int32Array, start: number, word: Uint8Array, may: Uint8Array): boolean {
  if (start + word.length > cells.length || (cells[start + word.length] ?? 0) > FREE) return false;
  for (let index = 0; index < word.length; index++) {
    const cell = cells[start + index]!;
    if (cell === FREE ? may[word[index]!] === 0 : cell !== word[index]) return false;
  }
  return true;
}

const lettersOf = ({ tiles }: NaiveTable, held: readonly number[]): ReadonlySet<number> =>
  new Set(held.flatMap((id) => tiles.get(id)!.map((face) => face.charCodeAt(0))));

interface CountedTiles {
  /** By the letter: tiles that are this letter and no other. */
  readonly ofOne: ReadonlyMap<number, number>;
  /** Tiles that can be one of several letters. */
  readonly ofSeveral: number;
}

function countedTiles(table: NaiveTable, held: readonly number[]): CountedTiles {
  const ofOne = new Map<number, number>();
  for (const id of held) {
    const [letter, ...others] = lettersOf(table, [id]);
    if (letter !== undefined && others.length === 0) ofOne.set(letter, (ofOne.get(letter) ?? 0) + 1);
  }
  const single = [...ofOne.values()].reduce((sum, count) => sum + count, 0);
  return { ofOne, ofSeveral: held.length - single };
}

/** False: the hand has too few tiles for the letters that do not lie yet. Sometimes true where it has, too. */
function areEnough({ ofOne, ofSeveral }: CountedTiles, cells: Int32Array, start: number, word: Uint8Array) {
  let lacking = 0;
  for (let index = 0; index < word.length; index++) {
    if (cells[start + index] !== FREE) continue;
    let before = 0;
    for (let other = 0; other < index; other++)
      if (cells[start + other] === FREE && word[other] === word[index]) before++;
    if (before >= (ofOne.get(word[index]!) ?? 0) && ++lacking > ofSeveral) return false;
  }
  return true;
}

/** Each way to lay a word with the tiles of the hand: those of one kind are alike. */
function* laid(
  table: NaiveTable,
  held: readonly number[],
  lane: Lane,
  start: number,
  word: Uint8Array,
): Generator<readonly NaivePlacement[]> {
  const places = Array.from(word, (_, index) => index).filter((index) => lane.cells[start + index] === FREE);
  if (places.length > 0 && places.length <= held.length) yield* from(0, held);

  function* from(next: number, left: readonly number[]): Generator<readonly NaivePlacement[]> {
    const index = places[next];
    if (index === undefined) {
      yield [];
      return;
    }
    const letter = String.fromCharCode(word[index]!);
    for (const id of new Set(left))
      for (const face of new Set(table.tiles.get(id)!)) {
        if (!face.startsWith(letter)) continue;
        const tile = { ...lane.at(start + index), id, letter, points: Number(face.slice(1)) };
        const rest = left.toSpliced(left.indexOf(id), 1);
        for (const others of from(next + 1, rest)) yield [tile, ...others];
      }
  }
}
