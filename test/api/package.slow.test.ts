import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { parse } from 'yaml';
import { allPages, blocksOf } from '../docs/pages.ts';

const root = join(import.meta.dirname, '..', '..');
const bin = (name: string) => join(root, 'node_modules', '.bin', name);
const { version, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const doors = Object.keys(exports)
  .filter((path) => path !== './package.json')
  .map((path) => path.replace('.', 'wordhost'));

const folder = t.testdir({ project: { 'package.json': '{ "type": "module" }' }, cache: {} });
const project = join(folder, 'project');

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function run(file: string, words: readonly string[], cwd = project): Ran {
  const env = { ...process.env, npm_config_cache: join(folder, 'cache'), npm_config_offline: 'true' };
  return spawnSync(file, words, { cwd, env, encoding: 'utf8' });
}

const silent = { status: 0, stdout: '', stderr: '' };

// The bundle is built before the tests; what is published has its types beside it.
t.match(run(bin('tsc'), ['-p', 'host/package'], root), silent);
const packed = run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], root);
t.equal(packed.status, 0, packed.stderr);
const tarball = join(folder, `wordhost-${version}.tgz`);
const installed = run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', tarball]);
t.equal(installed.status, 0, installed.stderr);

t.test('each door opens in an empty project, and all share their modules', async (t) => {
  t.equal(doors.length, 11);
  const imports = doors.map((door, index) => `import * as door${index} from '${door}';`);
  const checks = `
  const { games } = door0;
  const same = door1.game === games.bananagrams && door2.game === games.scrabble && door3.game === games.boggle;
  console.log(same, [${doors.map((_, index) => `door${index}`)}].every((door) => Object.keys(door).length > 2));
  const { ok, lexicon } = door6.loadLexicon('english');
  console.log(ok && door6.hasWord(lexicon, 'ZYGOTE'));`;
  writeFileSync(join(project, 'opens.js'), [...imports, checks].join('\n'));
  t.match(run(process.execPath, ['opens.js']), { status: 0, stdout: 'true true\ntrue\n', stderr: '' });
});

t.test('the ten lines of the page play a game in an empty folder', async (t) => {
  const blocks = allPages().flatMap(blocksOf);
  const lines = blocks.find(({ note }) => note.is === 'file' && note.name === 'ten-lines.mjs')!.text;
  t.ok(lines.split('\n').length <= 10);
  writeFileSync(join(project, 'ten-lines.mjs'), lines);
  const { status, stdout, stderr } = run(process.execPath, ['ten-lines.mjs']);
  t.equal(status, 0, stderr);
  t.match(stdout, /^won \d+ wordhost player longest\nlost \d+ wordhost player random\n$/);
});

t.test('an uncaught exception shows the line that threw it, as it was written', async (t) => {
  writeFileSync(
    join(project, 'throws.js'),
    `(await import('wordhost')).runMatch({ game: 'boggel', players: [] });`,
  );
  const { stderr } = run(process.execPath, ['throws.js']);
  const [where, line = '', , , message] = stderr.split('\n');
  t.match(where, /wordhost\/dist\/api\/index\.js:\d\d+$/);
  t.match(line, /^\tif \(!game\) throw new RangeError\(.{20,120}$/);
  t.match(message, /^RangeError: unknown game boggel: expected /);
});

t.test('a bug in a game of your own is not called one of wordhost', async (t) => {
  const game = `const game = async () => { throw new Error('mine'); };`;
  const games = `{ ...gameWords, boggle: { ...gameWords.boggle, game } }`;
  const imports = `import { gameWords, run } from 'wordhost/command-line';`;
  writeFileSync(join(project, 'own.js'), `${imports} ${game} await run(${games}, ['boggle', 'true']);`);
  t.match(run(process.execPath, ['own.js']), {
    status: 3,
    stderr: /^wordhost: this is a bug in \S+own\..*not.*part.*wordhost\nError: mine\n/,
  });
});

t.test('nothing else of the package can be imported', async (t) => {
  for (const path of ['host/main.ts', 'dist/wordhost.js', 'dist/parts', 'api']) {
    writeFileSync(join(project, 'closed.js'), `await import('wordhost/${path}');`);
    t.match(run(process.execPath, ['closed.js']).stderr, /ERR_PACKAGE_PATH_NOT_EXPORTED/, path);
  }
});

t.test('npx starts the command line', async (t) => {
  t.match(run('npx', ['--no-install', 'wordhost', '--version']), { status: 0, stdout: `${version}\n` });
  const game = [
    ...'--quiet --json --seed 1 --sandbox process'.split(' '),
    'wordhost player boggle --level few',
  ];
  const { status, stdout, stderr } = run('npx', ['--no-install', 'wordhost', 'boggle', ...game]);
  t.equal(status, 0, stderr);
  t.match(JSON.parse(stdout), { game: 'boggle', outcome: 'won' });
});

t.test('the commands of the CI files install it from the file alone, without a registry', async (t) => {
  const text = (path: string) => readFileSync(join(root, path), 'utf8');
  const [, ofGitLab = ''] = /(npm install --global .+)/.exec(text('examples/ci/gitlab.yml'))!;
  const [ofAction] = (parse(text('action.yml')) as { runs: { steps: { run: string }[] } }).runs.steps;
  for (const [name, script] of [
    ['gitlab', ofGitLab],
    ['action', `PACKAGE=wordhost.tgz\n${ofAction!.run}`],
  ] as const) {
    const ci = join(folder, name);
    mkdirSync(ci);
    copyFileSync(tarball, join(ci, 'wordhost.tgz'));
    const prefix = join(ci, 'global');
    const installed = run(
      'bash',
      ['-eo', 'pipefail', '-c', `export npm_config_prefix='${prefix}'\n${script}`],
      ci,
    );
    t.equal(installed.status, 0, installed.stderr);
    t.match(run(join(prefix, 'bin', 'wordhost'), ['--version']), { status: 0, stdout: `${version}\n` });
    t.ok(existsSync(join(prefix, 'lib/node_modules/wordhost/examples/ci/compare.sh')));
  }
});

t.test('the types of Node are named for TypeScript, and not installed for others', async (t) => {
  const manifest = JSON.parse(
    readFileSync(join(project, 'node_modules', 'wordhost', 'package.json'), 'utf8'),
  );
  t.match(manifest, {
    dependencies: undefined,
    peerDependencies: { '@types/node': '>=24' },
    peerDependenciesMeta: { '@types/node': { optional: true } },
  });
  t.same(
    readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.')),
    ['wordhost'],
  );
});

t.test('good uses compile by the types that are published, and mistakes do not', async (t) => {
  mkdirSync(join(project, 'node_modules', '@types'), { recursive: true });
  for (const name of ['@types/node', 'undici-types'])
    symlinkSync(join(root, 'node_modules', name), join(project, 'node_modules', name));
  copyFileSync(join(root, 'test/api/uses-of-types.ts'), join(project, 'uses.ts'));
  const options =
    '--noEmit --ignoreConfig --strict --module nodenext --target es2024 --lib es2024,esnext.disposable'.split(
      ' ',
    );
  const checked = ['--noUncheckedIndexedAccess', '--types', 'node'];
  const examples = allPages()
    .flatMap(blocksOf)
    .flatMap(({ language, note, text }) => (language === 'ts' && note.is === 'file' ? [{ note, text }] : []));
  for (const { note, text } of examples) writeFileSync(join(project, note.name), text);
  const names = examples.map(({ note }) => note.name);
  t.ok(names.length > 3, 'the examples in the docs are among them');
  t.match(run(bin('tsc'), [...options, ...checked, 'uses.ts', ...names]), silent);
});

t.test('publint and attw find nothing wrong with it', async (t) => {
  const linted = run(bin('publint'), ['--strict', tarball]);
  t.match(linted, { status: 0, stdout: /All good!/ });
  t.match(run(bin('attw'), ['--profile', 'esm-only', '--format', 'ascii', tarball]), { status: 0 });
});

t.test('what is packed names nothing of the machine that packed it', async (t) => {
  const parts = join(project, 'node_modules', 'wordhost', 'dist');
  const files = readdirSync(parts, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.js$|\.ts$/.test(file),
  );
  t.ok(files.length > 100, `${files.length} files`);
  for (const file of files) t.notOk(readFileSync(join(parts, file), 'utf8').includes(root), file);
});
