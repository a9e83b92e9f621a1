import { cut, escaped } from '../../../records/escape.ts';
import type { Paint } from '../../../records/terminal/paint.ts';
import { drawTable } from '../../../records/terminal/table.ts';
import type { RaceReport } from '../../race-report.ts';
import { howItWasMeasured, verdictLine, whatWasMeasured } from '../circumstances.ts';
import { type Fact, raceFacts, unknownFacts } from '../facts.ts';
import { machineFacts } from '../machine-facts.ts';
import { count, percent } from '../number-words.ts';
import { type Scale, scaleOf, wholeScale } from '../scale.ts';
import { curveTable, type ShareTable, shareTables } from '../share-tables.ts';
import { barAxis, shareBar } from './share-bar.ts';
import { wrapped } from './wrapped.ts';

const WIDTH = 80;
const NAME = 16;
const LONGEST_LABEL = 16;

/** A race as people read it; the last line is the verdict. */
export function raceLines(report: RaceReport, paint: Paint): string[] {
  const curve = curveTable(report);
  return [
    ...wrapped(`${whatWasMeasured(report)}.`, WIDTH).map(paint.bold),
    ...wrapped(howItWasMeasured(report).join(', '), WIDTH).map(paint.dim),
    ...shareTables(report).flatMap((table) => tableLines(table, scaleOf(table), paint)),
    ...(curve ? tableLines(curve, wholeScale, paint) : []),
    ...factLines('What else was measured', raceFacts(report), paint),
    ...unknownLines(report, paint),
    ...factLines('The machine', machineFacts(report), paint),
    '',
    paintedVerdict(report, paint),
  ];
}

export function paintedVerdict(report: RaceReport, paint: Paint): string {
  const line = verdictLine(report);
  if (!report.verdict.fair) return paint.bad(line);
  return report.verdict.judged ? paint.good(line) : paint.bold(line);
}

function tableLines(table: ShareTable, scale: Scale, paint: Paint): string[] {
  const { heading, rows, fair, says } = table;
  const headings = [heading, 'won', 'share', '95% interval', barAxis(fair, scale)];
  const cells = rows.map((row) => [
    cut(row.isName ? escaped(row.label) : row.label, LONGEST_LABEL),
    count(row.wins),
    percent(row.share),
    `${percent(row.low)} to ${percent(row.high)}`,
    shareBar(row, fair, scale),
  ]);
  const drawn = drawTable(headings, cells).map((line) => `  ${line}`);
  return ['', titleLine(table, paint), ...drawn, ...dimmed(says, 2, paint)];
}

function titleLine({ title, chance }: ShareTable, paint: Paint): string {
  return chance === undefined ? paint.bold(title) : `${paint.bold(title)}  (${chance})`;
}

function factLines(title: string, facts: readonly Fact[], paint: Paint): string[] {
  return ['', paint.bold(title), ...facts.flatMap((fact) => oneFact(fact, paint))];
}

function oneFact({ name, value, means }: Fact, paint: Paint): string[] {
  const [first = '', ...more] = wrapped(value, WIDTH - NAME - 2);
  const lines = [`  ${name.padEnd(NAME)}${first}`, ...more.map((line) => ' '.repeat(NAME + 2) + line)];
  return means === undefined ? lines : [...lines, ...dimmed(means, NAME + 2, paint)];
}

function unknownLines(report: RaceReport, paint: Paint): string[] {
  const unknown = unknownFacts(report);
  return unknown.length === 0 ? [] : dimmed(`Not known here: ${unknown.join(', ')}.`, 2, paint);
}

function dimmed(text: string, indent: number, paint: Paint): string[] {
  return wrapped(text, WIDTH - indent).map((line) => `${' '.repeat(indent)}${paint.dim(line)}`);
}
