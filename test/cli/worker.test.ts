import { fork } from 'node:child_process';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { HostFailure, VoidMatch } from '../../host/core/errors.ts';
import { scrabble } from '../../host/games/scrabble/scrabble.ts';
import type { Setup } from '../../host/runs/worker-pool.ts';
import { Worker } from '../../host/runs/worker-pool.ts';
import type { HostingRequest } from '../../host/seats/process/process-seats.ts';
import { planOf } from '../contracts/plan-of.ts';
import { lexiconWith } from '../games/table.ts';

const lexicon = lexiconWith(['AB']);
const { request } = planOf({ game: scrabble, lexicon });
const hosting: HostingRequest = {
  sandbox: 'off',
  shell: '/bin/sh',
  cwd: undefined,
  graceNs: 0,
  unreadCap: 1,
  stderr: 'discard',
  commandFolder: undefined,
};
const setup: Setup = { game: 'scrabble', lexicon, hosting, recording: { record: undefined } };
const told = { interrupt: undefined, decided: undefined };

function started(t: Test, program: string, execPath = process.execPath): Worker {
  const cwd = t.testdir({ 'worker.mjs': program });
  const child = fork(join(cwd, 'worker.mjs'), { execPath, execArgv: [], serialization: 'advanced' });
  return new Worker(child, setup);
}

async function failure(worker: Worker): Promise<Error> {
  return await worker.play(request, told).then(
    () => new Error('it was played'),
    (error: Error) => error,
  );
}

t.test('one that ends before it is ready is a failure of the host', async (t) => {
  const worker = started(t, 'process.exit(4)');
  const error = await failure(worker);
  t.ok(error instanceof HostFailure && !(error instanceof VoidMatch));
  t.match(error.message, /processes.*play.* \(--jobs\) cannot be started: exit status 4$/);
  t.notOk(worker.lives);
  await worker.end();
});

t.test('so is one that cannot be started at all', async (t) => {
  const worker = started(t, '', '/nowhere/node');
  t.match((await failure(worker)).message, /cannot be started: spawn \/nowhere\/node ENOENT/);
  await worker.end();
});

t.test('one that ends later makes its games void; what it has told counts', async (t) => {
  const worker = started(
    t,
    `process.on('message', ({ is, request }) => {
      if (is !== 'play') return;
      process.send({ is: 'ready' });
      if (request.id === 'told') process.send({ is: 'over', id: 'told', report: { records: ['here'] } });
      else process.exit(5);
    });`,
  );
  const over = worker.play({ ...request, id: 'told' }, told);
  const lost = worker.play(request, told);
  t.match(await over, { records: ['here'] });
  await t.rejects(lost, { message: /wordhost.*played.*ended \(exit status 5\)/ });
  await worker.end();
});

t.test('its failures are errors here as they were there', async (t) => {
  const worker = started(
    t,
    `process.on('message', ({ is, request }) => {
      if (is === 'play') process.send({ is: 'failed', id: request.id, failure: { of: request.seed, text: 'why' } });
    });`,
  );
  const failed = (of: string) =>
    worker.play({ ...request, id: of, seed: of }, told).catch((error: Error) => error);
  t.ok((await failed('void')) instanceof VoidMatch);
  const ofHost = await failed('host');
  t.ok(ofHost instanceof HostFailure && !(ofHost instanceof VoidMatch));
  const bug = await failed('bug');
  t.match(bug, { message: 'why', stack: 'why' });
  t.notOk(bug instanceof HostFailure);
  await worker.end();
  t.notOk(worker.lives);
});
