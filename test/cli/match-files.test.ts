import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { hasProc } from '../../host/seats/process/processes/proc.ts';
import { probeSandbox } from '../../host/seats/process/sandbox/probe-sandbox.ts';
import { say } from './in-process.ts';
import { binary, run } from './wordhost.ts';

const cwd = t.testdir({ one: { inner: {} }, two: {}, said: {} });
const file = (name: string, text: string) => writeFileSync(join(cwd, name), text);
const bot = (folder: string, text: string) => {
  file(join(folder, 'bot'), `#!/bin/sh\n${text}\necho ready; while read -r line; do :; done\n`);
  chmodSync(join(cwd, folder, 'bot'), 0o755);
};
const shared = 'time: 100ms\nseed: 1\nquiet: true\n';

t.test(
  'players of a file are started in their folders, with their variables, as often as it says',
  async (t) => {
    for (const folder of ['one', 'two']) bot(folder, 'echo "$PWD $LEVEL $ALL" >> here');
    file(
      'match.yaml',
      `${shared}games: 2
env: [ALL=both, LEVEL=low]
copies: 2
players:
  - command: ./bot
    cwd: one
    env: [LEVEL=s3cr3t]
  - { command: ./bot, name: other, cwd: two, copies: 1 }
`,
    );
    const args = ['boggle', '--config', 'match.yaml', '--record', 'kept', '--json'];
    const { status, stdout, stderr } = await run(args, { cwd });
    t.equal(status, 0, stderr);
    t.equal(readFileSync(join(cwd, 'one/here'), 'utf8'), `${join(cwd, 'one')} s3cr3t both\n`.repeat(4));
    t.equal(readFileSync(join(cwd, 'two/here'), 'utf8'), `${join(cwd, 'two')} low both\n`.repeat(2));
    const [first, second] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const names = ({ players }: typeof first) => players.map(({ name }: { name: string }) => name);
    t.same(names(first), ['./bot', './bot #2', 'other']);
    t.same(names(second), ['./bot #2', 'other', './bot'], 'the seats are rotated');
    const records = readdirSync(join(cwd, 'kept')).map((name) =>
      readFileSync(join(cwd, 'kept', name), 'utf8'),
    );
    t.equal(records.length, 2);
    for (const text of records) t.notMatch(text, 's3cr3t', 'variables are in no record');
    const verified = await run(['replay', '--verify', 'kept'], { cwd });
    t.equal(verified.status, 0, verified.stdout + verified.stderr);
  },
);

t.test('the command that repeats a game of a file seats its players as they sat', async (t) => {
  bot('one', 'echo "?"');
  bot('two', '');
  file(
    'bad.yaml',
    `${shared}games: 2\nplayers: [{ command: ./bot, cwd: one }, { command: ./bot, cwd: two }]\n`,
  );
  const args = ['boggle', '--config', 'bad.yaml'];
  const { stderr } = await run(args, { cwd });
  const lines = [...stderr.matchAll(/to record and replay it: (.*)$/gm)].map(([, line]) => line!);
  t.equal(lines.length, 2, stderr);
  const pasted = await run([lines[1]!], {
    cwd,
    host: ['sh', '-c', `wordhost() { '${process.execPath}' '${binary}' "$@"; }; eval "$1"`, 'sh'],
  });
  t.equal(pasted.status, 1, pasted.stderr);
  const [record] = readdirSync(join(cwd, 'games'));
  const [head] = readFileSync(join(cwd, 'games', record!), 'utf8').split('\n');
  const { players, seed } = JSON.parse(head!);
  t.same(
    players.map(({ name }: { name: string }) => name),
    ['./bot #2', './bot'],
  );
  t.match(lines[1], `--seed ${seed} --seat 2 --seat 1 `);
  t.match(pasted.stderr, /player 2 \(\.\/bot\): protocol/);
});

t.test(
  'a limit of one player is for that one alone',
  { skip: hasProc ? false : 'needs /proc' },
  async (t) => {
    const many = 'sleep 9 & sleep 9 & sleep 9 &';
    for (const folder of ['one', 'two']) bot(folder, many);
    file(
      'limits.yaml',
      `${shared}players: [{ command: ./bot, cwd: one, max-processes: 2 }, { command: ./bot, cwd: two, name: free }]\n`,
    );
    const { stdout } = await run(['boggle', '--config', 'limits.yaml', '--time', '60s', '--json'], { cwd });
    const { players } = JSON.parse(stdout);
    t.match(players, [
      { outcome: 'offender', offence: { kind: 'flood', rule: 'processes' } },
      { outcome: 'won' },
    ]);
  },
);

t.test('a file that cannot be played is a mistake of its user, before anything is started', async (t) => {
  bot('one', 'touch started');
  const refused = async (players: string, says: RegExp, more: readonly string[] = []) => {
    file('wrong.yaml', `${shared}players:\n  - { command: ./bot, cwd: one }\n  - ${players}\n`);
    const { status, stderr } = await say(['boggle', '--config', 'wrong.yaml', ...more], { cwd });
    t.equal(status, 2, players);
    t.match(stderr, says);
  };
  await refused(
    '{ command: ./bot, cwd: none }',
    /wrong\.yaml: players\[1\]\.cwd none cannot be used: there is no such file or folder/,
  );
  await refused(
    '{ command: ./bot, cwd: one/bot }',
    /players\[1\]\.cwd one\/bot cannot be used: a part of its path is no folder/,
  );
  await refused('{ cwd: one }', /players\[1\]\.command: expected a command for the shell; got nothing/);
  await refused(
    '{ command: ./bot, env: NO_SUCH }',
    /players\[1\]\.env NO_SUCH: the host has no variable NO_SUCH/,
  );
  await refused('./bot', /wrong\.yaml has players, and so has the command line/, ['./bot']);
  await refused('./bot', /boggle is for 1 to \d+ players; 128 named/, ['--copies', '64']);
  await refused('./bot\n  x: 1', /^wordhost: --config wrong\.yaml: .* at line \d+, column \d+/);
  t.notOk(readdirSync(join(cwd, 'one')).includes('started'));
  const other = await say(['check', 'boggle', '--config', 'wrong.yaml', './bot'], { cwd });
  t.match(other, { status: 2 });
});

const strict = await probeSandbox('strict');
const skip = 'problem' in strict ? strict.problem : false;

t.test('under strict each player of a file sees its own folder alone', { skip }, async (t) => {
  for (const folder of ['', 'one', 'one/inner', 'two']) {
    mkdirSync(join(cwd, folder), { recursive: true });
    chmodSync(join(cwd, folder), 0o755);
  }
  const places = ['one', 'one/inner', 'two'];
  for (const place of places) {
    file(join(place, 'secret'), `${place} is seen\n`);
    chmodSync(join(cwd, place, 'secret'), 0o644);
    const others = places.map((other) => join(cwd, other, 'secret')).join(' ');
    bot(place, `cat ${others} >&2`);
  }
  const list = places.map(
    (place) => `{ command: ./bot, name: in-${place.replace('/', '-')}, cwd: ${place} }`,
  );
  file('apart.yaml', `${shared}sandbox: strict\nstderr: inherit\nplayers: [${list.join(', ')}]\n`);
  const { stderr } = await run(['boggle', '--config', 'apart.yaml'], { cwd });
  t.same([...stderr.matchAll(/^.*is seen$/gm)].map(([line]) => line).sort(), [
    'in-one-inner: one/inner is seen',
    'in-one: one is seen',
    'in-two: two is seen',
  ]);
});
