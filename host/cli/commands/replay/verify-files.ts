import { cut } from '../../../core/text/columns.ts';
import { counted } from '../../../core/text/plural.ts';
import { visible } from '../../../core/text/visible.ts';
import { UsageError } from '../../../core/usage-error.ts';
import type { GameRecord } from '../../../events/read-record.ts';
import type { Games } from '../../../games/game.ts';
import { printJson, printLines, printNotes } from '../../print.ts';
import { readRecordAt } from '../../stores/read-record-at.ts';
import { type NamedList, type Outcome, outcomeOf } from './verify-file.ts';

/** A file that is no record, among others. */
type Unread = { readonly ok: false; readonly unreadable: true; readonly problem: string };

const statuses = { right: 0, 'not right': 1, unreadable: 2 } as const;
type Verdict = keyof typeof statuses;

/** Each record verified, a line for each; of several, how many were right. Answers the exit status. */
export async function verifyFiles(
  paths: readonly string[],
  games: Games,
  list: NamedList,
  json: boolean,
): Promise<number> {
  const counts: Record<Verdict, number> = { right: 0, 'not right': 0, unreadable: 0 };
  for (const path of paths) {
    const outcome = paths.length === 1 ? await verified(path, games, list) : await among(path, games, list);
    counts[verdictOf(outcome)]++;
    if (json) printJson({ file: path, ...outcome });
    else printLines(linesOf(path, outcome));
  }
  if (paths.length > 1 && !json) printLines([summary(paths.length, counts)]);
  if (counts['not right'] > 0) return statuses['not right'];
  return counts.unreadable > 0 ? statuses.unreadable : statuses.right;
}

export function noteIfTorn({ torn }: GameRecord, path: string): void {
  if (torn)
    printNotes([`${path}: the last line is incomplete (the host was killed while it wrote); it is ignored`]);
}

async function verified(path: string, games: Games, list: NamedList): Promise<Outcome> {
  const record = await readRecordAt(path, games);
  if (!record.ok) throw new UsageError(record.problem);
  noteIfTorn(record, path);
  return outcomeOf(record, list);
}

/** One that cannot be verified does not end the others. */
async function among(path: string, games: Games, list: NamedList): Promise<Outcome | Unread> {
  try {
    return await verified(path, games, list);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { ok: false, unreadable: true, problem: error.message };
  }
}

function verdictOf(outcome: Outcome | Unread): Verdict {
  if (outcome.ok) return 'right';
  return 'unreadable' in outcome ? 'unreadable' : 'not right';
}

function linesOf(path: string, outcome: Outcome | Unread): string[] {
  if (outcome.ok) return [`${path}: right. ${outcome.said}`];
  const { problem } = outcome;
  if ('unreadable' in outcome) return [problem.startsWith(path) ? problem : `${path}: ${problem}`];
  return [`${path}: not right. ${problem}`, ...(outcome.lines ?? []).map(shownLine)];
}

function summary(all: number, counts: Readonly<Record<Verdict, number>>): string {
  const others = [
    ...(counts['not right'] > 0 ? [`${counts['not right']} not`] : []),
    ...(counts.unreadable > 0 ? [`${counts.unreadable} could not be verified`] : []),
  ];
  const right = counts.right === all ? 'all right' : [`${counts.right} right`, ...others].join(', ');
  return `${counted(all, 'record')}: ${right}`;
}

const LONGEST_LINE = 4000;

/** For a record from outside. */
function shownLine(line: string): string {
  return cut(visible(line), LONGEST_LINE);
}
