import { execFile } from 'node:child_process';
import type { Marker } from './marked.ts';

/** A line of `ps`, on systems without `/proc`. It cannot tell what hides its environment. */
export interface PsRow {
  readonly pid: number;
  carries(marker: Marker): boolean;
}

/** Each line: pid, process group, state, then the command with its environment after it. */
const COLUMNS = ['-axwwE', '-o', 'pid=,pgid=,stat=,command='];

const LONGEST_MS = 10_000;

export function psTable(): Promise<PsRow[]> {
  return new Promise((resolve) => {
    const bounds = { maxBuffer: 2 ** 28, timeout: LONGEST_MS, killSignal: 'SIGKILL' } as const;
    execFile('ps', COLUMNS, bounds, (_error, output) => resolve(parsePs(output)));
  });
}

export function parsePs(output: string): PsRow[] {
  return output.split('\n').flatMap((line) => {
    const [, pid, group, state, words] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    if (words === undefined || state!.startsWith('Z')) return [];
    const carries = ({ environment, leader }: Marker) =>
      Number(group) === leader()?.pid ||
      Object.entries(environment).every(([name, value]) => `${words} `.includes(` ${name}=${value} `));
    return [{ pid: Number(pid), carries }];
  });
}
