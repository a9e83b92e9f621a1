import { type Automaton, ENDS_WORD, LAST_EDGE, LETTER_SHIFT, TARGET } from '../../lexicon/automaton.ts';
import { LONGEST_WORD } from '../../lexicon/word-list.ts';
import type { Board } from './board.ts';
import { LetterGraph, lettersOn, PathSearch } from './path-finder.ts';

export interface WordFinder {
  /** Every word on the board, once, sorted. */
  wordsOn(board: Board): string[];
}

/** For a lexicon and any number of boards. It prepares 4 bytes per edge, and words on demand. */
export function wordFinder(lexicon: Automaton): WordFinder {
  return new Finder(lexicon);
}

/** The limit of parallel paths. Ordinary boards of 16 by 16 stay far below. */
const MOST_PATHS = 1 << 14;
const NOBODY = -1;
/** Other letters are on no board. */
const LATIN = 26;

// V8 folds a module's own constants into the code, but not imported ones.
const ENDS = ENDS_WORD;
const LAST = LAST_EDGE;
const SHIFT = LETTER_SHIFT;
const TO = TARGET;

/**
 * Walks the automaton in order, together with all paths of the current letters, so that each word appears
 * once, sorted. Hot path: paths are on a stack of typed arrays, each as its last node and the index of its
 * prefix. If there are too many, words are searched one by one.
 */
class Finder implements WordFinder {
  readonly #edges: Uint32Array;
  readonly #root: number;
  readonly #before: Int32Array;
  readonly #kept: WordCache;
  readonly #nodes = new Uint16Array(MOST_PATHS);
  readonly #parents = new Int16Array(MOST_PATHS);
  readonly #letters = new Uint8Array(LONGEST_WORD);
  #graph = new LetterGraph(0);
  #search: PathSearch | undefined;
  #found: string[] = [];

  constructor(lexicon: Automaton) {
    this.#edges = lexicon.edges;
    this.#root = lexicon.root;
    this.#before = wordsBefore(lexicon);
    this.#kept = new WordCache(lexicon.words);
  }

  wordsOn(board: Board): string[] {
    this.#lay(board);
    this.#found = [];
    if (this.#root !== 0) this.#begin();
    return this.#found;
  }

  /** Reuses the graph, because making one takes a tenth of the time of a small board. */
  #lay(board: Board): void {
    const letters = lettersOn(board);
    if (letters > this.#graph.letterOf.length) this.#graph = new LetterGraph(letters);
    this.#graph.lay(board);
    this.#search = undefined;
  }

  #begin(): void {
    for (let index = this.#root; ; index++) {
      const edge = this.#edges[index]!;
      const letter = edge >>> SHIFT;
      const top = this.#startWith(letter);
      if (top > 0) this.#follow(edge, this.#before[index]!, 0, 0, top);
      if (edge & LAST) return;
    }
  }

  /** Starts a path at each cell with this letter. Returns the end of the stack. */
  #startWith(letter: number): number {
    const { cells, letterOf } = this.#graph;
    let top = 0;
    for (let node = 0; node < cells; node++) {
      if (letterOf[node] !== letter) continue;
      this.#nodes[top] = node;
      this.#parents[top++] = NOBODY;
    }
    return top;
  }

  /** Follows an edge whose letter ends the paths from `from` to `to`. */
  #follow(edge: number, number: number, length: number, from: number, to: number): void {
    this.#letters[length] = edge >>> SHIFT;
    const isWord = (edge & ENDS) !== 0;
    if (isWord && this.#endsCell(from, to)) this.#keep(number, length + 1);
    const state = edge & TO;
    if (state === 0) return;
    if (to + (to - from) * 8 <= MOST_PATHS)
      this.#goOn(state, isWord ? number + 1 : number, length + 1, from, to);
    else this.#goOnOneByOne(state, isWord ? number + 1 : number, length + 1);
  }

  #endsCell(from: number, to: number): boolean {
    const { endsCell } = this.#graph;
    for (let path = from; path < to; path++) if (endsCell[this.#nodes[path]!] === 1) return true;
    return false;
  }

  #goOn(state: number, number: number, length: number, from: number, to: number): void {
    const edges = this.#edges;
    const after = this.#lettersAfter(from, to);
    for (let index = state; ; index++) {
      const edge = edges[index]! | 0;
      const letter = edge >>> SHIFT;
      if ((after & (1 << letter)) !== 0 && letter <= LATIN) {
        const top = this.#extend(letter, from, to);
        if (top > to) this.#follow(edge, number + this.#before[index]!, length, to, top);
      }
      if (edge & LAST) return;
    }
  }

  #lettersAfter(from: number, to: number): number {
    const { after } = this.#graph;
    const nodes = this.#nodes;
    let letters = 0;
    for (let path = from; path < to; path++) letters |= after[nodes[path]!]!;
    return letters;
  }

  /** Extends paths by a letter. Returns the end of the stack. */
  #extend(letter: number, from: number, to: number): number {
    const nodes = this.#nodes;
    const { slots, nexts } = this.#graph;
    let top = to;
    for (let path = from; path < to; path++) {
      const last = nodes[path]!;
      let hits = slots[(last << 5) | letter]!;
      while (hits !== 0) {
        const slot = 31 - Math.clz32(hits);
        hits ^= 1 << slot;
        const next = nexts[(last << 3) | slot]!;
        if (this.#visits(path, next)) continue;
        nodes[top] = next;
        this.#parents[top++] = path;
      }
    }
    return top;
  }

  #visits(path: number, node: number): boolean {
    const nodes = this.#nodes;
    const parents = this.#parents;
    for (let at = path; at !== NOBODY; at = parents[at]!) if (nodes[at] === node) return true;
    return false;
  }

  /** One path per prefix is enough if there are too many. */
  #goOnOneByOne(state: number, number: number, length: number): void {
    this.#search ??= new PathSearch(this.#graph);
    for (let index = state; ; index++) {
      const edge = this.#edges[index]!;
      const letter = edge >>> SHIFT;
      this.#letters[length] = letter;
      if (letter <= LATIN && this.#search.find(this.#letters, length + 1, false)) {
        const before = number + this.#before[index]!;
        const isWord = (edge & ENDS) !== 0;
        if (isWord && this.#search.find(this.#letters, length + 1, true)) this.#keep(before, length + 1);
        if (edge & TO) this.#goOnOneByOne(edge & TO, isWord ? before + 1 : before, length + 1);
      }
      if (edge & LAST) return;
    }
  }

  #keep(number: number, length: number): void {
    this.#found.push(this.#kept.wordOf(number, this.#letters, length));
  }
}

/** The number of words before each edge of its state. The sum along a word is its index in the list. */
function wordsBefore({ edges }: Automaton): Int32Array {
  const before = new Int32Array(edges.length);
  const wordsFrom = new Int32Array(edges.length);
  let state = 1;
  let words = 0;
  for (let index = 1; index < edges.length; index++) {
    const edge = edges[index]!;
    before[index] = words;
    words += (edge & ENDS_WORD ? 1 : 0) + wordsFrom[edge & TARGET]!;
    if (!(edge & LAST_EDGE)) continue;
    wordsFrom[state] = words;
    state = index + 1;
    words = 0;
  }
  return before;
}

const BEFORE_A = 64;
/** The limit of cached words, a power of two. */
const MOST_KEPT = 1 << 18;

/** Caches words as strings. In a larger list, words replace each other. */
class WordCache {
  readonly #mask: number;
  readonly #numbers: Int32Array;
  readonly #words: string[];

  constructor(words: number) {
    const places = Math.min(MOST_KEPT, 2 ** Math.ceil(Math.log2(Math.max(1, words))));
    this.#mask = places - 1;
    this.#numbers = new Int32Array(places).fill(-1);
    this.#words = new Array<string>(places).fill('');
  }

  /** Returns the word of this index, or makes it from its letters. */
  wordOf(number: number, letters: Uint8Array, length: number): string {
    const place = number & this.#mask;
    if (this.#numbers[place] === number) return this.#words[place]!;
    const word = String.fromCharCode(...letters.subarray(0, length).map((letter) => letter + BEFORE_A));
    this.#numbers[place] = number;
    this.#words[place] = word;
    return word;
  }
}

const finders = new WeakMap<Uint32Array, WordFinder>();

/** Shared by all games with the list. */
export function finderFor(lexicon: Automaton): WordFinder {
  const made = finders.get(lexicon.edges) ?? wordFinder(lexicon);
  finders.set(lexicon.edges, made);
  return made;
}
