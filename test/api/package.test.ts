import { existsSync, globSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import t, { type Test } from 'tap';
import { parse } from 'yaml';
import { isBuilt, noteBuilt, stateOfSources } from '../../host/package/built.ts';
import { completeLock } from '../../host/package/complete-lock.ts';
import { direct, facadeOf, inAscii, withoutImports } from '../../host/package/plugins.ts';

t.test('package', async (t) => {
  const text = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
  const lock = JSON.parse(text('package-lock.json'));

  t.test('the lock file names the packages of every platform, so that `npm ci` works on each', async (t) => {
    t.same(completeLock(structuredClone(lock)), [], 'host/package/complete-lock.ts completes it');
  });

  t.test('the lock file names no registry', async (t) => {
    t.notMatch(JSON.stringify(lock), /"resolved"/);
  });

  t.test('under an older Node `npm ci` warns of no engine: the scripts bring a Node', async (t) => {
    t.match(text('.npmrc'), /^loglevel=error$/m);
    t.ok('node_modules/node' in lock.packages);
  });

  t.test('only one package has something to do when it is installed', async (t) => {
    const scripted = Object.entries(lock.packages as Record<string, { hasInstallScript?: boolean }>)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => path);
    t.same(scripted, ['node_modules/node']);
  });

  t.test('the package has what it says that it has', async (t) => {
    const { files, bin, exports } = JSON.parse(text('package.json'));
    const made = [bin.wordhost, exports['.'].default];
    for (const path of [...files, ...made]) t.ok(existsSync(join(import.meta.dirname, '../..', path)), path);
  });

  t.test('editors are told the same as the formatter', async (t) => {
    const { formatter } = JSON.parse(text('.biome.json'));
    const [, all] = /^\[\*\]\n((?:.+\n)+)/m.exec(text('.editorconfig'))!;
    const told = Object.fromEntries(
      all!
        .trimEnd()
        .split('\n')
        .map((line) => line.split(' = ')),
    );
    t.match(told, {
      indent_style: formatter.indentStyle,
      indent_size: `${formatter.indentWidth}`,
      max_line_length: `${formatter.lineWidth}`,
    });
  });

  t.test('CI runs what a clone runs, with no right but to read, and ends', async (t) => {
    const { on, permissions, jobs } = parse(text('.github/workflows/ci.yml'));
    t.same(Object.keys(on), ['push', 'pull_request']);
    t.same(permissions, { contents: 'read' });
    const { steps, 'timeout-minutes': minutes } = jobs.run;
    t.equal(minutes, 60);
    t.equal(steps.at(-1).run, '.ci/run');
    for (const { uses } of steps) if (uses) t.match(uses, /^actions\/[a-z-]+@v\d+$/);
  });

  t.test('a report of a bug has what it takes to see it again', async (t) => {
    const { body } = parse(text('.github/ISSUE_TEMPLATE/bug.yml'));
    const asked = body.filter(({ id }: { id?: string }) => id);
    t.same(
      asked.map(({ id }: { id: string }) => id),
      ['version', 'sandbox', 'command', 'happened', 'record', 'verify'],
    );
    for (const { id, validations } of asked) t.ok(validations.required, id);
  });

  t.test('the version is the newest in the changelog, with its date, and in the lock file', async (t) => {
    const { version } = JSON.parse(text('package.json'));
    const [, released, date] = /^## \[(\d[^\]]*)\] - (\d{4}-\d\d-\d\d)$/m.exec(text('CHANGELOG.md'))!;
    t.equal(released, version);
    t.ok(date);
    t.equal(lock.version, version);
    t.equal(lock.packages[''].version, version);
  });
});

t.test('built', async (t) => {
  function project(t: Test): string {
    return t.testdir({
      'package.json': '{}',
      'package-lock.json': '{}',
      host: { 'main.ts': '1', cli: { 'start.ts': '2' } },
      players: { 'index.ts': '3' },
      dist: { 'wordhost.js': '4', parts: { 'one.js': '5' } },
      node_modules: {},
    });
  }

  t.test('what was built of these very files is not built again', (t) => {
    const root = project(t);
    t.notOk(isBuilt(root, stateOfSources(root)), 'never built');
    noteBuilt(root, stateOfSources(root));
    t.ok(isBuilt(root, stateOfSources(root)));
    t.end();
  });

  const changes: Readonly<Record<string, (root: string) => void>> = {
    'a source of another length': (root) => writeFileSync(join(root, 'host/cli/start.ts'), '22'),
    'a source of another time': (root) => utimesSync(join(root, 'players/index.ts'), 1, 1),
    'a new source': (root) => writeFileSync(join(root, 'host/new.ts'), ''),
    'a source that is gone': (root) => rmSync(join(root, 'host/cli/start.ts')),
    'another package that it is made with': (root) =>
      writeFileSync(join(root, 'package-lock.json'), '{"a":1}'),
    'a part of what was built that is gone': (root) => rmSync(join(root, 'dist/parts/one.js')),
    'a part of what was built that somebody wrote': (root) =>
      writeFileSync(join(root, 'dist/wordhost.js'), '44'),
    'the note that is gone, as after npm ci': (root) =>
      rmSync(join(root, 'node_modules'), { recursive: true }),
  };

  for (const [what, change] of Object.entries(changes))
    t.test(`it is built again after ${what}`, (t) => {
      const root = project(t);
      noteBuilt(root, stateOfSources(root));
      change(root);
      t.notOk(isBuilt(root, stateOfSources(root)));
      t.end();
    });

  t.test('what changes while it is built is built again', (t) => {
    const root = project(t);
    const sources = stateOfSources(root);
    writeFileSync(join(root, 'host/main.ts'), '11');
    noteBuilt(root, sources);
    t.notOk(isBuilt(root, stateOfSources(root)));
    t.end();
  });
});

t.test('only ascii', async (t) => {
  const BEYOND = /[\u0080-\uffff]/;

  t.test('what is written in ASCII is the same text, and the same pattern', async (t) => {
    for (const code of [
      "'…é\u{1d11e}'",
      '`a … \u{1d11e}`',
      "/^[\u{1d11e}…]$/u.test('\u{1d11e}')",
      "/…/.test('…')",
    ]) {
      const ascii = inAscii(code);
      t.notMatch(ascii, BEYOND);
      t.same(runInThisContext(ascii), runInThisContext(code), ascii);
    }
  });

  t.test('the programs of the package hold nothing else', async (t) => {
    const dist = join(import.meta.dirname, '../../dist');
    const [play = ''] = globSync(join(dist, 'parts', 'every-game-????????.js'));
    for (const file of [
      ...['wordhost.js', 'players.js', 'player-process.js'].map((name) => join(dist, name)),
      play,
    ])
      t.notMatch(readFileSync(file, 'utf8'), BEYOND, file);
  });
});

t.test('plain builtins', async (t) => {
  t.test('modules of Node are asked for, parts of the bundle are imported', async (t) => {
    const named = 'import{a as b}from"./part.js";import{readSync as r,open}from"node:fs";b(r,open);';
    t.equal(
      withoutImports(named),
      'import{a as b}from"./part.js";const {readSync:r,open}=process.getBuiltinModule("node:fs");b(r,open);',
    );
    const whole = 'import e from"path";import*as n from"node:os";import t,{on as o}from"node:events";';
    t.equal(
      withoutImports('import e from"path";import*as n from"node:os";1'),
      ['const e=process.getBuiltinModule("path"),n=process.getBuiltinModule("node:os");1'].join(''),
    );
    t.match(withoutImports(whole), /t=process\.getBuiltinModule\("node:events"\),\{on:o\}=/);
    t.equal(withoutImports('import"node:assert";import"./first.js";0'), 'import"./first.js";0');
    const newer = 'const {DatabaseSync:y}=process.getBuiltinModule("node:sqlite");0';
    t.equal(withoutImports('import{DatabaseSync as y}from"node:sqlite";0'), newer);
  });

  t.test('what only looks like an import is left alone', async (t) => {
    const text = 'const a=`import{b}from"node:fs";`;';
    t.equal(withoutImports(text), text);
    t.equal(withoutImports(`import{x}from"./x.js";${text}`), `import{x}from"./x.js";${text}`);
  });

  t.test('no program of the package imports a module of Node', async (t) => {
    const parts = join(import.meta.dirname, '../../dist');
    const files = readdirSync(parts).filter((name) => /^(wordhost|players|player-process)\.js$/.test(name));
    t.equal(files.length, 3);
    const reached = new Set(files);
    for (const file of reached) {
      const code = readFileSync(join(parts, file), 'utf8');
      t.notMatch(code, /(?:^|;)import[^;("'`]*"node:/, file);
      for (const [, below] of code.matchAll(/(?:from|import\()["'`]\.\/([\w./-]+\.js)["'`]/g))
        reached.add(file.startsWith('parts/') ? `parts/${below}` : below!);
    }
    t.ok(reached.size > 10);
  });
});

const dist = join(import.meta.dirname, '../../dist');

const builtTextOf = (file: string) => readFileSync(join(dist, file), 'utf8');

const imported = (file: string) =>
  [...builtTextOf(file).matchAll(/\b(?:from|import)["'`]\.\/(?:parts\/)?([\w.-]+\.js)["'`]/g)].map(
    ([, name]) => `parts/${name}`,
  );

const asked = (file: string) =>
  [...builtTextOf(file).matchAll(/\bimport\(["'`]\.\/(?:parts\/)?([\w.-]+\.js)["'`]\)/g)].map(
    ([, name]) => `parts/${name}`,
  );

const kindOf = (file: string) => file.replace(/^parts\/|-[\w-]{8}(\.player)?\.js$/g, '');

function reached(file: string): string[] {
  const found = new Set([file]);
  for (const each of found) for (const below of imported(each)) found.add(below);
  return [...found].map(kindOf).toSorted();
}

t.test('what every game needs is in one file, and what is its own in another', async (t) => {
  const [play] = asked('wordhost.js').filter((file) => kindOf(file) === 'every-game');
  t.ok(play);
  t.same(reached(play!), ['between', 'every-game', 'first', 'rolldown-runtime']);
  for (const game of ['bananagrams', 'boggle', 'scrabble']) {
    const files = asked(play!).filter((file) => kindOf(file) === game);
    t.equal(files.length, 1, game);
    t.same(reached(files[0]!), [game, 'between', 'every-game', 'first', 'rolldown-runtime'].toSorted(), game);
  }
});

t.test('a player loads nothing of the host', async (t) => {
  t.match(builtTextOf('wordhost.js'), 'import(`./player-process.js`)');
  const players = asked('players.js');
  t.ok(players.length >= 9, `${players.length} players`);
  const files = new Set(['player-process.js', ...players].flatMap(reached));
  t.same(
    [...files].filter((file) => /-game$|^first$|^wordhost/.test(file)),
    [],
  );
});

t.test('before the first player nothing is loaded that takes milliseconds and is not needed', async (t) => {
  const [play] = readdirSync(join(dist, 'parts')).filter((file) => kindOf(file) === 'every-game');
  const loaded =
    /=process\.getBuiltinModule\("(?:node:)?(crypto|assert|readline|worker_threads|http|fs\/promises)"\)/;
  t.notMatch(builtTextOf(`parts/${play}`), loaded);
});

t.test('without facades', async (t) => {
  t.test('a file that only hands on names is known with the file that has them', async (t) => {
    t.same(facadeOf('export{t as run,b}from"./play-1.js";\n'), {
      target: 'play-1.js',
      names: [
        { exported: 'run', inTarget: 't' },
        { exported: 'b', inTarget: 'b' },
      ],
    });
    t.equal(facadeOf('export{t as run}from"./play-1.js";start();'), undefined);
    t.equal(facadeOf('import{t}from"./play-1.js";export{t as run};'), undefined);
  });

  t.test('what was asked of it comes from there, under the same name', async (t) => {
    const facades = new Map([['run-1.js', facadeOf('export{t as run}from"./play-1.js";')!]]);
    const asked = 'const{run:r}=await import(`./parts/run-1.js`),o=import("./other.js");';
    t.equal(
      direct(asked, facades),
      'const{run:r}=await import(`./parts/play-1.js`).then(e=>({run:e.t})),o=import("./other.js");',
    );
  });
});
