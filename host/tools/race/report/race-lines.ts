import { cut, grouped, inLines, percent, visible, widthOf } from '../../../core/text.ts';
import type { Fact } from '../../../views/html/markup.ts';
import { positionOn, type Scale, scaleOf, wholeScale } from '../../../views/scale.ts';
import type { Paint } from '../../../views/terminal/paint.ts';
import { drawTable } from '../../../views/terminal/table.ts';
import type { RaceReport } from '../race-report.ts';
import {
  curveTable,
  howItWasMeasured,
  machineFacts,
  raceFacts,
  type ShareRow,
  type ShareTable,
  shareTables,
  unknownFacts,
  verdictLine,
  whatWasMeasured,
} from './facts.ts';

const NAME = 16;

export function raceLines(report: RaceReport, paint: Paint): string[] {
  const curve = curveTable(report);
  const how = howItWasMeasured(report);
  return [
    ...wrapText(`${whatWasMeasured(report)}.`, WIDTH).map(paint.bold),
    ...(how.length > 0 ? dimLines(how.join(', '), 0, paint) : []),
    ...shareTables(report).flatMap((table) => tableLines(table, scaleOf(table), paint)),
    ...(curve ? tableLines(curve, wholeScale, paint) : []),
    ...factLines('Other measurements', raceFacts(report), paint),
    ...unknownLines(report, paint),
    ...factLines('Machine', machineFacts(report), paint),
    '',
    paintedVerdict(report, paint),
  ];
}

export function paintedVerdict(report: RaceReport, paint: Paint): string {
  const line = verdictLine(report);
  if (!report.verdict.fair) return paint.bad(line);
  return report.verdict.judged ? paint.good(line) : paint.bold(line);
}

function factLines(title: string, facts: readonly Fact[], paint: Paint): string[] {
  return ['', paint.bold(title), ...facts.flatMap((fact) => oneFact(fact, paint))];
}

function oneFact({ name, value, means }: Fact, paint: Paint): string[] {
  const [first = '', ...more] = wrapText(value, WIDTH - NAME - 2);
  const lines = [`  ${name.padEnd(NAME)}${first}`, ...more.map((line) => ' '.repeat(NAME + 2) + line)];
  return means === undefined ? lines : [...lines, ...dimLines(means, NAME + 2, paint)];
}

function unknownLines(report: RaceReport, paint: Paint): string[] {
  const unknown = unknownFacts(report);
  return unknown.length === 0 ? [] : dimLines(`Not available: ${unknown.join(', ')}.`, 2, paint);
}

const LONGEST_NAME = 14;

function tableLines(table: ShareTable, scale: Scale, paint: Paint): string[] {
  const { title, chance, heading, rows, fair, says } = table;
  const titleLine = chance === undefined ? paint.bold(title) : `${paint.bold(title)}  (${chance})`;
  const names = rows.map(({ label, isName }) => (isName ? visible(label) : label));
  const isLong = names.some((name) => widthOf(name) > LONGEST_NAME);
  const headings = [heading, 'won', 'share', '95% interval', barAxis(fair, scale)];
  const cells = rows.map((row, index) => {
    const { wins, share, low, high } = row;
    const label = isLong ? String(index + 1) : names[index]!;
    const interval = `${percent(low)} to ${percent(high)}`;
    return [label, grouped(wins), percent(share), interval, shareBar(row, fair, scale)];
  });
  const drawn = drawTable(headings, cells).map((line) => `  ${line}`);
  const told = isLong ? names.map((name, index) => `  ${index + 1} is ${cut(name, WIDTH - 7)}`) : [];
  return ['', titleLine, ...drawn, ...told, ...dimLines(says, 2, paint)];
}

const BAR = 31;

/** Draws an interval with its share, and the fair share as a line: `   ├──┼●──┤   `. */
export function shareBar({ share, low, high }: ShareRow, fair: number, scale: Scale): string {
  const cell = (value: number) => Math.round(positionOn(scale, value) * (BAR - 1));
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

/** The axis above the bars: both ends, and the fair share. */
export function barAxis(fair: number, { low, high }: Scale): string {
  const edge = (share: number) => `${Number((100 * share).toFixed(1))}%`;
  const [left, right, middle] = [edge(low), edge(high), edge(fair)];
  const at = Math.round(positionOn({ low, high }, fair) * (BAR - 1)) - Math.floor(middle.length / 2);
  const cells = [...' '.repeat(BAR)];
  const write = (text: string, from: number) => cells.splice(from, text.length, ...text);
  write(left, 0);
  write(right, BAR - right.length);
  const isClear = at > left.length && at + middle.length < BAR - right.length;
  if (isClear) write(middle, at);
  return cells.join('');
}

const WIDTH = 80;

function dimLines(text: string, indent: number, paint: Paint): string[] {
  return wrapText(text, WIDTH - indent).map((line) => `${' '.repeat(indent)}${paint.dim(line)}`);
}

/** Longer words are broken. */
function wrapText(text: string, width: number): string[] {
  const words = text.split(' ').flatMap((word) => word.match(new RegExp(`.{1,${width}}`, 'gs')) ?? ['']);
  return inLines(words, width);
}
