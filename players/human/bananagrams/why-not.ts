import { judgeGrid, readGrid, type TileGrid } from 'wordhost/bananagrams';
import type { Lexicon } from 'wordhost/lexicon';
import { spaced } from './watched-race.ts';

/** Returns why the host would refuse this grid as a peel. */
export function whyNotPeel(grid: TileGrid, lexicon: Lexicon): string | undefined {
  const { loose } = grid;
  if (loose.length > 0) return `place all your tiles first; left: ${spaced(loose.toSorted())}`;
  const rows = grid.rows();
  const [width, height] = [rows[0]?.length ?? 0, rows.length].map((size) => String(size).padStart(3, '0'));
  const reading = readGrid(`${width}${height}${rows.join('')}`);
  if (!reading.ok) return reading.problem;
  const refusal = judgeGrid(reading.grid, lexicon);
  switch (refusal?.rule) {
    case 'word':
      return `${refusal.word} (${refusal.across ? 'across' : 'down'}) is not in the word list`;
    case 'connected':
      return 'connect all tiles edge to edge; lowercase letters are not connected';
    default:
      return undefined;
  }
}
