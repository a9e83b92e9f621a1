import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Result } from '../../host/events/result.ts';
import { type Outcome, type RunOptions, resultsOf, start } from '../cli/wordhost.ts';
import { stolenMs } from '../support/stolen-time.ts';
import type { Arena } from './arena.ts';
import { bash } from './users.ts';

export const honest = ({ programs }: Pick<Arena, 'programs'>) =>
  `'${bash}' '${join(programs, 'honest.bash')}'`;

export interface PlayedMisbehaviour {
  readonly outcome: Outcome;
  readonly result: Result | undefined;
  readonly peakKb: number;
  /**
   * How long the host was ready to run and had no processor, and the machine had none itself, in milliseconds: that is the fault
   * of other work.
   */
  readonly waitedMs: number;
  readonly survivors: readonly number[];
}

const LOOK_MS = 40;

/** One run of the built command line. `tag` is in the command line of each player. */
export async function playMisbehaving(
  args: readonly string[],
  tag: string,
  options: RunOptions,
): Promise<PlayedMisbehaviour> {
  const stolenBefore = stolenMs();
  const running = start(args, options);
  let peakKb = 0;
  let waitedMs = 0;
  let over = false;
  const ended = running.ended.finally(() => (over = true));
  while (!over) {
    peakKb = Math.max(peakKb, peakOf(running.child.pid!));
    waitedMs = Math.max(waitedMs, waitedBy(running.child.pid!));
    await Promise.race([ended, sleep(LOOK_MS)]);
  }
  const outcome = await ended;
  const [result] = resultsOf(outcome);
  waitedMs += stolenMs() - stolenBefore;
  return { outcome, result, peakKb, waitedMs, survivors: survivorsOf(tag, result?.id) };
}

/** What this player said on standard error, as it was kept in a folder of one game. */
export function errorsOf(name: string, folder: string): string {
  const file = existsSync(folder) && readdirSync(folder).find((file) => file.endsWith(`-${name}.txt`));
  return file ? readFileSync(join(folder, file), 'utf8') : '';
}

function peakOf(pid: number): number {
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(read(`${pid}/status`))?.[1] ?? 0);
}

/** Of its first thread, which plays; 0 where the system does not count it. */
function waitedBy(pid: number): number {
  return Number(read(`${pid}/schedstat`).split(' ')[1] ?? 0) / 1e6;
}

/** Known by the marker in the environment; or, with that thrown away, by a word of the command line. */
function survivorsOf(tag: string, game: string | undefined): number[] {
  const isOfIt = (pid: string) =>
    read(`${pid}/cmdline`).includes(`\0${tag}\0`) ||
    (game !== undefined && read(`${pid}/environ`).includes(`WORDHOST_GAME=${game}\0`));
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isOfIt(name))
    .map(Number);
}

function read(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'latin1');
  } catch {
    return ''; // gone
  }
}
