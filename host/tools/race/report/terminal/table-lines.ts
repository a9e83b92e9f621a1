import { cut, widthOf } from '../../../../core/text/columns.ts';
import { grouped, percent } from '../../../../core/text/plural.ts';
import { visible } from '../../../../core/text/visible.ts';
import type { Scale } from '../../../../views/scale.ts';
import type { Paint } from '../../../../views/terminal/paint.ts';
import { drawTable } from '../../../../views/terminal/table.ts';
import type { ShareRow, ShareTable } from '../share-tables.ts';
import { dimmed, WIDTH } from './dimmed.ts';
import { barAxis, shareBar } from './share-bar.ts';

const LONGEST_NAME = 14;

/** Who won how many gates, each with a bar, and what it means. */
export function tableLines(table: ShareTable, scale: Scale, paint: Paint): string[] {
  const { heading, rows, fair, says } = table;
  const names = rows.map(({ label, isName }) => (isName ? visible(label) : label));
  const isLong = names.some((name) => widthOf(name) > LONGEST_NAME);
  const headings = [heading, 'won', 'share', '95% interval', barAxis(fair, scale)];
  const cells = rows.map((row, index) =>
    cellsOf(row, isLong ? String(index + 1) : names[index]!, fair, scale),
  );
  const drawn = drawTable(headings, cells).map((line) => `  ${line}`);
  const told = isLong ? names.map((name, index) => `  ${index + 1} is ${cut(name, WIDTH - 7)}`) : [];
  return ['', titleLine(table, paint), ...drawn, ...told, ...dimmed(says, 2, paint)];
}

function cellsOf(row: ShareRow, label: string, fair: number, scale: Scale): string[] {
  const { wins, share, low, high } = row;
  const interval = `${percent(low)} to ${percent(high)}`;
  return [label, grouped(wins), percent(share), interval, shareBar(row, fair, scale)];
}

function titleLine({ title, chance }: ShareTable, paint: Paint): string {
  return chance === undefined ? paint.bold(title) : `${paint.bold(title)}  (${chance})`;
}
