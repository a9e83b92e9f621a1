import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { probeSandbox } from '../../host/seats/process/sandbox/probe-sandbox.ts';
import { say } from './in-process.ts';
import { run } from './wordhost.ts';

const cwd = t.testdir({ 'a b': { inner: { 'secret.txt': 'here\n' } }, c: {} });
const bot = (folder: string, text: string) => {
  const path = join(cwd, folder, 'bot');
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
};
const quiet = ['boggle', '--seed', '1', '--time', '100ms', '--quiet'];

t.test('--cwd once for each player: each is started in its own folder, whatever its seat', async (t) => {
  for (const folder of ['a b', 'c']) bot(folder, 'pwd >> here; echo ready; while read -r line; do :; done');
  const { stderr } = await run([...quiet, '--games', '2', '--cwd', 'a b', '--cwd', 'c', './bot', './bot'], {
    cwd,
  });
  for (const folder of ['a b', 'c'])
    t.equal(readFileSync(join(cwd, folder, 'here'), 'utf8'), `${join(cwd, folder)}\n`.repeat(2), stderr);
});

const bothFolders = ['--cwd', 'a b', '--cwd', 'c'];

t.test('a program that is not there is looked for in the own folder of its player', async (t) => {
  const { stderr } = await run([...quiet, ...bothFolders, './nope', './bot'], { cwd });
  t.match(stderr, 'there is no file ./nope in a b');
});

t.test('the command that repeats a game has the folders in the order of its seats', async (t) => {
  for (const folder of ['a b', 'c']) bot(folder, 'echo ready; echo "?"; while read -r line; do :; done');
  const two = ['./bot', './bot 2'];
  const { stderr } = await run([...quiet, '--games', '2', ...bothFolders, ...two], { cwd });
  const lines = [...stderr.matchAll(/to record and replay it: .*?(--cwd .*) --seed \S+ .*(\.\/bot.*)$/gm)];
  const orders = lines.map(([, folders, last]) => `${folders} | ${last}`);
  t.same(
    [...new Set(orders)].sort(),
    ["--cwd 'a b' --cwd c | ./bot 2'", "--cwd c --cwd 'a b' | ./bot"],
    stderr,
  );
});

t.test('--cwd is given once for all, or once for each', async (t) => {
  const two = ['--cwd', 'c', '--cwd', 'c'];
  t.match(await say([...quiet, ...two, 'true', 'true', 'true'], { cwd }), {
    status: 2,
    stderr: /--cwd is given 2 times, and there are 3 players: expected it once for all, or once for each/,
  });
  t.match(await say(['check', 'boggle', ...two, 'true'], { cwd }), {
    status: 2,
    stderr: /--cwd: expected one working directory here; got 2/,
  });
  t.match(await say([...quiet, '--cwd', 'c', '--cwd', 'nope', 'true', 'true'], { cwd }), {
    status: 2,
    stderr: /--cwd nope cannot be used: there is no such file or folder/,
  });
});

const strict = await probeSandbox('strict');
const skip = 'problem' in strict ? strict.problem : false;

t.test('under strict each sees its own folder, and not that of another within it', { skip }, async (t) => {
  mkdirSync(join(cwd, 'said'));
  bot(
    'a b',
    'echo "a: $(cat inner/secret.txt ../c/bot 2>&1)" >&2; echo ready; while read -r line; do :; done',
  );
  bot(
    'a b/inner',
    'echo "inner: $(cat secret.txt ../bot 2>&1)" >&2; echo ready; while read -r line; do :; done',
  );
  for (const folder of ['', 'a b', 'a b/inner', 'c']) chmodSync(join(cwd, folder), 0o755);
  const places = ['--cwd', 'a b', '--cwd', 'a b/inner', '--stderr', 'inherit', '--sandbox', 'strict'];
  const { stderr } = await run([...quiet, ...places, './bot', './bot'], { cwd });
  t.match(stderr, /a: cat: .*inner\/secret\.txt/);
  t.match(stderr, /inner: here/);
  t.notMatch(stderr, /a: here|exec cat/);
});
