import { placeOn, type Scale } from '../../../../views/scale.ts';
import type { ShareRow } from '../share-tables.ts';

export const BAR = 31;

/** An interval with its share in it, and the fair share as a line: `   ├──┼●──┤   `. */
export function shareBar({ share, low, high }: ShareRow, fair: number, scale: Scale): string {
  const cell = (value: number) => Math.round(placeOn(scale, value) * (BAR - 1));
  const [from, to, at, line] = [cell(low), cell(high), cell(share), cell(fair)];
  return Array.from({ length: BAR }, (_, index) => {
    if (index === at) return '●';
    if (index === line) return from <= index && index <= to ? '┼' : '│';
    if (index < from || index > to) return ' ';
    return index === from ? '├' : index === to ? '┤' : '─';
  })
    .join('')
    .trimEnd();
}

/** What stands above the bars: both ends, and the fair share at its place. */
export function barAxis(fair: number, { low, high }: Scale): string {
  const [left, right, middle] = [low, high, fair].map(edge) as [string, string, string];
  const at = Math.round(placeOn({ low, high }, fair) * (BAR - 1)) - Math.floor(middle.length / 2);
  const cells = [...' '.repeat(BAR)];
  const write = (text: string, from: number) => cells.splice(from, text.length, ...text);
  write(left, 0);
  write(right, BAR - right.length);
  const isClear = at > left.length && at + middle.length < BAR - right.length;
  if (isClear) write(middle, at);
  return cells.join('');
}

function edge(share: number): string {
  return `${Number((100 * share).toFixed(1))}%`;
}
