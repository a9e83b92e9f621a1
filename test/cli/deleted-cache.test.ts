import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { probeSandbox } from '../../host/seats/process/sandbox/probe-sandbox.ts';
import { type RunOptions, resultsOf, run, start, until } from './wordhost.ts';

const words = 'CAT\nCATS\nDOG\n';
const board = ['boggle', '--board', 'CATS/OEDO/ARIG/STNS', '--seed', '1', '--json', '--quiet'];
const begun = 'echo ready; while read line; do test "$line" = start && break; done';
const done = `${begun}; echo done; cat >/dev/null`;
/** It reads the list late, and is done once the list and the command are there. */
const careful = `${begun}; sleep 0.6; until cmp -s expected.txt "$WORDHOST_DICTIONARY" && command -v wordhost >/dev/null; do sleep 0.1; done; echo done; cat >/dev/null`;

for (const level of ['auto', 'strict', 'process', 'off'] as const) {
  const sandbox = await probeSandbox(level);
  const skip = 'problem' in sandbox ? sandbox.problem : false;
  t.test(`the cache may be deleted at any time of a series: ${level}`, { skip }, async (t) => {
    const cwd = t.testdir({ 'words.txt': words, 'expected.txt': words, cache: {} });
    const cache = join(cwd, 'cache');
    const args = ['--dictionary', 'words.txt', '--games', '3', '--time', '2m', '--trace', '--sandbox', level];
    const options: RunOptions = {
      cwd,
      env: { XDG_CACHE_HOME: cache },
    };
    const running = start([...board, ...args, careful, careful], options);
    let deleted = 0;
    const deletion = setInterval(() => {
      // Once in each game, when both are ready: at its start a list may go under the hands of whoever opens it.
      const ready = running.stderr.split('> ready').length - 1;
      if (ready < 2 * (deleted + 1) || !existsSync(join(cache, 'wordhost', 'lexicon-1'))) return;
      takeAway(cache);
      deleted++;
    }, 10);
    const outcome = await running.ended;
    clearInterval(deletion);
    t.equal(outcome.status, 0, outcome.stderr);
    t.same(
      resultsOf(outcome).map(({ reason }) => reason),
      ['played-out', 'played-out', 'played-out'],
    );
    t.equal(deleted, 3, 'once in each game');
  });
}

for (const level of ['auto', 'strict', 'off'] as const) {
  const sandbox = await probeSandbox(level);
  const skip = 'problem' in sandbox ? sandbox.problem : false;
  t.test(`nobody is to blame, however often it is deleted: ${level}`, { skip }, async (t) => {
    const cwd = t.testdir({ 'words.txt': words, cache: {} });
    const args = ['--dictionary', 'words.txt', '--games', '12', '--sandbox', level];
    const running = start([...board, ...args, done, done], {
      cwd,
      env: { XDG_CACHE_HOME: join(cwd, 'cache') },
    });
    const deletion = setInterval(() => {
      if (running.stdout.includes('\n') && existsSync(join(cwd, 'cache'))) takeAway(join(cwd, 'cache'));
    }, 30);
    const outcome = await running.ended;
    clearInterval(deletion);
    const isVoid =
      / is void because of a failure of the host; .*: the cache was deleted while player \d was started\n/g;
    const voids = outcome.stderr.match(isVoid) ?? [];
    t.equal(outcome.status, voids.length > 0 ? 3 : 0, outcome.stderr);
    t.notMatch(outcome.stderr, 'could not be started');
    for (const { reason } of resultsOf(outcome)) t.equal(reason, 'played-out');
    t.equal(resultsOf(outcome).length + voids.length, 12, 'each game was tried');
    if (level !== 'strict') t.same(voids, [], 'only strict has to show the files to its players one by one');
  });
}

t.test('A named pipe in the cache holds up nobody', async (t) => {
  const cwd = t.testdir({ 'words.txt': words, cache: {} });
  const options = { cwd, env: { XDG_CACHE_HOME: join(cwd, 'cache') } };
  const args = [...board, '--dictionary', 'words.txt', '--sandbox', 'off', done];
  t.match(await run(args, options), { status: 0 });
  const files = filesBelow(join(cwd, 'cache')).filter((path) => !path.includes('/code/'));
  t.ok(files.length >= 4, files.join('\n'));
  for (const file of files) {
    const before = readFileSync(file);
    rmSync(file);
    execFileSync('mkfifo', [file]);
    const outcome = await run(args, options);
    t.match(outcome, { status: 0 }, `${file}: ${outcome.stderr}`);
    rmSync(file, { force: true });
    writeFileSync(file, before, { mode: 0o755 });
  }
});

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

/** At once: the host may write in it at the same time. */
function takeAway(folder: string): void {
  const away = `${folder}-taken-away`;
  renameSync(folder, away);
  rmSync(away, { recursive: true, force: true });
}

function isReplaced(folder: string): boolean {
  try {
    takeAway(folder);
    writeFileSync(folder, 'a file in its place', { flag: 'wx' });
    return true;
  } catch {
    return false; // the host was quicker
  }
}

t.test('Where the list cannot be written again, no player is to blame', async (t) => {
  const cwd = t.testdir({ 'words.txt': words, cache: {} });
  const cache = join(cwd, 'cache');
  const args = [...board, '--dictionary', 'words.txt', '--games', '3', '--sandbox', 'off'];
  const running = start([...args, `sleep 0.3; ${done}`], { cwd, env: { XDG_CACHE_HOME: cache } });
  await until(
    () => running.stdout.includes('\n'),
    () => 'the first result',
  );
  await until(
    () => isReplaced(cache),
    () => 'a file in the place of the cache',
  );
  const { status, stderr, stdout } = await running.ended;
  t.equal(status, 3);
  t.match(
    stderr,
    /^wordhost: the word list of the players is gone and cannot be written again: .*cache.*\. The games after the last result were not played; free the place, or set XDG_CACHE_HOME to another$/m,
  );
  t.notMatch(stderr, 'please report');
  for (const { reason } of resultsOf({ stdout })) t.equal(reason, 'played-out');
});
