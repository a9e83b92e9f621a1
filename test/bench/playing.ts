import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { seconds } from '../../host/core/units.ts';
import type { MatchPlan } from '../../host/match/plan.ts';
import { type GameTools, playGame } from '../../host/runs/play-game.ts';
import { defaultUnreadCap } from '../../host/seats/process/process-options.ts';
import { processSeats } from '../../host/seats/process/process-seats.ts';
import { openPrograms, type Programs, withoutCompiler } from '../support/programs.ts';
import type { Figure, Measure, Skipped } from './figure.ts';

/** A group whose players are programs in C: they are compiled for it. */
export const withPrograms =
  (measure: (programs: Programs) => Promise<readonly (Figure | Skipped)[]>): Measure =>
  async () => {
    if (withoutCompiler !== undefined) return [{ what: 'all figures', skipped: withoutCompiler }];
    using programs = openPrograms();
    // Under `strict` they are run by another user.
    chmodSync(programs.folder, 0o755);
    return await measure(programs);
  };

/** Seats of players as the command line opens them. */
export const seatsWith = (changes: Partial<Parameters<typeof processSeats>[0]> = {}) =>
  processSeats({
    sandbox: 'auto',
    shell: '/bin/sh',
    cwd: undefined,
    graceNs: seconds(1),
    unreadCap: defaultUnreadCap,
    stderr: 'discard',
    commandFolder: undefined,
    ...changes,
  });

/** Plays a game in this process, and counts the microseconds of its processor time. */
export async function playHere(plan: MatchPlan, tools: Partial<GameTools> = {}) {
  const before = process.cpuUsage();
  const played = await playGame(plan, { openSeats: seatsWith(), ...tools });
  const { user, system } = process.cpuUsage(before);
  return { ...played, cpu: user + system };
}

/** What a program prints. It has to succeed. */
export function printed(program: string, words: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, words, { encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(`${program} ${words.join(' ')} ended with status ${status}:\n${stderr}`);
  return stdout;
}

export const printedByNode = (...words: readonly string[]) => printed(process.execPath, words);
