import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { execa } from 'execa';

import t, { type Test } from 'tap';
import { packFiles, unpackFiles } from '../../host/files/file-bundle.ts';
import { longHash } from '../../host/files/long-hash.ts';
import {
  cacheBundle,
  cachedBundle,
  playersFolder,
  preparationFolder,
  readPreparation,
} from '../../host/seats/process/bundles/bundle-cache.ts';
import { preparePlayer } from '../../host/seats/process/bundles/prepare-player.ts';
import type { HostingRequest } from '../../host/seats/process/process-seats.ts';
import { testdirOfPlayers } from '../support/caches.ts';
import { expectOk } from '../support/expect-ok.ts';
import fc, { runs } from '../support/laws.ts';
import { isThere } from '../support/without.ts';

/* The files that a player brings: packed, kept by their hash, unpacked where nobody writes to them. */

function packed(names: readonly string[], base?: string): Uint8Array {
  const packing = expectOk(packFiles(names, base));
  return packing.bundle;
}

function problemOf(names: readonly string[], base?: string): string {
  const packing = packFiles(names, base);
  return packing.ok ? 'none' : packing.problem;
}

/** Each with what is in it, and whether it can be executed. */
function filesIn(folder: string, below = ''): Record<string, string> {
  const entries = readdirSync(join(folder, below), { withFileTypes: true });
  return Object.fromEntries(
    entries.flatMap((entry) => {
      const path = join(below, entry.name);
      if (entry.isDirectory()) return Object.entries(filesIn(folder, path));
      const { mode } = statSync(join(folder, path));
      return [[path, `${(mode & 0o100) === 0 ? '-' : 'x'} ${readFileSync(join(folder, path), 'utf8')}`]];
    }),
  );
}

t.test('what is unpacked is what was packed', async (t) => {
  const name = fc.constantFrom('a', 'b', 'run', 'ä', 'with space', "it's", 'x.c');
  const files = fc.dictionary(
    fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/')),
    fc.string(),
    {
      minKeys: 1,
      maxKeys: 6,
    },
  );
  let folders = 0;
  const root = t.testdir();
  await fc.assert(
    fc.asyncProperty(files, fc.boolean(), async (contents, isExecutable) => {
      const [from, to] = [join(root, `from-${++folders}`), join(root, `to-${folders}`)];
      for (const [path, content] of Object.entries(contents)) {
        // A name is a file or a folder.
        if (Object.keys(contents).some((other) => other.startsWith(`${path}/`))) continue;
        mkdirSync(join(from, path, '..'), { recursive: true });
        writeFileSync(join(from, path), content, { mode: isExecutable ? 0o755 : 0o600 });
      }
      mkdirSync(to, { recursive: true });
      const bundle = packed([from], '/');
      if ((await unpackFiles(bundle, to)) !== undefined) return false;
      return (
        JSON.stringify(filesIn(from)) === JSON.stringify(filesIn(to)) &&
        longHash(packed([to], '/')) === longHash(bundle)
      );
    }),
    runs(50),
  );
});

t.test('a bundle depends on names, contents and the right to execute alone', async (t) => {
  const [one, other] = [t.testdir({ one: { b: '2', a: { c: '1' } }, other: { a: { c: '1' } } }), 'other'];
  writeFileSync(join(one, other, 'b'), '2', { mode: 0o600 });
  mkdirSync(join(one, other, 'empty'));
  utimesSync(join(one, other, 'b'), 1, 1);
  t.same(packed(['one'], one), packed([other], one));
  chmodSync(join(one, other, 'b'), 0o700);
  t.notSame(packed(['one'], one), packed([other], one));
});

t.test('a list of files keeps their paths', async (t) => {
  const root = t.testdir({
    bots: { 'ann.py': 'ann', ben: { 'ben.py': 'ben' } },
    'words.txt': 'words',
    other: '',
  });
  mkdirSync(join(root, 'to'));
  await unpackFiles(packed(['words.txt', './bots'], root), join(root, 'to'));
  t.same(filesIn(join(root, 'to')), {
    ...{ 'bots/ann.py': '- ann', 'bots/ben/ben.py': '- ben', 'words.txt': '- words' },
  });
});

t.test('what cannot travel is refused, with its name', async (t) => {
  const root = t.testdir({
    bot: { a: '' },
    none: {},
    links: { a: 'in' },
    up: { b: '' },
    large: {},
    many: {},
    device: {},
  });
  symlinkSync('a', join(root, 'links', 'inside'));
  t.match(Buffer.from(packed(['links'], root)).toString(), /"inside".*"bytes":2/, 'a link inside is a file');
  symlinkSync('/etc/passwd', join(root, 'links', 'out'));
  symlinkSync('.', join(root, 'up', 'self'));
  symlinkSync('/dev/null', join(root, 'device', 'null'));
  for (const name of ['one', 'two']) writeFileSync(join(root, 'large', name), Buffer.alloc(33 * 2 ** 20));
  for (let index = 0; index < 10_001; index++) writeFileSync(join(root, 'many', `${index}`), '');
  const refused: readonly (readonly [names: readonly string[], problem: RegExp])[] = [
    [['missing'], /missing: no such file or folder/],
    [['none'], /none: expected files; it has none/],
    [['links'], /links\/.*symbolic link.*leads.* \/etc\/passwd/],
    [['up'], /up\/self.*symbolic/],
    [['device'], /device\/.*symbolic.*leads/],
    [['/dev/null'], /\/dev\/null: expected.*lie below/],
    [['bot', '../x'], /\.\.\/x: expected one folder, or a list/],
    [['large'], /large: expected at most 64 MiB in all; it has 66 MiB/],
    [['many'], /many: expected at most 10000 files; it has more/],
  ];
  for (const [names, problem] of refused) t.match(problemOf(names, root), problem, names.join(' '));
});

t.test('a bundle of a stranger writes nothing outside of its folder', async (t) => {
  const root = t.testdir({ to: {} });
  const bundle = (header: unknown, content = '') => Buffer.from(`${JSON.stringify(header)}\n${content}`);
  const file = (path: string, bytes = 1) => ({ path, bytes, isExecutable: false });
  const made = (...files: unknown[]) => bundle({ wordhost: 1, files }, 'x');
  const refused = [
    ...['../x', '/x', 'a/../../x', './x', 'a//x', '', 'a\0'].map((path) => made(file(path))),
    ...[made(file('x', 2)), made(file('x', -1)), made(file('x', 1), file('x', 0)), made({ path: 'x' })],
    ...[Buffer.from('no line'), bundle([]), bundle({ wordhost: 2, files: [] }), Buffer.alloc(0)],
  ];
  for (const each of refused) t.type(await unpackFiles(each, join(root, 'to')), 'string', String(each));
  t.same(readdirSync(root), ['to']);
  t.same(readdirSync(join(root, 'to')), []);
});

t.test('a bundle of a stranger that has too much is refused before anything is written', async (t) => {
  const to = t.testdir();
  const bundle = (paths: readonly string[], bytes = 0) => {
    const files = paths.map((path) => ({ path, bytes, isExecutable: false }));
    const head = Buffer.from(`${JSON.stringify({ wordhost: 1, files })}\n`);
    return Buffer.concat([head, Buffer.alloc(paths.length * bytes)]);
  };
  const numbered = (count: number, path: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => path(index));
  const refused: readonly (readonly [bundle: Uint8Array, problem: RegExp])[] = [
    [bundle(numbered(200_000, String)), /^expected at most 10000 files; it has more$/],
    [bundle(['a', 'b'], 33 * 2 ** 20), /^expected at most 64 MiB in all; it has 66 MiB$/],
    [bundle([`${'a/'.repeat(64)}a`]), /^expected at most 64 nested folders; got "(a\/)+…"$/],
    [bundle(['a'.repeat(256)]), /^expected names of at most 255 bytes; got "a+…"$/],
    [bundle([Array(5).fill('a'.repeat(250)).join('/')]), /^expected.*path.* 1000 bytes; got "a+…"$/],
    [
      bundle(numbered(1_000, (index) => `${index}${'/a'.repeat(11)}`)),
      /^expected at most 10000 folders; it has more$/,
    ],
    [bundle(numbered(17_000, (index) => `${'a'.repeat(990)}${index}`)), /large.*bundle/],
    [Buffer.concat([bundle(['a']), Buffer.alloc(80 * 2 ** 20)]), /large.*bundle/],
    [Buffer.from(`${'['.repeat(100_000)}\n`), /not.*bundle.*files/],
    [bundle(['../\u001b[2J\u009b']), /outside.*folder: "..\/\\u001b\[2J\\u009b"$/],
  ];
  for (const [each, problem] of refused) t.match(await unpackFiles(each, to), problem);
  t.strictSame(readdirSync(to), []);
});

const base = {
  shell: '/bin/sh',
  cwd: '/',
  graceNs: 1e9,
  unreadCap: 1e6,
  stderr: 'discard',
  commandFolder: undefined,
} as const;

function prepared(t: Test, files: Record<string, string>) {
  const root = testdirOfPlayers(t, { bot: files, cache: {} });
  const before = process.env.XDG_CACHE_HOME;
  process.env.XDG_CACHE_HOME = join(root, 'cache');
  t.teardown(() => {
    if (before === undefined) delete process.env.XDG_CACHE_HOME;
    else process.env.XDG_CACHE_HOME = before;
  });
  return join(root, 'bot');
}

const here: HostingRequest = { ...base, sandbox: 'process' };
const unfetched = { fetch: async () => undefined, signal: new AbortController().signal };

t.test('the files of a player are prepared once, and nobody writes to them afterwards', async (t) => {
  const bot = prepared(t, { 'a.txt': 'a', sub: '' });
  const bundle = {
    sha256: cacheBundle(packed([bot], '/')),
    files: bot,
    prepare: 'date +%N >made; mkfifo pipe; mkdir -m 0 closed; cat',
  };
  const folder = preparationFolder(bundle, here);
  t.equal(readPreparation(folder), undefined);
  await Promise.all([1, 2].map(async () => await preparePlayer(bundle, {}, { hosting: here, ...unfetched })));
  const first = readPreparation(folder);
  const path = join(folder, first!.folder!);
  t.same(readdirSync(path), ['a.txt', 'closed', 'made', 'sub']);
  for (const name of ['', ...readdirSync(path)]) t.equal(statSync(join(path, name)).mode & 0o222, 0, name);
  await preparePlayer(bundle, {}, { hosting: here, ...unfetched });
  t.same(readPreparation(folder), first);
  for (const other of [
    { ...here, sandbox: 'strict' as const },
    { ...here, variables: { CC: 'cc' } },
  ])
    t.not(preparationFolder(bundle, other), folder, 'another sandbox, another folder');
  t.not(preparationFolder({ ...bundle, prepare: ':' }, here), folder);
});

t.test('files that are not what their hash says are not played', async (t) => {
  const bot = prepared(t, { run: 'x' });
  const bundle = packed([bot], '/');
  const sha256 = cacheBundle(bundle);
  const kept = join(playersFolder(), '..', 'bundles', sha256);
  writeFileSync(kept, Buffer.concat([bundle, Buffer.from('y')]));
  t.equal(cachedBundle(sha256), undefined);
  const named = { sha256, files: 'bots/ann' };
  const tools = (fetched?: Uint8Array) => ({ hosting: here, ...unfetched, fetch: async () => fetched });
  const expected = /packed files.* \(bots\/ann, .*\) are missing or changed/;
  await t.rejects(preparePlayer(named, {}, tools()), { message: expected });
  await t.rejects(preparePlayer(named, {}, tools(Buffer.from('others'))), { message: expected });
  await t.rejects(preparePlayer({ ...named, sha256: '../x' }, {}, tools(bundle)), {
    message: /expected the SHA-256/,
  });
  t.same(readPreparation(preparationFolder(named, here)), undefined);
  await preparePlayer(named, {}, tools(bundle));
  t.type(readPreparation(preparationFolder(named, here))?.folder, 'string');
  t.same(cachedBundle(sha256), Buffer.from(bundle), 'kept again');
});

t.test('files that were long unused are removed, and others stay', async (t) => {
  const bot = prepared(t, { run: 'x' });
  const bundle = { sha256: cacheBundle(packed([bot], '/')), files: bot };
  const old = { ...bundle, prepare: 'mkdir -p deep/er && :' };
  for (const each of [bundle, old]) await preparePlayer(each, {}, { hosting: here, ...unfetched });
  const [used, unused] = [bundle, old].map((each) => preparationFolder(each, here)) as [string, string];
  const left = join(used, 'left-by-a-kill');
  mkdirSync(left);
  const longAgo = Date.now() / 1000 - 31 * 86_400;
  for (const path of [left, join(unused, 'outcome.json')]) utimesSync(path, longAgo, longAgo);
  // In a process of its own: each looks once.
  const module = pathToFileURL(
    join(import.meta.dirname, '..', '..', 'host/seats/process/bundles/prepare-player.ts'),
  );
  const script = `const { preparePlayer } = await import(${JSON.stringify(module.href)});
    await preparePlayer(${JSON.stringify({ ...bundle, prepare: 'true' })}, {}, { hosting: ${JSON.stringify(here)}, fetch: async () => {}, signal: new AbortController().signal });
    process.exit()`;
  await execa(process.execPath, ['--input-type=module', '-e', script]);
  t.same(
    [used, unused, left].map((path) => existsSync(path)),
    [true, false, false],
  );
});

t.test('other users must not be able to put files into the cache', { skip: !isThere('chmod') }, async (t) => {
  const bot = prepared(t, { run: 'x' });
  const folder = playersFolder();
  chmodSync(folder, 0o777);
  t.throws(() => playersFolder(), { message: /users.*write.*replace/ });
  chmodSync(folder, 0o700);
  t.equal(playersFolder(), folder);
  t.ok(bot);
});
