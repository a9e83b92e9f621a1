import { spawnSync } from 'node:child_process';
import { counted } from '../../../core/plural.ts';
import { allowedList } from './allowed.ts';
import { findPinning } from './pinning.ts';

export type OwnProcessors =
  | {
      readonly ok: true;
      /** As many as there are players. */
      readonly players: readonly number[];
      /** All others, for the host. */
      readonly host: readonly number[];
      readonly program: string;
    }
  | { readonly ok: false; readonly problem: string };

/** A processor for each player alone, and at least one that is left for the host. */
export function ownProcessors(players: number): OwnProcessors {
  const pinning = findPinning();
  if (!pinning.ok) return { ok: false, problem: pinning.because };
  const { processors, program } = pinning;
  const free = processors.length - players;
  if (free < 1) return { ok: false, problem: tooFew(players, processors.length) };
  return { ok: true, players: processors.slice(free), host: processors.slice(0, free), program };
}

function tooFew(players: number, processors: number): string {
  const needed = `${counted(players, 'player')} and the host need ${players + 1} processors, one each`;
  const found = processors === 1 ? 'there is 1' : `there are ${processors}`;
  return `${needed}, and ${found} that this host may use (${allowedList()})`;
}

/** All threads of this process, and what they start from now on. Answers with what went wrong, or with nothing. */
export function keepHostTo(program: string, processors: readonly number[]): string | undefined {
  const words = ['-a', '-c', '-p', processors.join(','), String(process.pid)];
  const { status, stderr } = spawnSync(program, words, { encoding: 'utf8' });
  return status === 0 ? undefined : stderr.trim();
}
