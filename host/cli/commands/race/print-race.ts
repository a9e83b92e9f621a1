import { writeFileSync } from 'node:fs';
import { faultInWords } from '../../../files/output/fault-in-words.ts';
import type { RaceReport } from '../../../tools/race/race-report.ts';
import { racePage } from '../../../tools/race/report/html/race-page.ts';
import { paintedVerdict, raceLines } from '../../../tools/race/report/terminal/race-lines.ts';
import { paintFor } from '../../../views/terminal/paint.ts';
import { printError, printJson, printLines, printNotes } from '../../print.ts';
import type { RaceOptions } from './options.ts';

/** The report in the requested forms, and its exit status. */
export function printRace(
  report: RaceReport,
  { json, quiet, html }: Pick<RaceOptions, 'json' | 'quiet' | 'html'>,
  coloured: boolean,
): number {
  const paint = paintFor(coloured);
  if (json) {
    printJson(report);
    if (!quiet) printNotes([paintedVerdict(report, paintFor(coloured && process.stderr.isTTY))]);
  } else printLines(quiet ? [paintedVerdict(report, paint)] : raceLines(report, paint));
  if (html !== undefined && !writePage(html, report, quiet)) return 3;
  return report.verdict.fair && report.offences === 0 ? 0 : 1;
}

function writePage(path: string, report: RaceReport, quiet: boolean): boolean {
  try {
    writeFileSync(path, racePage(report));
  } catch (error) {
    printError(`the page could not be written: ${faultInWords(error as Error)}\n`);
    return false;
  }
  if (!quiet) printNotes([`page: ${path}`]);
  return true;
}
