import type { Fact } from '../../../../views/html/tables.ts';
import { scaleOf, wholeScale } from '../../../../views/scale.ts';
import type { Paint } from '../../../../views/terminal/paint.ts';
import type { RaceReport } from '../../race-report.ts';
import { howItWasMeasured, verdictLine, whatWasMeasured } from '../circumstances.ts';
import { raceFacts, unknownFacts } from '../facts.ts';
import { machineFacts } from '../machine-facts.ts';
import { curveTable, shareTables } from '../share-tables.ts';
import { dimmed, WIDTH } from './dimmed.ts';
import { tableLines } from './table-lines.ts';
import { wrapped } from './wrapped.ts';

const NAME = 16;

/** A race as people read it; the last line is the verdict. */
export function raceLines(report: RaceReport, paint: Paint): string[] {
  const curve = curveTable(report);
  const how = howItWasMeasured(report);
  return [
    ...wrapped(`${whatWasMeasured(report)}.`, WIDTH).map(paint.bold),
    ...(how.length > 0 ? dimmed(how.join(', '), 0, paint) : []),
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
