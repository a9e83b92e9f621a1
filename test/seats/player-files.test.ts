import { createHash } from 'node:crypto';
import {
  chmodSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { version } from '../../host/core/version.ts';
import {
  cachedHash,
  cacheHash,
  hashOf as fileHash,
  NamedFiles,
  pathsInCommand,
} from '../../host/seats/process/player-files.ts';

const hashOf = (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex');

/** Looks, and reads at once what was seen; between the two something may happen. */
async function filesOf(command: string, folder: string, meanwhile = () => {}) {
  const files = new NamedFiles(command, folder);
  files.look();
  meanwhile();
  return await files.hashes();
}

t.test('what may be a file in a command: programs by a path, and all other words', async (t) => {
  const named = (command: string) => pathsInCommand(command, '/w', '/home/ada').map(({ path }) => path);
  for (const [command, ...paths] of [
    ['python3 bot.py', '/w/bot.py'],
    ['./bot --depth 3', '/w/bot', '/w/--depth', '/w/3'],
    ['java -jar "my bot.jar"', '/w/-jar', '/w/my bot.jar'],
    ['bot'],
    ['exec /opt/bot', '/w/exec', '/opt/bot'],
    ['MODEL=net.bin ../bot', '/w/MODEL=net.bin', '/w/net.bin', '/bot'],
    ['./bot --model=a/net.bin', '/w/bot', '/w/--model=a/net.bin', '/w/a/net.bin'],
    ['cd bots && node ~/one.mjs; ./two', '/home/ada/one.mjs', '/w/bots/two'],
    ['wordhost player random --level 1', '/w/--level', '/w/1'],
    [
      'A=b exec node dist/wordhost.js player greedy net.klv2',
      '/w/A=b',
      '/w/b',
      '/w/exec',
      '/w/dist/wordhost.js',
      '/w/net.klv2',
    ],
    ["sh -c 'wordhost player random'", '/w/-c', '/w/wordhost player random'],
    ['python3 player wordhost', '/w/player', '/w/wordhost'],
    ["sh -c 'cd x && ./bot' 2>log", '/w/-c', '/w/cd x && ./bot', '/w/x/bot'],
  ] as const)
    t.same(named(command), paths, command);
});

t.test('of each file that is there the hash is told, once, by its name in the command', async (t) => {
  const folder = t.testdir({
    'bot.py': 'print(1)\n',
    'my net.bin': 'net',
    bots: { 'one.mjs': '1' },
    player: 'of the folder',
    random: 'of the folder',
    link: t.fixture('symlink', 'bot.py'),
  });
  t.same(await filesOf(`python3 bot.py --net='my net.bin' ./bot.py bots none.py`, folder), [
    { file: 'bot.py', sha256: hashOf('print(1)\n') },
    { file: 'my net.bin', sha256: hashOf('net') },
  ]);
  t.same(await filesOf('./link', folder), [{ file: './link', sha256: hashOf('print(1)\n') }]);
  t.same(await filesOf('cd bots; node one.mjs', folder), [{ file: 'one.mjs', sha256: hashOf('1') }]);
  t.same(await filesOf('python3', folder), []);
  const wordhost = { file: 'wordhost', sha256: null, version };
  for (const [command, ...files] of [
    ['wordhost player random', wordhost],
    [
      'cd bots && exec wordhost player random --leave one.mjs',
      wordhost,
      { file: 'one.mjs', sha256: hashOf('1') },
    ],
    ['sh -c "wordhost player engine link"', wordhost, { file: 'link', sha256: hashOf('print(1)\n') }],
    ['echo wordhost player random'],
    ['./wordhost player random'],
  ] as const)
    t.strictSame(await filesOf(command, folder), files, command);
  t.same(await filesOf(`./bot \0 ${'x'.repeat(5000)}`, folder), [], 'what can be no path');
});

t.test('a file is what it was when it was looked at', async (t) => {
  const folder = t.testdir({ bot: 'one' });
  const path = join(folder, 'bot');
  const one = { file: './bot', sha256: hashOf('one') };
  t.same(await filesOf('./bot', folder), [one]);
  const known = await filesOf('./bot', folder, () => writeFileSync(path, 'two'));
  t.same(known, [one], 'it was read before, and nothing is read again');
  const changed = await filesOf('./bot', folder, () => writeFileSync(path, 'three'));
  t.same(changed, [{ file: './bot', sha256: null, problem: 'it changed during the game' }]);
  t.same(
    await filesOf('./bot', folder),
    [{ file: './bot', sha256: hashOf('three') }],
    'the next game has the next',
  );
  const other = join(folder, 'other');
  writeFileSync(other, 'four!');
  const replaced = await filesOf('./bot', folder, () => renameSync(other, path));
  t.same(replaced, [{ file: './bot', sha256: hashOf('three') }]);
  t.same(await filesOf('./bot', folder), [{ file: './bot', sha256: hashOf('four!') }]);
});

t.test('a file that cannot be read, or is very large, has no hash, and the reason is told', async (t) => {
  const folder = t.testdir({ large: '', hidden: 'x' });
  truncateSync(join(folder, 'large'), 2 ** 30 + 1);
  t.same(await filesOf('./large', folder), [
    { file: './large', sha256: null, problem: 'it is larger than 1 GiB' },
  ]);
  const gone = await filesOf('./hidden', folder, () => renameSync(join(folder, 'hidden'), join(folder, 'y')));
  const problem = 'cannot read it: no such file or folder (ENOENT)';
  t.same(gone, [{ file: './hidden', sha256: null, problem }]);
});

t.test('a large file is read beside all else', async (t) => {
  const folder = t.testdir({});
  const content = Buffer.alloc(30_000_000, 'weights of a net');
  writeFileSync(join(folder, 'net.bin'), content);
  let turns = 0;
  let isReading = true;
  const count = () => {
    turns++;
    if (isReading) setImmediate(count);
  };
  setImmediate(count);
  const files = await filesOf('python3 bot.py net.bin', folder);
  isReading = false;
  t.same(files, [{ file: 'net.bin', sha256: hashOf(content) }]);
  t.ok(turns > 30, `${turns} turns of the event loop`);
});

t.test('a command of many words is looked at in part', async (t) => {
  const folder = t.testdir(Object.fromEntries(Array.from({ length: 70 }, (_, index) => [`f${index}`, 'x'])));
  const words = Array.from({ length: 70 }, (_, index) => `f${index}`);
  t.equal((await filesOf(`cat ${words.join(' ')}`, folder)).length, 64);
});

t.test('the hash of a large file is cached while the file is the same', async (t) => {
  const folder = t.testdir({ cache: {} });
  const home = join(folder, 'cache');
  const path = join(folder, 'bot');
  const size = 4 * 2 ** 20;
  writeFileSync(path, Buffer.alloc(size, 'a'));
  const sha256 = hashOf(Buffer.alloc(size, 'a'));
  const state = (name: string) => ({ path, state: name, size });
  t.equal(cachedHash(home, state('1')), undefined, 'nothing is kept yet');
  t.same(await fileHash(path, statSync(path, { bigint: true }), home), { sha256 });
  const hashes = join(folder, 'cache/hashes');
  const [name = '', ...more] = readdirSync(hashes);
  t.same(more, []);
  t.match(readFileSync(join(hashes, name), 'utf8'), new RegExp(`^\\d+:.*\n${sha256}\n$`));

  cacheHash(home, state('1'), sha256);
  t.equal(cachedHash(home, state('1')), sha256);
  t.equal(cachedHash(home, state('2')), undefined, 'another state');
  t.equal(cachedHash(home, { ...state('1'), size: 10 }), undefined, 'a small file is read');
  cacheHash(home, state('2'), hashOf('other'));
  t.equal(cachedHash(home, state('1')), undefined, 'the last one of a path is kept');
  t.equal(readdirSync(hashes).length, 1);
  writeFileSync(join(hashes, name), '1\nno hash\n');
  t.equal(cachedHash(home, state('1')), undefined, 'what is no hash');
  cacheHash(home, state('1'), sha256);
  chmodSync(hashes, 0o777);
  t.equal(cachedHash(home, state('1')), undefined, 'others could write there');
  cacheHash(home, state('3'), sha256);
  t.match(readFileSync(join(hashes, name), 'utf8'), /^1\n/, 'nor is anything kept there');
});
