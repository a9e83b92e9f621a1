import { readFileSync } from 'node:fs';

/** As `0-1,4`, where the system tells. */
export function allowedList(): string | undefined {
  return /^Cpus_allowed_list:\s*(\S+)/m.exec(textOf('/proc/self/status') ?? '')?.[1];
}

export function allowedProcessors(list = allowedList()): number[] | undefined {
  return list?.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

export function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return undefined; // another system, or not ours to see
  }
}
