import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { readProc } from '../../host/seats/process/processes/proc.ts';
import { letterA } from './letter-a.ts';
import {
  carriers,
  type Running,
  type RunOptions,
  resultsOf,
  start,
  until,
  withoutTerminal,
} from './wordhost.ts';

const skip = !existsSync('/proc/self/environ') && 'survivors can only be counted where there is a /proc';

/** Has a turn, and passes when there is a file `go`. */
const waits = `echo ready; while read -r line; do case $line in turn*) : >"turn.$WORDHOST_GAME"; until [ -e go ]; do sleep 0.1; done; echo pass;; esac; done`;

const options = ['--dictionary', 'words.txt', '--seed', '7', '--jobs', '2', '--grace', '100ms'];
const ofGame = ['scrabble', ...options, '--games', '6', '--json', waits, waits];
const ofComparison = ['compare', 'scrabble', ...options, waits, waits];

interface Started {
  readonly cwd: string;
  readonly host: Running;
}

/** Two games in which somebody has the turn, each played by another process. */
async function started(t: Test, words: readonly string[], options: RunOptions = {}): Promise<Started> {
  const cwd = t.testdir(letterA);
  const host = start(words, { ...options, cwd });
  t.teardown(() => host.child.kill('SIGKILL'));
  await until(
    () => readdirSync(cwd).filter((name) => name.startsWith('turn.')).length === 2,
    () => `two games: ${host.stderr}`,
  );
  return { cwd, host };
}

async function nothingIsLeft({ marker }: Running): Promise<void> {
  await until(
    () => carriers(marker).length === 0,
    () => `processes to go: ${carriers(marker)}`,
  );
}

function workersOf({ marker }: Running): number[] {
  return carriers(marker).filter((pid) => readProc(`${pid}/cmdline`)?.split('\0')[2] === '--play-games');
}

const finishing = ({ stderr }: Running) =>
  /no more games begin, and those that run are finished/.test(stderr);

t.test('Ctrl-C once: no more games begin, and those that run are finished', { skip }, async (t) => {
  const { cwd, host } = await started(t, ofGame);
  t.equal(workersOf(host).length, 2);
  host.child.kill('SIGINT');
  await until(
    () => finishing(host),
    () => `the note: ${host.stderr}`,
  );
  writeFileSync(join(cwd, 'go'), '');
  const outcome = await host.ended;
  t.equal(outcome.status, 130, outcome.stderr);
  t.same(
    resultsOf(outcome).map(({ reason }) => reason),
    ['scoreless', 'scoreless'],
  );
  t.match(outcome.stderr, /^2 games$/m, 'what is done is kept');
  await nothingIsLeft(host);
});

t.test('Ctrl-C twice: those that run are ended, too', { skip }, async (t) => {
  const { host } = await started(t, ofGame);
  host.child.kill('SIGINT');
  await until(
    () => finishing(host),
    () => `the note: ${host.stderr}`,
  );
  host.child.kill('SIGINT');
  const outcome = await host.ended;
  t.equal(outcome.status, 130, outcome.stderr);
  t.same(
    resultsOf(outcome).map(({ reason }) => reason),
    ['interrupted', 'interrupted'],
  );
  await nothingIsLeft(host);
});

t.test('Ctrl-C three times: at once, also where one of its processes hangs', { skip }, async (t) => {
  const { host } = await started(t, ofGame);
  process.kill(workersOf(host)[0]!, 'SIGSTOP');
  host.child.kill('SIGINT');
  await until(
    () => finishing(host),
    () => `the note: ${host.stderr}`,
  );
  const again = setInterval(() => host.child.kill('SIGINT'), 100);
  const { status } = await host.ended;
  clearInterval(again);
  t.equal(status, 130);
  await nothingIsLeft(host);
});

t.test("at a terminal a Ctrl-C is the host's alone", { skip: skip || withoutTerminal }, async (t) => {
  const { cwd, host } = await started(t, ofGame, { terminal: true });
  host.child.stdin!.write('\x03');
  await until(
    () => host.stdout.includes('no more games begin'),
    () => `the note: ${host.stdout}`,
  );
  writeFileSync(join(cwd, 'go'), '');
  const { status, stdout } = await host.ended;
  t.equal(status, 130, stdout);
  t.equal(stdout.match(/"reason":"scoreless"/g)?.length, 2, stdout);
  await nothingIsLeft(host);
});

const ends = [
  ['SIGTERM', 143],
  ['SIGKILL', null],
] as const;

for (const [signal, status] of ends)
  t.test(`${signal} in the middle: no player and no other process survives`, { skip }, async (t) => {
    for (const words of [ofGame, ofComparison]) {
      const { host } = await started(t, words);
      t.equal(workersOf(host).length, 2);
      host.child.kill(signal);
      const outcome = await host.ended;
      t.equal(outcome.status, status, outcome.stderr);
      await nothingIsLeft(host);
    }
  });

t.test(
  'one of its processes is killed: its game is void, and another takes its place',
  { skip },
  async (t) => {
    const { cwd, host } = await started(t, ofGame);
    const [first, second] = workersOf(host);
    process.kill(first!, 'SIGKILL');
    await until(
      () => workersOf(host).filter((pid) => pid !== second && pid !== first).length === 1,
      () => `another: ${host.stderr}`,
    );
    writeFileSync(join(cwd, 'go'), '');
    const outcome = await host.ended;
    t.equal(outcome.status, 3, outcome.stderr);
    t.match(
      outcome.stderr,
      /game [12] is void because of a failure of the host; no player is at fault: the process of wordhost that played it has ended \(SIGKILL\)/,
    );
    t.same(
      resultsOf(outcome).map(({ reason }) => reason),
      Array(5).fill('scoreless'),
    );
    await nothingIsLeft(host);
  },
);

t.test('A worker that was started early and is not needed ends with its host', { skip }, async (t) => {
  const cwd = t.testdir(letterA);
  const words = ['scrabble', ...options, '--games', '2', '--unknown', waits, waits];
  const refused = start(words, { cwd });
  t.match(await refused.ended, { status: 2, stderr: /--unknown/ });
  await nothingIsLeft(refused);
  const one = start(['scrabble', ...options, '--games', '1', '--max-turns', '1', '--json', waits, waits], {
    cwd,
  });
  writeFileSync(join(cwd, 'go'), '');
  const outcome = await one.ended;
  t.equal(resultsOf(outcome).length, 1, outcome.stderr);
  await nothingIsLeft(one);
});
