import { readProc } from '../processes/proc.ts';

/** What each option of prlimit sets, by the name that the system has for it, and to how much. */
const limits = [
  { option: '--nproc', name: 'Max processes', most: 128 },
  { option: '--nofile', name: 'Max open files', most: 256 },
  { option: '--sigpending', name: 'Max pending signals', most: 1024 },
  { option: '--core', name: 'Max core file size', most: 0 },
  { option: '--fsize', name: 'Max file size', most: 64 * 2 ** 20 },
] as const;

/** The limits set inside, as words for prlimit. None is above one of the host's own: nobody but root could raise it. */
export function innerLimits(ownLimits = readProc('self/limits') ?? ''): string[] {
  return limits.map(
    ({ option, name, most }) => `${option}=${Math.min(most, hardLimit(ownLimits, name) ?? most)}`,
  );
}

function hardLimit(ownLimits: string, name: string): number | undefined {
  const found = new RegExp(`^${name} +\\S+ +(\\d+)`, 'm').exec(ownLimits)?.[1];
  return found === undefined ? undefined : Number(found);
}
