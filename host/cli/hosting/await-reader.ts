import { closeSync, constants, openSync, statSync } from 'node:fs';
import { printNotes } from '../print.ts';

const PAUSE_MS = 20;
const nothing: Disposable = { [Symbol.dispose]() {} };

/**
 * Where this is a named pipe, waits until somebody reads from it, or the user gives it up. From then on it is held open: between two
 * writers its reader would see an end.
 */
export async function awaitReader(path: string | undefined, interrupt: AbortSignal): Promise<Disposable> {
  if (path === undefined || !statSync(path, { throwIfNoEntry: false })?.isFIFO()) return nothing;
  for (let told = false; !interrupt.aborted; told = true) {
    const fd = openIfRead(path);
    if (fd !== undefined) return { [Symbol.dispose]: () => closeSync(fd) };
    if (!told) printNotes([`waiting for a reader of ${path}`]);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return nothing;
}

function openIfRead(path: string): number | undefined {
  try {
    return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENXIO') return undefined;
    throw error;
  }
}
