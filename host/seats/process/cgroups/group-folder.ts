import { readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { processFacts } from '../processes/proc.ts';

/** Answers whether the kernel took it. */
export function tryWrite(folder: string, file: string, text: string): boolean {
  try {
    writeFileSync(join(folder, file), text);
    return true;
  } catch {
    return false;
  }
}

export function readGroupFile(folder: string, file: string): string {
  try {
    return readFileSync(join(folder, file), 'latin1');
  } catch {
    return ''; // no such file in this version of the kernel, or the group is gone
  }
}

export function subgroups(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  } catch {
    return [];
  }
}

/** With what was made in it. A group with processes stays. Answers whether it is gone. */
export function tryRemove(folder: string): boolean {
  for (const name of subgroups(folder)) tryRemove(join(folder, name));
  try {
    rmdirSync(folder);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

/** Of a group of this host: another host that finds it can tell whether this one still lives. */
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
