import { processFacts } from '../processes/proc.ts';

/** Of a group of this host: whoever finds it can tell whether the host still lives. */
export function groupName(rest: string): string {
  return `wordhost-${process.pid}-${processFacts(process.pid)?.start}-${rest}`;
}

/** Made by a host that is dead by now. */
export function isOrphaned(name: string): boolean {
  const [, pid, start] = NAME.exec(name) ?? [];
  return pid !== undefined && processFacts(Number(pid))?.start !== Number(start);
}

export function isHosts(name: string): boolean {
  return NAME.test(name);
}

const NAME = /^wordhost-(\d+)-(\d+)-/;
