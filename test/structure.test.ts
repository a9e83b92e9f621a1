import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import t from 'tap';
import { games } from '../host/games/registry.ts';
import { root } from './docs/pages.ts';
import { circlesIn } from './structure/circles.ts';
import { layout } from './structure/layout.ts';
import { folderOf, type Import, imports, inside, sources, textOf } from './structure/sources.ts';

t.test('structure', async (t) => {
  const names = Object.keys(layout);

  const tracked = spawnSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' });
  const skip = tracked.status !== 0 && 'this is no checkout of git';
  t.test('the top level has nothing but what the project is made of', { skip }, async (t) => {
    const top = new Set(
      tracked.stdout
        .trim()
        .split('\n')
        .map((path) => path.split('/')[0]!),
    );
    t.same(
      [...top].filter((name) => !name.startsWith('.')),
      [
        ...[
          'CHANGELOG.md',
          'CONTRIBUTING.md',
          'Containerfile',
          'LICENSE',
          'README.md',
          'SECURITY.md',
          'TRADEMARKS.md',
          'action.yml',
          'docs',
          'examples',
          'host',
        ],
        ...['package-lock.json', 'package.json', 'players', 'test', 'tsconfig.json'],
      ],
    );
  });

  // On a Mac such files would be one.
  t.test('no two paths differ in capitals alone', { skip }, async (t) => {
    const paths = tracked.stdout.trim().split('\n');
    const folders = new Set(
      paths.flatMap((path) => path.split('/').map((_, end, parts) => parts.slice(0, end + 1).join('/'))),
    );
    const ofKey = Map.groupBy(folders, (path) => path.toLowerCase());
    t.same(
      [...ofKey.values()].filter(({ length }) => length > 1),
      [],
    );
  });

  t.test('every file has its folder, and every folder has files', async (t) => {
    const found = new Set(
      sources.filter((file) => file.startsWith('host/')).map((file) => folderOf(file) ?? file),
    );
    t.same([...found].sort(), [...names].sort());
  });

  t.test('a folder imports only folders that stand above it in the list', async (t) => {
    for (const [index, name] of names.entries())
      t.same(
        layout[name]!.imports.filter((below) => !names.slice(0, index).includes(below)),
        [],
        `${name} may import`,
      );
  });

  t.test('a file imports only what its folder may import', async (t) => {
    const wrong = inside.filter(({ file, target }) => {
      const [from, to] = [folderOf(file)!, folderOf(target)!];
      return from !== to && !layout[from]!.imports.includes(to);
    });
    t.same(wrong, []);
    t.ok(inside.length > 1000, 'the imports were found');
  });

  t.test('there are no circles of imports, not inside a folder either', async (t) => {
    t.same(circlesIn(inside), []);
    t.same(circlesIn([one('a', 'b'), one('b', 'c'), one('c', 'a'), one('c', 'd')]), [['a', 'b', 'c']]);
    t.same(circlesIn([one('a', 'b'), one('b', 'c'), one('a', 'c')]), []);
  });

  const one = (file: string, target: string) => ({ file, target });

  const gameNames = Object.keys(games);

  /** The folders that are a game's own, the lists that a new game gets a line in, and what is of one game by nature. */
  const NAMES_GAMES = new RegExp(
    `^host/(games/registry\\.ts$|(games|tools/check|bots|serve)/(${gameNames.join('|')})/|cli/games/|tools/(race|siu)/|api/)`,
  );

  t.test('what serves every game names none of them', async (t) => {
    const shared = sources.filter((file) => file.startsWith('host/') && !NAMES_GAMES.test(file));
    t.ok(shared.length > 200, 'the files were found');
    const named = new RegExp(`\\b(${gameNames.join('|')})\\b`, 'i');
    t.same(
      shared.filter((file) => named.test(textOf(file))),
      [],
    );
  });

  t.test('the list of games is handed in: only the doors and the build import it', async (t) => {
    const importersIn = (target: string) =>
      inside.filter((each) => each.target === target).map(({ file }) => file);
    t.same(importersIn('host/cli/games/registry.ts'), [
      'host/api/command-line.ts',
      'host/main.ts',
      'host/package/build.ts',
    ]);
    const doors = importersIn('host/games/registry.ts');
    t.ok(doors.length > 0);
    for (const file of doors) t.match(file, /^host\/(api\/.*|cli\/games\/registry\.ts)$/, file);
  });

  t.test('views know a game by what it shows, and nothing else of it', async (t) => {
    const views = inside.filter(
      ({ file, target }) => file.startsWith('host/views/') && target.startsWith('host/games/'),
    );
    t.ok(views.length > 0);
    for (const { file, target } of views)
      t.match(
        target,
        /^host\/games\/(presentation|analysis|events|kit\/[a-z-]+)\.ts$/,
        `${file} imports ${target}`,
      );
  });

  t.test('players import the library by its public name, and nothing inside the host', async (t) => {
    const ofPlayers = imports.filter(({ file }) => file.startsWith('players/'));
    t.ok(ofPlayers.length > 0);
    t.same(
      ofPlayers.filter(({ target }) => /^host\/(?!api\/)/.test(target)),
      [],
    );
  });

  t.test('no test imports from the benchmarks: what both need is in test/support', async (t) => {
    const files = globSync('test/**/*.ts', { cwd: root });
    t.ok(files.length > 200, 'the tests were found');
    t.same(
      files.filter(
        (file) => !file.startsWith('test/bench/') && /from '[^']*\/bench\/[^']*'/.test(textOf(file)),
      ),
      [],
    );
  });

  t.test('each of these packages has one place', async (t) => {
    const homes: Record<string, RegExp> = {
      execa: /^(test|players|host\/tools\/(race|analyze|check|doctor|mcp)|host\/seats\/process\/bundles)\//,
      yargs: /^host\/cli\//,
      nanoid: /^host\/core\/seed\.ts$/,
      yaml: /^host\/settings\//,
      rolldown: /^host\/package\//,
      hono: /^(host|test)\/serve\//,
      '@hono/node-server': /^host\/serve\/http\//,
      '@modelcontextprotocol/sdk': /^(host\/tools|test\/cli)\/mcp/,
    };
    /** A package may be imported by a path, such as `hono/html`. */
    const packageOf = (target: string) => /^(@[^/]+\/)?[^/]+/.exec(target)?.[0] ?? '';
    const misplaced = ({ file, target }: Import) => homes[packageOf(target)]?.test(file) === false;
    t.same(imports.filter(misplaced), []);
    for (const target of ['hono', 'hono/html', 'yargs/helpers', '@hono/node-server/serve-static'])
      t.ok(misplaced({ file: 'host/views/page.ts', target }), target);
  });

  /** Draws seeds, and hashes them. */
  const SEEDS = 'host/core/seed.ts';

  const pure = (file: string) =>
    (layout[folderOf(file) ?? '']?.pure && file !== SEEDS) ||
    /^host\/lexicon\/(automaton|build|word-list|lookup|problem)\.ts$/.test(file);

  t.test('the pure files have no clock, no chance, no promises, and nothing of Node', async (t) => {
    const impure =
      /from 'node:|Date\.|new Date|performance\.|Math\.random|Promise|\basync\b|\bawait\b|\bprocess\./;
    const code = (file: string) => textOf(file).replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
    const pureFiles = sources.filter(pure);
    t.ok(pureFiles.length > 50, 'they were found');
    t.same(
      pureFiles.filter((file) => impure.test(code(file))),
      [],
    );
  });
});

t.test('changes', async (t) => {
  const page = readFileSync(join(root, 'docs/how-to/change-the-host.md'), 'utf8');
  const [, section = ''] = page.split('## What a change touches');
  const rows = section
    .split('\n## ')[0]!
    .match(/^\| (?!---).*$/gm)!
    .slice(1);

  t.test('each change names the files that it touches, and all of them are there', async (t) => {
    t.ok(rows.length >= 10, `${rows.length} changes`);
    for (const row of rows) {
      const [, change, files] = row.split(' | ').join('|').split('|');
      const paths = [...files!.matchAll(/`((?:host|test|docs|examples)\/[^`]*|package\.json)`/g)];
      t.ok(paths.length > 0, change!);
      for (const [, path] of paths) {
        // What is new is not there yet, but its folder is.
        const there = path!.includes('NAME') ? dirname(path!.slice(0, path!.indexOf('NAME') + 1)) : path!;
        t.ok(existsSync(join(root, there)), `${change}: ${path}`);
      }
    }
  });

  t.test('the files of the walks are there', async (t) => {
    const explained = readFileSync(join(root, 'docs/explanation/code-layout.md'), 'utf8');
    const section = explained.split('## Walks')[1]!.split('\n## ')[0]!;
    const files = [...section.matchAll(/`([\w/-]+\.ts)`/g)].map(([, file]) => file!);
    t.ok(files.length > 0);
    for (const file of files) t.ok(existsSync(join(root, 'host', file)), file);
  });
});

t.test('the tests themselves', async (t) => {
  const files = globSync('test/**/*.test.ts', { cwd: root }).sort();
  const text = (file: string) => readFileSync(join(root, file), 'utf8');

  t.test('a test that has tests is named as a test file, and slow ones by their name', async (t) => {
    t.ok(files.length > 50, 'they were found');
    for (const file of files) t.match(file, /^test\/[\w/-]+(\.slow)?\.test\.ts$/);
    for (const file of globSync('test/**/*.{ts,mjs,js}', { cwd: root }))
      if (/^t\.test\(/m.test(text(file))) t.match(file, /\.test\.ts$/);
  });

  t.test('laws are tried with one seed: fast-check is imported where it is fixed', async (t) => {
    const importers = globSync('test/**/*.ts', { cwd: root }).filter((file) =>
      /^import fc\b.* from 'fast-check'/m.test(text(file)),
    );
    t.same(importers, ['test/support/laws.ts']);
  });

  t.test('a test that is not tried says why, and none is content with an empty list', async (t) => {
    const filesWith = (found: RegExp) =>
      files.filter((file) => file !== 'test/structure.test.ts' && found.test(text(file)));
    t.same(filesWith(/\bt\.skip\(/), [], 't.skip() shows no reason; { skip: reason } does');
    t.same(filesWith(/\bskip: true\b/), [], 'a skip without its reason');
    t.same(filesWith(/\bt\.ok\([^;]*\.every\(/), [], 'allOf() is false of none, every() is not');
  });
});
