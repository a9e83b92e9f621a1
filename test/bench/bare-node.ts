import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** What a program prints, which is a number. */
export function printed(program: string, words: readonly string[]): number {
  const { status, stdout, stderr } = spawnSync(program, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ended with status ${status}:\n${stderr}`);
  return Number(stdout);
}

/** Two players on bare Node's pipes, nothing judged: microseconds of processor time for a turn. */
export function bareNode(player: string, turns: number): number {
  return printed(process.execPath, [
    join(import.meta.dirname, 'programs', 'relay.mjs'),
    player,
    String(turns),
  ]);
}

/** The same on the machine, and at the hour, for which targets were set. */
export const BARE_NODE_THEN = 12.6;
