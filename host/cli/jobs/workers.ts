import { fork } from 'node:child_process';
import type { Setup } from '../../runs/workers/messages.ts';
import { Pool } from '../../runs/workers/pool.ts';
import { Worker } from '../../runs/workers/worker.ts';
import { WORKER_WORD } from './worker-word.ts';

/** Processes of this very program, started as it was. */
export function workerPool(sizes: { jobs: number; workers: number }, setup: Setup): Pool<Worker> {
  return new Pool(sizes, () => new Worker(startWorker(), setup));
}

function startWorker() {
  return fork(process.argv[1]!, [WORKER_WORD], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // A Ctrl-C at the terminal is the host's alone.
    detached: true,
  });
}
