import { type ChildProcess, fork } from 'node:child_process';
import t from 'tap';
import { WORKER_WORD } from '../../host/cli/process/start.ts';
import { type Executor, LocalExecutor } from '../../host/runs/executor.ts';
import { Pool, Worker } from '../../host/runs/worker-pool.ts';
import { processSeats } from '../../host/seats/process/process-seats.ts';
import { binary } from '../cli/wordhost.ts';
import { executorContract } from './executor-contract.ts';

t.test('this process', async (t) => {
  executorContract(t, {
    name: 'this process',
    open: ({ jobs, setup: { hosting, recording }, seen }) =>
      new LocalExecutor({ ...recording, jobs, seen, openSeats: processSeats(hosting) }),
  });
});

t.test('worker processes', async (t) => {
  const started = new WeakMap<Executor, ChildProcess[]>();
  const isAlive = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null;

  executorContract(t, {
    name: 'worker processes',
    open({ jobs, setup, seen }) {
      const children: ChildProcess[] = [];
      const pool = new Pool({ jobs, workers: jobs, record: setup.recording.record }, () => {
        const child = fork(binary, [WORKER_WORD], {
          execArgv: [],
          serialization: 'advanced',
          stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        });
        children.push(child);
        return new Worker(child, setup, seen);
      });
      started.set(pool, children);
      return pool;
    },
    workersOf: (executor) =>
      started
        .get(executor)!
        .filter(isAlive)
        .map(({ pid }) => pid!),
  });
});
