import { isExiting, threadsOf } from '../processes/proc.ts';
import type { CgroupLayout } from './cgroup-layouts.ts';
import { readGroupFile } from './group-folder.ts';

/** Tells whether all that lives of these processes is in the group of this folder. */
export function membersOf(
  folder: string,
  { file, threads }: CgroupLayout['members'],
): (pids: readonly number[]) => boolean {
  return (pids) => {
    // They come first: what is alive after the group was read as well was to be read there.
    const tasks = threads ? pids.flatMap(threadsOf) : pids.map(String);
    const members = new Set(readGroupFile(folder, file).split('\n'));
    return tasks.every((task) => members.has(task) || isExiting(Number(task)));
  };
}
