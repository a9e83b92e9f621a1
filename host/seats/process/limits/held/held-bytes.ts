import { readProc } from '../../processes/proc.ts';
import { mappedBytes } from './mapped-files.ts';
import { namelessFiles } from './nameless-files.ts';
import { segmentsOf } from './shared-segments.ts';

/** What processes hold of memory, as far as it can be seen from outside. What is over the limit is looked at twice. */
export async function heldBytes(pids: readonly number[], most: number): Promise<number> {
  const resident = sum(pids.map(residentBytes));
  const files = new Map([...(await namelessFiles(pids)), ...segmentsOf(pids)]);
  const atMost = resident + sum([...files.values()]);
  if (files.size === 0 || atMost <= most) return atMost;
  // What of these files is mapped was counted twice.
  return atMost - (await mappedBytes(pids, files));
}

/** With what was moved out to the disk, and the kernel's tables for it. */
function residentBytes(pid: number): number {
  const lines = (readProc(`${pid}/status`) ?? '').matchAll(
    /^(?:VmRSS|VmSwap|VmPTE|HugetlbPages):\s+(\d+) kB/gm,
  );
  return sum([...lines].map(([, kib]) => Number(kib) * 1024));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
