import type { Key } from '../../../core/chance.ts';
import { keyOf } from '../../../core/seed.ts';
import { meant } from '../../../core/text/near-name.ts';
import { faultInWords } from '../../../files/output/fault-in-words.ts';
import { readStart } from '../../../files/read-start.ts';
import type { Board } from '../../../games/scrabble/board/board.ts';
import { boardFromFile } from '../../../games/scrabble/board/make-board.ts';
import { boardNames, namedBoard } from '../../../games/scrabble/board/named-board.ts';
import { wantsSeed } from '../../../games/scrabble/board/random-board.ts';

export type FoundBoard =
  | { readonly ok: true; readonly board: Board }
  /** Not there, or there and no board. */
  | { readonly ok: false; readonly is: 'missing' | 'wrong'; readonly problem: string };

/** More than any board file has. The file may be anything: no more of it is read. */
const READ = 2 ** 20;

/** A board by its name, or else from a file. `random` needs the key of a match; `random:SEED` has its own. */
export function findBoard(name: string, matchKey?: Key): FoundBoard {
  const board = namedBoard(name, keyOf, matchKey);
  if (board) return { ok: true, board };
  const wanted = wantsSeed(name);
  if (wanted !== undefined) return missing(`board ${name}: ${wanted}`);
  let text: string;
  try {
    text = readStart(name, READ).toString('utf8');
  } catch (error) {
    return missing(
      `board ${name}: cannot be read: ${faultInWords(error as Error)}, and there is no built-in board of that name${meant(name, boardNames)}`,
    );
  }
  const read = boardFromFile(name, text);
  return read.ok ? read : { ok: false, is: 'wrong', problem: `board ${name}: ${read.problem}` };
}

function missing(problem: string): FoundBoard {
  return { ok: false, is: 'missing', problem };
}
