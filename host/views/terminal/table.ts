import { cut, padEnd, padStart, widthOf } from '../../core/columns.ts';
import { visible } from '../../core/visible.ts';

/** Rows under headings. Columns whose cells are all numbers stand to the right. */
export function drawTable(headings: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...all.map((row) => widthOf(row[column]!))));
  const right = headings.map((_, column) => rows.every((row) => /^[\d.,%+-]*( \w+)?$/.test(row[column]!)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        right[column] ? padStart(cell, widths[column]!) : padEnd(cell, widths[column]!),
      )
      .join('  ')
      .trimEnd();
  return all.map(line);
}

interface Row {
  readonly name: string;
  readonly won: number;
  readonly lost: number;
  readonly drawn: number;
  readonly out: number;
}

/** Several games: how many each player won, with an interval. */
export function standingsTable(players: readonly Row[], games: number): string[] {
  const rows = players.map(({ name, won, lost, drawn, out }) => {
    const share = games === 0 ? '' : `${((100 * (won + drawn / 2)) / games).toFixed(1)}%`;
    return [cut(visible(name), 40), String(won), String(drawn), String(lost), String(out), share];
  });
  return drawTable(['player', 'won', 'drawn', 'lost', 'out', 'share'], rows).map((line) => `  ${line}`);
}
