import { readdirSync, readlinkSync } from 'node:fs';

/** So many are looked at; of a player that has more, it is taken for granted. */
const MOST_DESCRIPTORS = 4_096;

/** One of these processes has the pipe with this number open. */
export function isOpenIn(pids: readonly number[], pipe: number): boolean {
  let looked = 0;
  for (const pid of pids)
    for (const descriptor of descriptorsOf(pid))
      if (++looked > MOST_DESCRIPTORS || targetOf(`/proc/${pid}/fd/${descriptor}`) === `pipe:[${pipe}]`)
        return true;
  return false;
}

function descriptorsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`);
  } catch {
    return []; // gone
  }
}

function targetOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined; // closed
  }
}
