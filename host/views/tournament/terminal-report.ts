import { counted, cut, visible, widthOf, wrapped } from '../../core/text.ts';
import type { TournamentReport } from '../../tournament/report.ts';
import { modelLines } from '../model-figures.ts';
import type { Paint } from '../terminal/paint.ts';
import { drawTable } from '../terminal/table.ts';
import {
  asPoints,
  type Column,
  crosstableCells,
  faultsOf,
  faultWords,
  hasMeetings,
  inFull,
  type MeetingForm,
  progressSentence,
  reportTitle,
  shortNames,
  standingsColumns,
  warningSentences,
  workerTable,
} from './report-words.ts';

export interface Look {
  readonly width: number;
  readonly paint: Paint;
}

const INDENT = '  ';
const GAP = 2;
/** Columns are omitted before a name gets narrower. */
const LEAST_NAME = 16;
const NAME_IN_CROSSTABLE = 12;
/** A larger crosstable would take several pages, so it shows only the best players. */
const MOST_CROSSED = 40;

/** `replay` is the command that shows a game. */
export function terminalReport(
  report: TournamentReport,
  replay: (number: number) => string | undefined,
  look: Look,
): string[] {
  return [
    look.paint.bold(reportTitle(report)),
    progressSentence(report),
    ...section('Standings', standingsLines(report, look.width), look),
    ...section('Crosstable', crosstableLines(report, look.width), look),
    ...section('Warnings', indented(warningSentences(report)), look),
    ...section('Language models', modelLines(report.models ?? []), look),
    ...section('Workers', workerLines(report, look.width), look),
    ...section('Who is broken, and why', faultLines(report, replay, look.width), look),
  ];
}

function workerLines(report: TournamentReport, width: number): string[] {
  const table = workerTable(report);
  return table ? indented(drawTable(table.headings, table.rows, width - INDENT.length)) : [];
}

function section(title: string, lines: readonly string[], { paint }: Look): string[] {
  return lines.length === 0 ? [] : ['', paint.bold(title), '', ...lines];
}

/** Omitted columns are named. */
export function standingsLines(report: TournamentReport, width: number): string[] {
  const { standings } = report;
  if (standings.length === 0) return [];
  const all = standingsColumns(report);
  const space = width - INDENT.length;
  const longest = Math.max(...standings.map(({ name }) => widthOf(visible(name))));
  const least = Math.min(longest, LEAST_NAME);
  let shown = all;
  while (widthWithout(shown, report) + least > space && shown.some(({ leftOut }) => leftOut > 0))
    shown = withoutLast(shown);
  const names = shortNames(
    standings.map(({ name }) => name),
    Math.max(least, space - widthWithout(shown, report)),
  );
  const rows = standings.map((row, index) =>
    shown.map(({ heading, cell }) => (heading === 'player' ? names[index]! : cell(row))),
  );
  const left = all.filter((column) => !shown.includes(column)).map(({ heading }) => heading);
  const lines = drawTable(
    shown.map(({ heading }) => heading),
    rows,
  ).map((line) => `${INDENT}${line}`);
  return left.length === 0
    ? lines
    : [...lines, '', cut(`${INDENT}hidden (--as html has all): ${left.join(', ')}`, width)];
}

/** The width of all columns but the names. */
function widthWithout(columns: readonly Column[], { standings }: TournamentReport): number {
  return columns
    .filter(({ heading }) => heading !== 'player')
    .map(({ heading, cell }) => Math.max(heading.length, ...standings.map((row) => widthOf(cell(row)))) + GAP)
    .reduce((sum, each) => sum + each, 0);
}

function withoutLast(columns: readonly Column[]): readonly Column[] {
  const most = Math.max(...columns.map(({ leftOut }) => leftOut));
  const last = columns.findLast(({ leftOut }) => leftOut === most);
  return columns.filter((column) => column !== last);
}

function crosstableLines(report: TournamentReport, width: number): string[] {
  const { standings } = report;
  if (standings.length < 2 || !hasMeetings(report)) return [];
  const names = standings.map(({ name }) => name);
  const space = width - INDENT.length;
  const couldFit = standings.length <= mostColumns(space);
  for (const { form, says } of couldFit ? forms : [])
    for (const longest of [Number.POSITIVE_INFINITY, NAME_IN_CROSSTABLE]) {
      const cells = crosstableCells(report, shortNames(names, longest), form);
      const lines = drawTable(cells.headings, cells.rows);
      if (lines.every((line) => widthOf(line) <= space)) return [...indented(lines), '', `${INDENT}${says}`];
    }
  const labels = shortNames(names, NAME_IN_CROSSTABLE);
  if (standings.length > MOST_CROSSED) return firstCrossed(report, labels, space);
  return [...blocks(report, labels, columnsIn(space, report, labels)), '', `${INDENT}${forms[1].says}`];
}

function columnsIn(space: number, { crosstable }: TournamentReport, labels: readonly string[]): number {
  const longestNumber = String(crosstable.length).length;
  const widest = Math.max(...crosstable.flat().map((meeting) => asPoints(meeting).length), longestNumber);
  const head = longestNumber + GAP + Math.max(...labels.map(widthOf));
  return Math.max(1, Math.floor((space - head) / (widest + GAP)));
}

const mostColumns = (space: number) => Math.floor(space / (GAP + 1));

/** The best players that fit beside each other. */
function firstCrossed(report: TournamentReport, labels: readonly string[], space: number): string[] {
  const few = firstOf(report, mostColumns(space));
  const first = columnsIn(space, few, labels);
  const crossed = firstOf(few, first);
  const which = `${INDENT}the first ${first} of ${counted(labels.length, 'player')}`;
  return hasMeetings(crossed)
    ? [...blocks(crossed, labels, first), '', `${INDENT}${forms[1].says}`, `${which}: ${ELSEWHERE}`]
    : [`${which} have not met: ${ELSEWHERE}`];
}

const ELSEWHERE = 'use --as html or --as json for all';

function firstOf(report: TournamentReport, count: number): TournamentReport {
  return { ...report, crosstable: report.crosstable.slice(0, count).map((row) => row.slice(0, count)) };
}

const forms = [
  { form: inFull, says: 'won-drawn-lost of the row against the column' },
  { form: asPoints, says: 'points of the row against the column: 1 for a win, 0.5 for a draw' },
] as const satisfies readonly { readonly form: MeetingForm; readonly says: string }[];

function blocks(report: TournamentReport, labels: readonly string[], columns: number): string[] {
  const { length } = report.crosstable;
  const even = Math.ceil(length / Math.ceil(length / columns));
  const lines: string[] = [];
  for (let from = 0; from < length; from += even) {
    const { headings, rows } = crosstableCells(report, labels, asPoints, [
      from,
      Math.min(length, from + even),
    ]);
    if (from > 0) lines.push('');
    lines.push(...indented(drawTable(headings, rows)));
  }
  return lines;
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `${INDENT}${line}`);
}

const MOST_SHOWN = 20;

function faultLines(
  report: TournamentReport,
  replay: (number: number) => string | undefined,
  width: number,
): string[] {
  const faults = faultsOf(report);
  const more = faults.length - MOST_SHOWN;
  const lines = faults.slice(0, MOST_SHOWN).flatMap((fault) => {
    const [head = '', ...rest] = wrapped(faultWords(fault), width - 2 * INDENT.length);
    return [
      head,
      ...[...rest, replay(fault.first.number) ?? ''].filter(Boolean).map((line) => INDENT + line),
    ];
  });
  return indented([
    ...lines,
    ...(more > 0 ? [`and ${counted(more, 'other fault')}: use --as junit or --as html for all`] : []),
  ]);
}
