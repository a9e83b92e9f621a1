import { type Automaton, ENDS_WORD, LAST_EDGE, LETTER_SHIFT, TARGET, wordsOf } from '../automaton.ts';
import { LATIN } from '../build.ts';
import type { Fault } from '../problem.ts';
import { States } from '../states.ts';
import { LONGEST_WORD, type WordList } from '../word-list.ts';
import { type Gaddag, SEPARATOR } from './gaddag.ts';

/**
 * The word list format of other engines (`.kwg`): nodes of four bytes, little-endian.
 *
 *   bits 0-21   the first child; 0: no child
 *   bit 22      the last sibling (siblings are consecutive)
 *   bit 23      a word ends here
 *   bits 24-31  the letter: 1 for A to 26 for Z; 0 for the separator of a GADDAG
 *
 * Node 0 leads to the automaton of words, node 1 to the GADDAG.
 */
const KWG_LAST = 0x0040_0000;
const KWG_ENDS = 0x0080_0000;
const NODE = 4;
/** For readers of other files with such nodes. */
export const kwgNode = { last: KWG_LAST, ends: KWG_ENDS, bytes: NODE } as const;
const HEAD = 2;
// A constant of the own module is faster than an imported one.
const MOST_LETTERS = LATIN.length;
const TO = TARGET;
const SHIFT = LETTER_SHIFT;
const LETTER = 0x1f << LETTER_SHIFT;
/** The marks for the last sibling and the end of a word are exchanged in both formats. */
const SWAP = Math.log2(KWG_ENDS / ENDS_WORD);
/** Polish has 32 letters. A larger number is damage. */
const MOST_FOREIGN = 40;
/** A forged file could expand to more words than fit into memory. */
const MOST_WORDS = 10_000_000;

export function encodeKwg({ edges, root, backwards }: Gaddag): Uint8Array {
  const file = Buffer.alloc((edges.length - 1 + HEAD) * NODE);
  // Edge 1 is node 2, since the file begins with two head nodes.
  const leadsTo = (state: number) => (state === 0 ? 0 : state + HEAD - 1);
  const write = (node: number, value: number) => file.writeUInt32LE(value >>> 0, node * NODE);
  write(0, KWG_LAST | leadsTo(root));
  write(1, KWG_LAST | leadsTo(backwards));
  for (let index = 1; index < edges.length; index++) {
    const edge = edges[index]!;
    const marks = (edge & ENDS_WORD ? KWG_ENDS : 0) | (edge & LAST_EDGE ? KWG_LAST : 0);
    write(index + HEAD - 1, ((edge >>> LETTER_SHIFT) << LETTER_SHIFT) | marks | leadsTo(edge & TARGET));
  }
  return new Uint8Array(file.buffer, file.byteOffset, file.length);
}

/** Recognizes the format by its head nodes. Text has no zero as fourth and eighth byte, except UTF-16, whose numbers are too large. */
export function isKwg(bytes: Uint8Array, size = bytes.length): boolean {
  if (bytes.length < HEAD * NODE || size % NODE !== 0) return false;
  const nodes = nodesOf(bytes.subarray(0, HEAD * NODE));
  return nodes.every((node, index) => {
    // The file has no GADDAG.
    if (index === 1 && node === 0) return true;
    const isHead = node >>> LETTER_SHIFT === 0 && (node & KWG_LAST) !== 0 && (node & KWG_ENDS) === 0;
    return isHead && (node & TARGET) < size / NODE;
  });
}

/** The languages of lists with other alphabets, by their usual file names. Their letters have other numbers. */
const foreignLists: readonly (readonly [name: RegExp, language: string])[] = [
  [/^DISC\d*\.kwg$/i, 'Catalan'],
  [/^RD\d+\.kwg$/i, 'German'],
  [/^NSF\d*\.kwg$/i, 'Norwegian'],
  [/^OSPS\d*\.kwg$/i, 'Polish'],
  [/^FI(?:LE|SE)\d+\.kwg$/i, 'Spanish'],
];

/** Refuses a list with another alphabet by its name, since the file itself does not say its letters. */
export function foreignByName(fileName: string): Fault | undefined {
  const language = foreignLists.find(([name]) => name.test(fileName))?.[1];
  if (language === undefined) return undefined;
  const detail = `its name is the name of a list in ${language}, whose letters are not A to Z`;
  return { is: 'foreign-kwg', detail };
}

/** Reads the words. The GADDAG in the file is only checked, since the host builds its own. */
export function decodeKwg(bytes: Uint8Array): WordList {
  if (!isKwg(bytes))
    return broken('its first two nodes point outside the file: it is incomplete, or not a KWG file');
  const nodes = nodesOf(bytes);
  const walk = new Walk(nodes);
  for (const [node, lowest] of [
    [1, SEPARATOR],
    [0, SEPARATOR + 1],
  ] as const) {
    const problem = walk.check(nodes[node]! & TARGET, lowest);
    if (problem !== undefined) return walk.foreign ?? broken(problem);
  }
  const { automaton } = walk;
  if (automaton.words > MOST_WORDS) return broken(`it has more than ${MOST_WORDS} words`);
  if (automaton.words === 0) return { ok: false, fault: { is: 'empty' } };
  return { ok: true, words: [...new Set(wordsOf(automaton))].sort() };
}

/**
 * Reads the GADDAG of a list from a file that this host has written. Returns undefined if it is damaged or of another list. Checks that
 * each state comes after the states that it leads to, so that no walk loops or leaves the array.
 */
export function gaddagInKwg(bytes: Uint8Array, automaton: Automaton): Gaddag | undefined {
  if (!isKwg(bytes)) return undefined;
  const nodes = nodesOf(bytes);
  const edges = new Uint32Array(nodes.length - HEAD + 1);
  edges[0] = automaton.edges[0]!;
  // This is a hot path at the start of each game, so there is no branch for each node.
  const [given, written] = [new Int32Array(nodes.buffer), new Int32Array(edges.buffer)];
  let wrong = 0;
  for (let index = 1; index < written.length; index++) {
    const node = given[index + HEAD - 1]!;
    const to = (node & TO) - HEAD + 1;
    // A node without children becomes state 0.
    const state = to & ~(to >> 31);
    // The sign bit is set if a node leads to a later one or has no valid letter.
    wrong |= (index - 1 - state) | (MOST_LETTERS - (node >>> SHIFT));
    written[index] = (node & LETTER) | ((node & KWG_ENDS) >>> SWAP) | ((node & KWG_LAST) << SWAP) | state;
  }
  if (wrong < 0) return undefined;
  const [root, backwards] = [nodes[0]!, nodes[1]!].map((node) => Math.max(0, (node & TARGET) - HEAD + 1));
  const isOfList = root === automaton.root && beginsAs(edges, automaton.edges);
  const isWhole = (edges.at(-1)! & LAST_EDGE) !== 0;
  return isOfList && isWhole ? { ...automaton, edges, backwards: backwards! } : undefined;
}

function beginsAs(edges: Uint32Array, first: Uint32Array): boolean {
  if (edges.length < first.length) return false;
  for (let index = 0; index < first.length; index++) if (edges[index] !== first[index]) return false;
  return true;
}

/** Copies states into the order of this host, and finds faults. */
class Walk {
  readonly #nodes: Uint32Array;
  readonly #states = new States();
  /** For each first sibling: its state, the number of words, and the length of the longest one. */
  readonly #known = new Map<number, { state: number; words: number; longest: number }>();
  readonly #open = new Set<number>();
  #root = 0;
  #words = 0;
  #problem: string | undefined;
  /** Set if the fault is a letter of another alphabet. */
  foreign: WordList | undefined;
  #lowest = 0;

  constructor(nodes: Uint32Array) {
    this.#nodes = nodes;
  }

  get automaton(): Automaton {
    return { words: this.#words, alphabet: LATIN, edges: this.#states.finish(), root: this.#root };
  }

  check(first: number, lowest: number): string | undefined {
    this.#lowest = lowest;
    this.#known.clear();
    const { state, words } = this.#copy(first);
    [this.#root, this.#words] = [state, words];
    return this.#problem;
  }

  #copy(first: number): { state: number; words: number; longest: number } {
    const none = { state: 0, words: 0, longest: 0 };
    const known = first === 0 ? none : this.#known.get(first);
    if (known) return known;
    if (this.#open.has(first)) this.#problem ??= `node ${first} leads to itself`;
    if (this.#open.size > LONGEST_WORD)
      this.#problem ??= `it has a word of more than ${LONGEST_WORD} letters`;
    if (this.#problem !== undefined) return none;
    this.#open.add(first);
    const row: number[] = [];
    let words = 0;
    let longest = 0;
    for (let index = first; this.#problem === undefined; index++) {
      const node = this.#nodeAt(index);
      const below = this.#copy(node & TARGET);
      const ends = (node & KWG_ENDS) !== 0;
      words += below.words + Number(ends);
      longest = Math.max(longest, below.longest + 1);
      row.push((node & ~(TARGET | KWG_LAST | KWG_ENDS)) | (ends ? ENDS_WORD : 0) | below.state);
      if (node & KWG_LAST) break;
    }
    this.#open.delete(first);
    if (this.#problem !== undefined) return none;
    if (longest > LONGEST_WORD + 1) this.#problem = `it has a word of more than ${LONGEST_WORD} letters`;
    const copied = { state: this.#states.like(Uint32Array.from(row), 0, row.length), words, longest };
    this.#known.set(first, copied);
    return copied;
  }

  #nodeAt(index: number): number {
    const node = this.#nodes[index];
    if (node === undefined) {
      this.#problem ??= `it ends before node ${index}`;
      return KWG_LAST;
    }
    const letter = node >>> LETTER_SHIFT;
    const to = node & TARGET;
    if (letter > LATIN.length && letter <= MOST_FOREIGN && this.#problem === undefined) {
      this.#problem = `node ${index} has the letter ${letter}, but letters must be 1 to ${LATIN.length} (A to Z): it has another alphabet, or is damaged`;
      this.foreign = { ok: false, fault: { is: 'foreign-kwg', detail: this.#problem } };
    }
    if (letter < this.#lowest || letter > LATIN.length)
      this.#problem ??= `node ${index}: expected a letter from ${this.#lowest} to ${LATIN.length}; got ${letter}`;
    if (to >= this.#nodes.length || to === 1)
      this.#problem ??= `node ${index} leads to ${to}, but there are only ${this.#nodes.length} nodes`;
    return node;
  }
}

const LITTLE_ENDIAN_HERE = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;

/** Copies the numbers of the file. */
export function nodesOf(bytes: Uint8Array): Uint32Array {
  const copy = Buffer.from(new Uint8Array(bytes.subarray(0, bytes.length & ~(NODE - 1))).buffer);
  if (!LITTLE_ENDIAN_HERE) copy.swap32();
  return new Uint32Array(copy.buffer);
}

function broken(detail: string): WordList {
  return { ok: false, fault: { is: 'broken-kwg', detail } };
}
