import type { Board } from '../board/board.ts';
import { LetterGraph } from './letter-graph.ts';
import { PathSearch } from './path-search.ts';

const BEFORE_A = 64;
const LATIN = 26;

export interface PathFinder {
  /** The cells that spell a word in capitals, each a neighbour of the one before, none twice; undefined: none do. */
  pathOf(word: string): readonly number[] | undefined;
}

/** For one board. A hot path: every guess that is in the dictionary is looked for. */
export function pathFinder(board: Board): PathFinder {
  const search = new PathSearch(LetterGraph.of(board));
  const { size } = search.graph;
  const letters = new Uint8Array(size);
  return {
    pathOf(word) {
      const { length } = word;
      if (length > size) return undefined;
      for (let place = 0; place < length; place++) {
        const letter = word.charCodeAt(place) - BEFORE_A;
        if (letter < 1 || letter > LATIN) return undefined;
        letters[place] = letter;
      }
      return search.find(letters, length, true) ? cellsOf(search, length) : undefined;
    },
  };
}

/** The first letter of a cell stands for it. */
function cellsOf({ graph, nodes }: PathSearch, length: number): number[] {
  const path: number[] = [];
  for (let place = 0; place < length; place++) if (nodes[place]! < graph.cells) path.push(nodes[place]!);
  return path;
}
