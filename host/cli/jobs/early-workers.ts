import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { WORKER_WORD } from '../process/start.ts';

let early: ChildProcess[] = [];

/**
 * Starts the processes that will play, where the words of the command line plainly ask for some: they become ready while this one reads
 * its words and loads its own parts. A worker that is not needed ends when the pool is made, or with the host.
 */
export function startWorkersEarly(words: readonly string[], environment = process.env): void {
  const program = process.argv[1];
  if (program === undefined) return;
  // The rest of this one is loaded meanwhile.
  const count = Math.min(plainJobs(words, environment), availableParallelism() - 1);
  early = Array.from({ length: count }, () => startWorker(program));
  // Why it could not be started is told by the one that is started in its place.
  for (const worker of early) worker.on('error', () => {});
}

/** So many of those that are ready and live; the others are ended. */
export function takeEarlyWorkers(most: number): ChildProcess[] {
  const living = early.filter(
    (worker) => worker.connected && worker.exitCode === null && worker.signalCode === null,
  );
  early = [];
  for (const worker of living.splice(most)) worker.disconnect();
  return living;
}

interface Processor {
  readonly taskset: string;
  readonly number: number;
}

/**
 * Of this very program, started as it was; on one processor, if wanted, with all that it starts. By fork: execa takes 15 ms to load,
 * and ends nothing that is detached; these end with their channel.
 */
export function startWorker(program: string, on?: Processor): ChildProcess {
  return fork(program, [WORKER_WORD], {
    ...(on && {
      execPath: on.taskset,
      execArgv: ['-c', String(on.number), process.execPath, ...process.execArgv],
    }),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // A Ctrl-C at the terminal is the host's alone.
    detached: true,
  });
}

/** Control groups, which limit memory, must be made before anything is started, and processors be shared out; files and variables may ask for both, too. */
const LIMITING = /^--(memory|config|sandbox=strict|one-processor)\b|^strict$/;

/** How many games at once a command line asks for; 0, where it takes more than a look at the words to tell. */
export function plainJobs(words: readonly string[], environment: NodeJS.ProcessEnv): number {
  const isSeries = words[0] === 'compare' || words.some((word) => /^--games\b/.test(word));
  const isUnclear =
    words.some((word) => LIMITING.test(word)) ||
    Object.keys(environment).some((name) => name.startsWith('WORDHOST_OPT_'));
  if (!isSeries || isUnclear) return 0;
  const at = words.findLastIndex((word) => /^--jobs(=|$)/.test(word));
  const jobs = Number(words[at]?.split('=')[1] ?? words[at + 1]);
  return at >= 0 && Number.isInteger(jobs) && jobs > 1 ? jobs : 0;
}
