import { spawnSync } from 'node:child_process';
import { counted } from '../../../core/text.ts';
import { quotedIfNeeded } from '../../../files/shell.ts';
import { findProgram } from './find-program.ts';
import { readProc } from './proc.ts';

export type Pinning =
  | { readonly ok: true; readonly processors: readonly number[]; readonly program: string }
  | { readonly ok: false; readonly because: string };

export function findPinning(): Pinning {
  const program = findProgram('taskset');
  if (program === undefined) return { ok: false, because: 'cannot find taskset on the PATH' };
  const processors = allowedProcessors();
  if (processors === undefined)
    return { ok: false, because: 'this system does not report which processors are available' };
  // execa takes 15 ms to load, and players start only after that.
  const { status, stderr } = spawnSync(program, ['-c', String(processors[0]), 'true'], { encoding: 'utf8' });
  if (status !== 0) return { ok: false, because: `taskset failed: ${stderr.trim()}` };
  return { ok: true, processors, program };
}

/** Runs the same command on one processor. */
export function onProcessor(program: string, processor: number, shell: string, command: string): string {
  return `exec ${quotedIfNeeded(program)} -c ${processor} ${quotedIfNeeded(shell)} -c ${quotedIfNeeded(command)}`;
}

export type OwnProcessors =
  | {
      readonly ok: true;
      readonly players: readonly number[];
      readonly host: readonly number[];
      readonly program: string;
    }
  | { readonly ok: false; readonly problem: string };

/** Gives each player a processor, and the host at least one. */
export function ownProcessors(players: number): OwnProcessors {
  const pinning = findPinning();
  if (!pinning.ok) return { ok: false, problem: pinning.because };
  const { processors, program } = pinning;
  const free = processors.length - players;
  if (free < 1) return { ok: false, problem: tooFew(players, processors.length) };
  return { ok: true, players: processors.slice(free), host: processors.slice(0, free), program };
}

function tooFew(players: number, processors: number): string {
  const needed = `${counted(players, 'player')} and the host need ${players + 1} processors, one for each`;
  return `${needed}, but this host may use only ${processors} (${allowedList()})`;
}

/** Moves all threads of this process. Returns what went wrong. */
export function keepHostTo(program: string, processors: readonly number[]): string | undefined {
  const words = ['-a', '-c', '-p', processors.join(','), String(process.pid)];
  const { status, stderr } = spawnSync(program, words, { encoding: 'utf8' });
  return status === 0 ? undefined : stderr.trim();
}

/** For example `0-1,4`. Undefined if unknown. */
export function allowedList(): string | undefined {
  return /^Cpus_allowed_list:\s*(\S+)/m.exec(readProc('self/status') ?? '')?.[1];
}

export function allowedProcessors(list = allowedList()): number[] | undefined {
  return list?.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}
