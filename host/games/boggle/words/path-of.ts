import type { Board } from '../board/board.ts';
import { LetterGraph } from './letter-graph.ts';
import { PathSearch } from './path-search.ts';

const BEFORE_A = 64;
const LATIN = 26;
/** 16 by 16 cells of four letters. */
const MOST_LETTERS = 1024;

const searches = new WeakMap<Board, PathSearch>();
const letters = new Uint8Array(MOST_LETTERS);

/**
 * The cells that spell a word in capitals, each a neighbour of the one before, none twice; nothing where none do.
 * A hot path: every guess that is in the dictionary comes here.
 */
export function pathOf(board: Board, word: string): readonly number[] | undefined {
  const search = searchOn(board);
  const { length } = word;
  if (length > search.graph.size) return undefined;
  for (let place = 0; place < length; place++) {
    const letter = word.charCodeAt(place) - BEFORE_A;
    if (letter < 1 || letter > LATIN) return undefined;
    letters[place] = letter;
  }
  return search.find(letters, length, true) ? cellsOf(search, length) : undefined;
}

function searchOn(board: Board): PathSearch {
  const known = searches.get(board);
  if (known) return known;
  const search = new PathSearch(LetterGraph.of(board));
  searches.set(board, search);
  return search;
}

/** The first letter of a cell stands for it. */
function cellsOf({ graph, nodes }: PathSearch, length: number): number[] {
  const path: number[] = [];
  for (let place = 0; place < length; place++) if (nodes[place]! < graph.cells) path.push(nodes[place]!);
  return path;
}
