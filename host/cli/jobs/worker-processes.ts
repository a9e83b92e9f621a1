import { type ChildProcess, fork } from 'node:child_process';
import { UsageError } from '../../core/errors.ts';
import type { Jobs } from '../../runs/jobs.ts';
import type { SeenGame } from '../../runs/play-game.ts';
import { Pool, type Setup, Worker } from '../../runs/worker-pool.ts';
import { WORKER_WORD } from '../process/start.ts';

/** Starts processes of this program. They end with it, even if they hang. */
export function workerPool(
  sizes: Pick<Jobs, 'jobs' | 'workers' | 'processors'>,
  setup: Setup,
  seen?: (game: SeenGame) => void,
): Pool {
  const start = workerStarter(sizes);
  const { record } = setup.recording;
  return new Pool({ ...sizes, record }, () => new Worker(start(), setup, seen));
}

function workerStarter({ processors }: Pick<Jobs, 'processors'>): () => ChildProcess {
  const program = process.argv[1];
  if (program === undefined)
    throw new UsageError(
      '--jobs: expected a program in a file, which can be started again to play games; this program has no file',
    );
  const free = [...(processors?.numbers ?? [])];
  return () => {
    const number = free.shift();
    if (processors === undefined || number === undefined) return startWorker(program);
    const child = startWorker(program, { taskset: processors.taskset, number });
    child.once('exit', () => free.push(number));
    return child;
  };
}

interface Processor {
  readonly taskset: string;
  readonly number: number;
}

/** Starts this program again as it was started; with `on`, it and its players run on that processor alone. */
function startWorker(program: string, on?: Processor): ChildProcess {
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
