import { spawnSync } from 'node:child_process';
import { findProgram } from '../processes/find-program.ts';
import { quoted } from '../quoted.ts';
import { allowedProcessors } from './allowed.ts';

export type Pinning =
  | { readonly ok: true; readonly processors: readonly number[]; readonly program: string }
  | { readonly ok: false; readonly because: string };

/** Whether each player can be kept to one processor. */
export function findPinning(): Pinning {
  const program = findProgram('taskset');
  if (program === undefined) return { ok: false, because: 'there is no taskset on the PATH' };
  const processors = allowedProcessors();
  if (processors === undefined)
    return { ok: false, because: 'this system does not tell which processors may be used' };
  const { status, stderr } = spawnSync(program, ['-c', String(processors[0]), 'true'], { encoding: 'utf8' });
  if (status !== 0) return { ok: false, because: `taskset failed: ${stderr.trim()}` };
  return { ok: true, processors, program };
}

/** The same command on one processor, with all that it starts. */
export function onProcessor(program: string, processor: number, shell: string, command: string): string {
  return `exec ${quoted(program)} -c ${processor} ${quoted(shell)} -c ${quoted(command)}`;
}
