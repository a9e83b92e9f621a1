import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const folder = join(import.meta.dirname, 'python');

export interface Judged {
  readonly status: number | null;
  /** What was printed, by line; the last one counts. */
  readonly lines: readonly string[];
}

/** Runs a program of the second judge. */
export function python(program: string, ...args: readonly string[]): Judged {
  return pythonOn('', program, ...args);
}

/** Runs a program with this text on its standard input. */
export function pythonOn(input: string, program: string, ...args: readonly string[]): Judged {
  const { status, stdout, stderr } = spawnSync('python3', ['-B', join(folder, program), ...args], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    input,
  });
  return { status, lines: `${stdout}${stderr}`.trimEnd().split('\n') };
}

/** With these word lists. */
export function judgeRecords(lists: readonly string[], records: readonly string[]): Judged {
  return python('judge.py', ...lists.flatMap((list) => ['--words', list]), ...records);
}
