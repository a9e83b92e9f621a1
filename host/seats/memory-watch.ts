import { readProc } from './processes/proc.ts';

const PERIOD_MS = 100;
/** What /proc counts memory in, on the machines that have namespaces. */
const PAGE = 4096;

/** Looks at the resident memory of all that a player started, ten times a second, until it is over the limit. */
export class MemoryWatch {
  readonly #timer: NodeJS.Timeout;

  constructor(limit: number, processes: () => readonly number[], tell: (bytes: number) => void) {
    this.#timer = setInterval(() => {
      const bytes = residentBytes(processes());
      if (bytes <= limit) return;
      this.stop();
      tell(bytes);
    }, PERIOD_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

function residentBytes(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + PAGE * Number(readProc(`${pid}/statm`)?.split(' ')[1] ?? 0), 0);
}
