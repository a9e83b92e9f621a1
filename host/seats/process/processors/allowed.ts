import { readProc } from '../processes/proc.ts';

/** As `0-1,4`, where the system tells. */
export function allowedList(): string | undefined {
  return /^Cpus_allowed_list:\s*(\S+)/m.exec(readProc('self/status') ?? '')?.[1];
}

export function allowedProcessors(list = allowedList()): number[] | undefined {
  return list?.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}
