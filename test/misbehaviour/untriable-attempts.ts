import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Arena } from './arena.ts';
import { compiled, noCompiler } from './compiled.ts';
import { noSegments } from './targets.ts';

/** By attempt: why it cannot be made on this machine, whatever the sandbox. */
export function untriableAttempts(arena: Arena): Readonly<Record<string, string | false>> {
  const refused = noDebuggers(arena);
  return {
    'reads a key of the host': noKeys(arena),
    'copies the memory of the other': refused,
    'reads the memory of the other': refused,
    'reads the memory of the host': refused,
    'traces the other': refused,
    'attaches shared memory': noSegments,
    'sets up a ring': noRings(arena),
    'reads shared memory': !existsSync('/dev/shm') && 'no /dev/shm here',
  };
}

/** Runs its arguments with a key in their keyring. */
export const keyring = ({ bots }: Arena) =>
  compiled(join(import.meta.dirname, 'hostile', 'hands-over-a-key.c'), bots);

export function noKeys(arena: Arena): string | false {
  if (noCompiler) return noCompiler;
  return !succeeds([keyring(arena), 'true'], arena) && 'no keyrings here';
}

function noRings(arena: Arena): string | false {
  if (noCompiler) return noCompiler;
  const program = compiled(join(import.meta.dirname, 'attempts', 'sets-up-a-ring.c'), arena.bots);
  return !succeeds([program], arena) && 'no io_uring here';
}

const PTRACE_SCOPE = '/proc/sys/kernel/yama/ptrace_scope';

/** Debuggers reach only their own children: memory and tracing are out of reach on every level. */
function noDebuggers({ user }: Arena): string | false {
  const on = existsSync(PTRACE_SCOPE) && /[1-9]/.test(readFileSync(PTRACE_SCOPE, 'latin1'));
  return user.name !== 'root' && on && 'debuggers are kept out by the system (ptrace_scope)';
}

function succeeds(command: readonly string[], { user }: Arena): boolean {
  const [file = '', ...words] = [...user.before, ...command];
  return spawnSync(file, words).status === 0;
}
