import { type Chance, pick } from '../chance.ts';
import { refuse } from '../misuse.ts';
import {
  ACROSS,
  Board,
  CENTRE,
  codeOf,
  type Dictionary,
  type Direction,
  DOWN,
  drawing,
  hardness,
  isWord,
  LETTERS,
  letterOf,
  noTiles,
  otherDirection,
  type Tiles,
} from './board.ts';
import { type Placement, WordSearch } from './search.ts';

/** The tiles of one search. More tiles find longer words but take far longer. */
const RACK = 8;
const STEPS = 40_000;
const TRIES_BEFORE_STARTING_AGAIN = 120;

/**
 * Lays all tiles of a hand as crossing words. The board is always connected and valid, and other tiles are
 * loose. A `step` takes some milliseconds at most. If loose tiles find no place, it removes some words, lays
 * them again with other preferences, and keeps the better board. After many tries it starts with an empty
 * board.
 */
export class Solver {
  readonly #board = new Board();
  readonly #dictionary: Dictionary;
  readonly #chance: Chance;
  readonly #search: WordSearch;
  readonly #loose: Tiles = noTiles();
  #looseCount = 0;
  #tries = 0;

  constructor(dictionary: Dictionary, chance: Chance) {
    this.#dictionary = dictionary;
    this.#chance = chance;
    this.#search = new WordSearch(this.#board, dictionary, chance);
  }

  get complete(): boolean {
    return this.#looseCount === 0 && this.#board.taken.length > 0;
  }

  get tries(): number {
    return this.#tries;
  }

  rows(): readonly string[] {
    return drawing(this.#board);
  }

  give(letters: string): void {
    if (!/^[A-Z]*$/.test(letters)) refuse('what the solver is given', 'letters A to Z', letters);
    for (const letter of letters) {
      this.#loosen(codeOf(letter));
      this.#tries = 0;
    }
  }

  /** Removes the hardest loose tile from the hand. */
  giveUpHardest(): string {
    const hardest = this.#hardest();
    this.#loose[hardest]!--;
    this.#looseCount--;
    return letterOf(hardest);
  }

  step(): void {
    if (this.complete) return;
    if (this.#tries++ === 0) this.#layLoose();
    else if (this.#tries % TRIES_BEFORE_STARTING_AGAIN === 0) this.#startAgain();
    else this.#tryAnother();
  }

  #startAgain(): void {
    for (const code of [...this.#board.taken].map((cell) => this.#board.take(cell))) this.#loosen(code);
    this.#layLoose();
  }

  #tryAnother(): void {
    const before = this.#burden();
    const loose = this.#loose.slice();
    const count = this.#looseCount;
    this.#board.mark();
    this.#takeSomeOff();
    this.#layLoose();
    // Sometimes keeps a slightly worse board to leave a local optimum.
    if (this.#burden() <= before + (this.#chance() < 0.1 ? 2 : 0)) return;
    this.#board.goBack();
    this.#loose.set(loose);
    this.#looseCount = count;
  }

  #takeSomeOff(): void {
    const words = 1 + pick(this.#chance, 3);
    for (let word = 0; word < words && this.#board.taken.length > 0; word++) {
      const cell = this.#board.taken[pick(this.#chance, this.#board.taken.length)]!;
      const along = this.#chance() < 0.5 ? ACROSS : DOWN;
      for (const code of takeOffRun(this.#board, this.#dictionary, cell, along)) this.#loosen(code);
    }
  }

  #layLoose(): void {
    if (this.#looseCount === 1 && this.#board.taken.length === 0)
      this.#lay([{ cell: CENTRE, code: this.#hardest() }]);
    const worth = hardness.map((hard) => 1 + hard * this.#chance());
    let misses = 0;
    while (this.#looseCount > 0 && misses < 3) {
      const whole = this.#looseCount <= RACK;
      const rack = whole ? this.#loose : this.#someLoose();
      const blindness = this.#looseCount < 3 ? 0 : 0.3;
      const placement = this.#search.find({ rack, worth, blindness, steps: STEPS });
      if (placement === undefined) {
        misses += whole && blindness === 0 ? 3 : 1;
        continue;
      }
      this.#lay(placement);
    }
  }

  #lay(placement: Placement): void {
    for (const { cell, code } of placement) {
      this.#board.put(cell, code);
      this.#loose[code]!--;
      this.#looseCount--;
    }
  }

  #hardest(): number {
    let hardest = 0;
    for (let code = 1; code <= LETTERS; code++)
      if (this.#loose[code]! > 0 && hardness[code]! >= hardness[hardest]!) hardest = code;
    return hardest;
  }

  #someLoose(): Tiles {
    const rack = noTiles();
    const bag = [...this.#loose].flatMap((count, code) =>
      Array.from({ length: count }, () => ({
        code,
        rank: hardness[code]! * 0.1 + this.#chance(),
      })),
    );
    bag.sort((one, other) => other.rank - one.rank);
    for (const { code } of bag.slice(0, RACK)) rack[code]!++;
    return rack;
  }

  #burden(): number {
    return this.#loose.reduce((sum, count, code) => sum + count * (1 + hardness[code]! / 10), 0);
  }

  #loosen(code: number): void {
    this.#loose[code]!++;
    this.#looseCount++;
  }
}

/**
 * Removes the run through this cell, but for letters of other runs, and everything that is no longer
 * connected. Returns the removed letters. If a run would be no word, the board stays unchanged.
 */
function takeOffRun(board: Board, dictionary: Dictionary, cell: number, along: Direction): number[] {
  const run = runThrough(board, cell, along);
  const across = otherDirection(along);
  const crossed = run.map((at) => runThrough(board, at, across).length > 1);
  if (!leavesWords(board, dictionary, run, crossed)) return [];
  const off = run.filter((_, index) => !crossed[index]).map((at) => board.take(at));
  return [...off, ...takeOffUnconnected(board)];
}

function runThrough(board: Board, cell: number, along: Direction): number[] {
  let first = cell;
  while (board.letters[first - along] !== 0) first -= along;
  const cells: number[] = [];
  for (let at = first; board.letters[at] !== 0; at += along) cells.push(at);
  return cells;
}

/** Remaining letters may stand side by side, and must be a word too. */
function leavesWords(
  board: Board,
  dictionary: Dictionary,
  run: readonly number[],
  crossed: readonly boolean[],
): boolean {
  let piece: number[] = [];
  for (const [index, cell] of [...run, -1].entries()) {
    if (crossed[index]) {
      piece.push(board.letters[cell]!);
      continue;
    }
    if (piece.length > 1 && !isWord(dictionary, piece)) return false;
    piece = [];
  }
  return !crossed.every((stays) => stays);
}

/** Keeps only the largest connected group of tiles. */
function takeOffUnconnected(board: Board): number[] {
  const groups: number[][] = [];
  const seen = new Set<number>();
  for (const cell of board.taken) if (!seen.has(cell)) groups.push(groupAround(board, cell, seen));
  groups.sort((one, other) => other.length - one.length);
  return groups.slice(1).flatMap((group) => group.map((cell) => board.take(cell)));
}

function groupAround(board: Board, first: number, seen: Set<number>): number[] {
  const group = [first];
  seen.add(first);
  for (const cell of group) {
    for (const next of [cell - ACROSS, cell + ACROSS, cell - DOWN, cell + DOWN]) {
      if (board.letters[next] === 0 || seen.has(next)) continue;
      seen.add(next);
      group.push(next);
    }
  }
  return group;
}
