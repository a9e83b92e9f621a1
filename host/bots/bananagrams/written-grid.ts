import { judgeAlone } from '../../games/bananagrams/judge.ts';
import { type Grid, readGrid, threeDigits } from '../../games/bananagrams/wire/messages.ts';
import type { Automaton } from '../../lexicon/automaton.ts';

const MOST_CELLS = 999;

interface WrittenGrid {
  /** Rows have equal length, with a dot for each empty cell. */
  readonly rows: readonly string[];
  readonly grid: Grid;
  /** Why the rules refuse it for this hand. */
  readonly refused: string | undefined;
}

/** Reads and judges a grid as people and models write it. A string is the reason why it is no grid. */
export function readWrittenGrid(
  written: readonly string[],
  letters: string,
  lexicon: Automaton,
): WrittenGrid | string {
  const width = written.reduce((most, { length }) => Math.max(most, length), 0);
  if (width > MOST_CELLS || written.length > MOST_CELLS)
    return `expected at most ${MOST_CELLS} rows and columns`;
  const rows = written.map((row) => row.replaceAll(' ', '.').padEnd(width, '.'));
  const read = readGrid(threeDigits(width) + threeDigits(rows.length) + rows.join(''));
  if (!read.ok) return read.problem;
  const verdict = judgeAlone(read.grid, letters, lexicon);
  return { rows, grid: read.grid, refused: verdict.legal ? undefined : verdict.detail };
}
