import { spawnSync } from 'node:child_process';

/** Programs that begin to work when they do not know the option. */
const version: Readonly<Record<string, string>> = { poly: '-v', go: 'version', 'lua5.4': '-v', tmux: '-V' };
const found = new Map<string, boolean>();

export function isThere(program: string): boolean {
  const known = found.get(program);
  if (known !== undefined) return known;
  const { error } = spawnSync(program, [version[program] ?? '--version'], { stdio: 'ignore' });
  found.set(program, error === undefined);
  return error === undefined;
}

/** Why a test is skipped that needs this program; false where it is there. */
export function without(program: string): string | false {
  return isThere(program) ? false : `${program} is not installed`;
}
