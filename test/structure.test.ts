import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join, join as joinPath } from 'node:path';
import { runInThisContext } from 'node:vm';
import { Ajv2020 } from 'ajv/dist/2020.js';
import t, { type Test } from 'tap';
import { parse } from 'yaml';
import { eventLine } from '../host/events/noted.ts';
import { parseRecord } from '../host/events/read-record.ts';
import { games } from '../host/games/registry.ts';
import { liveClock } from '../host/match/clock.ts';
import { planFromRecord, planMatch } from '../host/match/plan.ts';
import { verifyRecord } from '../host/match/verify.ts';
import { isBuilt, noteBuilt, stateOfSources } from '../host/package/built.ts';
import { completeLock } from '../host/package/complete-lock.ts';
import { direct, facadeOf, inAscii, withoutImports } from '../host/package/plugins.ts';
import { playGame } from '../host/runs/play-game.ts';
import { type Script, scriptedSeats } from '../host/seats/scripted/scripted-seats.ts';
import { operations } from '../host/serve/boggle/api/operations.ts';
import { settleOptions } from '../host/settings/settle-options.ts';
import { judgeRace } from '../host/tools/race/make-report.ts';
import type { RaceReport } from '../host/tools/race/race-report.ts';
import { barAxis, raceLines, shareBar } from '../host/tools/race/report/race-lines.ts';
import { racePage } from '../host/tools/race/report/race-page.ts';
import { replayPage } from '../host/views/html/replay-page.ts';
import { stepsOf } from '../host/views/steps.ts';
import { pictureSvg } from '../host/views/svg.ts';
import { paintFor } from '../host/views/terminal/paint.ts';
import { retelling } from '../host/views/terminal/story.ts';
import { page, root } from './docs/pages.ts';
import { guessing } from './fourth-game/guessing.ts';
import { tryWires } from './fuzz/try-wires.ts';
import { equivalent } from './mutations/equivalent.ts';
import { curveOf, quietRace, shareOf, spreadOf } from './race/made-up-race.ts';
import { circlesIn } from './structure/circles.ts';
import { layout } from './structure/layout.ts';
import { folderOf, imports, inside, sources, textOf } from './structure/sources.ts';
import { allOf } from './support/all-of.ts';
import fc, { runs } from './support/laws.ts';
import { unbalanced } from './views/html/unbalanced.ts';

const beside = (path: string) => joinPath(import.meta.dirname, path);

t.test('structure', async (t) => {
  const names = Object.keys(layout);

  t.test('mutations that are known to change nothing are of lines in the sources', async (t) => {
    const missing = equivalent.filter(
      ({ file, before }) => !textOf(file).replaceAll(/\s+/g, ' ').includes(before),
    );
    t.same(missing, []);
  });

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
          'LICENSE',
          'README.md',
          'SECURITY.md',
          'docs',
          'examples',
          'host',
        ],
        ...['package-lock.json', 'package.json', 'players', 'test', 'tsconfig.json'],
      ],
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
      execa: /^(test|players|host\/tools\/(race|analyze|check|doctor)|host\/seats\/process\/bundles)\//,
      yargs: /^host\/cli\//,
      nanoid: /^host\/core\/seed\.ts$/,
      yaml: /^host\/settings\//,
      rolldown: /^host\/package\//,
      hono: /^(host|test)\/serve\//,
      '@hono/node-server': /^host\/serve\/http\//,
    };
    t.same(
      imports.filter(({ file, target }) => homes[target]?.test(file) === false),
      [],
    );
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
  const root = join(beside('structure'), '..', '..');
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

  t.test('the files of the walks are there, each once, and as many as the walk says', async (t) => {
    const explained = readFileSync(join(root, 'docs/explanation/code-layout.md'), 'utf8');
    const section = explained.split('## Walks')[1]!.split('\n## ')[0]!;
    const walks = [...section.matchAll(/^\*\*(.*?)\*\* \((\d+) files\)([\s\S]*?)\n\n/gm)];
    t.equal(walks.length, 7);
    for (const [, name, count, chain] of walks) {
      const files = [...chain!.matchAll(/`([\w/-]+\.ts)`/g)].map(([, file]) => file!);
      for (const file of files) t.ok(existsSync(join(root, 'host', file)), file);
      t.equal(new Set(files).size, files.length, `${name}: each file once`);
      t.equal(files.length, Number(count), name!);
    }
  });
});

t.test('package', async (t) => {
  const text = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');
  const lock = JSON.parse(text('package-lock.json'));

  t.test('the lock file names the packages of every platform, so that `npm ci` works on each', async (t) => {
    t.same(completeLock(structuredClone(lock)), [], 'host/package/complete-lock.ts completes it');
  });

  t.test('the lock file names no registry', async (t) => {
    t.notMatch(JSON.stringify(lock), /"resolved"/);
  });

  t.test(
    'under an older Node `npm ci` warns of no engine, since scripts run on the Node that it brings',
    async (t) => {
      t.match(text('.npmrc'), /^loglevel=error$/m);
      t.ok('node_modules/node' in lock.packages);
    },
  );

  t.test('only one package has something to do when it is installed', async (t) => {
    const scripted = Object.entries(lock.packages as Record<string, { hasInstallScript?: boolean }>)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => path);
    t.same(scripted, ['node_modules/node']);
  });

  t.test('the package has what it says that it has', async (t) => {
    const { files, bin, exports } = JSON.parse(text('package.json'));
    const made = [bin.wordhost, exports['.'].default];
    for (const path of [...files, ...made]) t.ok(existsSync(join(import.meta.dirname, '..', path)), path);
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

  t.test(
    'the version of the package is the newest in the changelog, with its date, and the one in the lock file',
    async (t) => {
      const { version } = JSON.parse(text('package.json'));
      const [, released, date] = /^## \[(\d[^\]]*)\] - (\d{4}-\d\d-\d\d)$/m.exec(text('CHANGELOG.md'))!;
      t.equal(released, version);
      t.ok(date);
      t.equal(lock.version, version);
      t.equal(lock.packages[''].version, version);
    },
  );
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
    const dist = join(beside('package'), '../../dist');
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
    const parts = join(beside('package'), '../../dist');
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

const dist = join(beside('package'), '../../dist');
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
    [...files].filter((file) => /game$|^first$|^wordhost/.test(file)),
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

t.test('coming from', async (t) => {
  const folder = 'docs/how-to/coming-from';
  const course = page(`${folder}/fsharp-scrabble.md`).text;

  t.test('who comes from the F# project finds each error under its name there', async (t) => {
    const wire = page('docs/reference/scrabble-wire.md').text;
    const named = [...wire.matchAll(/`error ([a-z]+)/g)].map(([, name]) => name!);
    const listed = [...course.matchAll(/^\| `(GPE\w+).*`error ([a-z]+)/gm)];
    t.same(listed.map(([, , error]) => error).sort(), [...new Set(named)].sort());
    for (const [, theirs, ours] of listed)
      t.match(theirs!.toLowerCase(), new RegExp(`^gpe(${ours}|notadjacent)$`), ours!);
  });

  t.test('and each message', async (t) => {
    for (const name of ['SMPlay', 'SMChange', 'SMPass', 'SMForfeit']) t.match(course, `| \`${name}`);
    for (const name of [
      'Played',
      'PlaySuccess',
      'PlayFailed',
      'Passed',
      'Forfeit',
      'Change',
      'ChangeSuccess',
      'Timeout',
      'GameOver',
    ])
      t.match(course, `RCM (CM${name} `);
  });

  t.test('who comes from boggle-api finds each endpoint under its name there', async (t) => {
    const text = page(`${folder}/boggle-api.md`).text;
    const theirs = [
      'create_user',
      'new_game',
      'make_move',
      'get_game',
      'get_user_games',
      'cancel_game',
      'get_user_rankings',
      'get_game_history',
      'get_average_turns',
    ];
    for (const endpoint of theirs) {
      t.ok(Object.hasOwn(operations, endpoint), endpoint);
      t.match(text, `\`${endpoint}\``);
    }
  });

  t.test('who comes from a chess match runner finds each of its options as what does the same', async (t) => {
    const rows = page(`${folder}/chess-match-runners.md`).text.split('\n');
    for (const [theirs, ours] of [
      ['-concurrency', '--jobs'],
      ['-use-affinity', '--pin'],
      ['-repeat', '--mirrored'],
      ['-noswap', '--no-rotate'],
      ['-sprt', 'wordhost compare GAME --elo0'],
      ['-tournament', 'wordhost tournament'],
      ['-autosaveinterval', '--store'],
      ['-maxmoves', '--max-turns'],
      ['-srand', '--seed'],
      ['-pgnout', '--record'],
      ['timemargin', '--margin'],
    ] as const)
      t.match(
        rows.filter((row) => new RegExp(`^\\|[^|]*[ \`]${theirs}\\b`).test(row)).join('\n'),
        ours,
        theirs,
      );
  });

  t.test('each option on these pages is in the reference', async (t) => {
    const reference = page('docs/reference/command-line.md').text;
    for (const name of readdirSync(join(root, folder)))
      for (const [, option] of page(`${folder}/${name}`).text.matchAll(/[\s`]--(\w+(?:-\w+)*)/g))
        if (option !== 'some-argument')
          t.match(
            reference,
            new RegExp(`\`--(no-)?${option!.replace(/^no-/, '')}[\` ]`),
            `${name}: --${option}`,
          );
  });
});

t.test('installing', async (t) => {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');

  /** `private` in package.json is the one place that says it: npm publishes no package that has it. */
  const isPublished = JSON.parse(read('package.json')).private !== true;

  /** What users read or copy, and where the texts of the program are: its help, the manual page, what it advises. */
  const files = globSync(
    ['*.md', 'docs/**/*.{md,json}', 'examples/**/*', '.github/**/*', '{host,players}/**/*.{ts,mjs}'],
    {
      cwd: root,
      exclude: (path) => /(?:^|\/)node_modules$/.test(path),
    },
  ).filter((path) => /\.\w+$/.test(path));

  const tools = '(?:npm|pnpm|yarn|bun|deno)';
  const verbs = '(?:install|i|add|exec|x|dlx|create|init|update|global add)';
  /** By its name alone, and so from a registry: no path, no file. */
  const byName = String.raw`["']?(?:npm:)?wordhost(?:@[\w.^~]+)?(?=["'\s\`,;:)]|\.?$)`;
  const fetching: readonly RegExp[] = [
    new RegExp(String.raw`\b${tools} ${verbs}\b(?:[^\n\`&|;]*?\s)${byName}`, 'm'),
    /\bnpm:wordhost\b|(?:npmjs\.com\/package|unpkg\.com|esm\.sh|cdn\.jsdelivr\.net\/npm)\/wordhost/,
    /^\s*"wordhost":\s*"(?!file:)/m,
  ];
  /** It takes what is there, and what is not there from the registry. */
  const taking = /\b(?:npx|pnpx|bunx|npm exec)(?: (?!--no\b|--no-install\b)-\S+)* wordhost\b/;

  /** In the clone, `npx` finds the program of the clone. */
  const inTheClone: Readonly<Record<string, RegExp>> = {
    'README.md':
      /In a clone of this project,[\s\S]+Outside the clone never call `npx wordhost`[\s\S]+In the clone, let one of yours play/,
    'docs/how-to/install.md': /never call `npx wordhost` outside the clone/,
    'docs/how-to/run-other-peoples-bots.md':
      /\*\*Never call `npx wordhost` in a folder that others can fill\.\*\*/,
    'docs/how-to/set-up-a-machine-for-strict.md': /start `wordhost` itself, not `npx wordhost`/,
  };

  const firstOf = (text: string, patterns: readonly RegExp[]) =>
    patterns.flatMap((pattern) => pattern.exec(text)?.[0].trim() ?? [])[0];

  t.test('nothing that users read has them take wordhost from a registry before it is there', async (t) => {
    t.ok(files.length > 500, `${files.length} files were read`);
    for (const path of isPublished ? [] : files) {
      const text = read(path);
      t.equal(firstOf(text, fetching), undefined, path);
      if (!inTheClone[path]) t.equal(firstOf(text, [taking]), undefined, path);
    }
    for (const [path, says] of Object.entries(inTheClone)) t.match(read(path), says, path);
  });

  t.test('pages and CI files install it from where it is', async (t) => {
    const install = isPublished
      ? { global: 'npm install --global --ignore-scripts wordhost', project: '`npm install wordhost`' }
      : { global: 'npm install --global --ignore-scripts ./wordhost.tgz', project: '`npm install PATH`' };
    for (const path of ['examples/ci/github.yml', 'examples/ci/gitlab.yml'])
      t.match(read(path), install.global);
    for (const path of ['bots-in-javascript', 'a-game-of-your-own'])
      t.match(read(`docs/how-to/${path}.md`), install.project);
  });

  t.test('each way to take it from a registry is found, and none from the clone or a file', async (t) => {
    const found = (text: string) => firstOf(text, [...fetching, taking]) !== undefined;
    for (const text of [
      'npm install wordhost',
      'npm i -g wordhost@0.2',
      'with `npm install --global --ignore-scripts wordhost`',
      'run: npm install --global "wordhost"',
      'pnpm dlx wordhost play',
      'npm exec wordhost -- play',
      'npx wordhost play',
      'npx -y wordhost',
      'deno add npm:wordhost',
      '  "wordhost": "^0.2.0"',
      'https://unpkg.com/wordhost',
    ])
      t.ok(found(text), text);
    for (const text of [
      'npm install -g .',
      'npm install --global ./wordhost.tgz',
      'npm install ../wordhost',
      'npm install wordhost-0.2.0.tgz',
      'npm install && npx fable player.fsproj js && wordhost boggle',
      '`npm install node@24`, or `wordhost` again',
      'npx --no wordhost',
    ])
      t.notOk(found(text), text);
  });
});

t.test('report', async (t) => {
  const plain = paintFor(false);
  const lines = (report: RaceReport) => raceLines(report, plain);
  const text = (report: RaceReport) => lines(report).join('\n');
  /** Without its lines. */
  const words = (report: RaceReport) => text(report).replace(/\s+/g, ' ');

  const unfair: RaceReport = {
    ...quietRace,
    mode: { shuffles: false, flushes: false, batch: false, photoFinishUs: 0, restUs: 2000 },
    seats: spreadOf([1900, 100], 1e-30),
    verdict: { fair: false, judged: true, sentence: 'Seat 1 won 95.0% of 2,000 gates.', alpha: 0.001 },
  };

  const ofRecords: RaceReport = {
    ...quietRace,
    ...{
      source: 'records',
      load: null,
      racer: null,
      seed: null,
      spawns: null,
      inversions: null,
      deadHeats: null,
    },
    curve: [],
    entries: [
      { ...shareOf(1, 1500, 2000), name: 'Ada', command: './ada', games: 20, gamesWon: 15, late: 500 },
      { ...shareOf(2, 500, 2000), name: 'Ben', command: './ben', games: 20, gamesWon: 5, late: 1500 },
    ],
    machine: { ...quietRace.machine, kernel: null, model: null, loadBefore: null, loadAfter: null },
  };

  t.test('the last line is the verdict: fair, NOT FAIR, or not judged', async (t) => {
    t.equal(lines(quietRace).at(-1), 'verdict: fair. Nobody was favoured.');
    t.equal(lines(unfair).at(-1), 'verdict: NOT FAIR. Seat 1 won 95.0% of 2,000 gates.');
    const verdict = { ...quietRace.verdict, judged: false, sentence: '7 gates cannot tell.' };
    t.equal(lines({ ...quietRace, verdict }).at(-1), 'verdict: not judged. 7 gates cannot tell.');
  });

  t.test('each share is drawn with its interval, against the line where no seat is favoured', async (t) => {
    const scale = { low: 0.45, high: 0.55 };
    t.equal(barAxis(0.5, scale), '45%           50%           55%');
    const bar = (share: number, low: number, high: number) =>
      shareBar({ label: '', wins: 0, share, low, high }, 0.5, scale);
    t.equal(bar(0.49, 0.47, 0.51), '      ├─────●──┼──┤');
    t.equal(bar(0.53, 0.52, 0.54), '               │     ├──●──┤');
    t.equal(bar(0.5, 0.5, 0.5), '               ●');
  });

  t.test('the figures are in the report, each with what it means', async (t) => {
    const report = text(quietRace);
    t.match(report, /^2,000 gates in 20 games between 2 identical racers\.$/m);
    t.match(report, /^By seat {2}\(p = 0\.42, exact binomial\)$/m);
    t.match(report, /^ +1 +990 +49\.5% +47\.3% to 51\.7% /m);
    t.match(report, /^By writing order {2}\(p < 0\.0001, exact binomial\)$/m);
    t.match(report, /^ +5 µs +220 +55\.0%/m);
    t.match(report, /head start +median 2\.1 µs, 99th percentile 13\.4 µs/);
    t.match(
      report,
      /inversions +3 of 1,950 pairs of peels \(0\.15%\)\n +The host read these peels in a different order/,
    );
    t.match(report, /dead heats +1,210 of 2,000 gates \(60\.5%\)/);
    t.match(report, /unpolled gates +3 of 2,000 gates \(0\.15%\)/);
    t.match(report, /other load +make \(pid 1234\) 2\.0%/);
  });

  t.test('a measure that was left out is said wherever it matters', async (t) => {
    const report = words(unfair);
    t.match(report, /FIXED writing order \(--no-shuffle\)/);
    t.match(report, /gates opened WITHOUT polling first \(--no-flush\)/);
    t.match(report, /the same player always had the head start/);
    t.match(report, /unpolled gates all gates/);
  });

  t.test('what records cannot tell is said, and nothing is made up', async (t) => {
    const report = text(ofRecords);
    t.match(report, /2,000 gates in 20 games of 2 players, from records\./);
    t.match(report, /Not available: the starting order of the players, inversions, dead\s+heats\./);
    t.notMatch(report, /null|undefined|NaN|load average|Wins by advantage/);
    t.match(report, /^ +Ada +1,500 +75\.0%/m);
  });

  t.test('players whose names are long are told apart by numbers', async (t) => {
    const [one, other] = ofRecords.entries!;
    const entries = [
      { ...one!, name: 'wordhost player bananagrams' },
      { ...other!, name: `./${'x'.repeat(200)}` },
    ];
    const report = text({ ...ofRecords, entries });
    t.match(report, /^ +1 +1,500 +75\.0%/m);
    t.match(report, /^ {2}1 is wordhost player bananagrams\n {2}2 is \.\/x{70}…$/m);
    t.ok(allOf(report.split('\n').slice(0, -1), (line) => line.length <= 80));
  });

  t.test('a word that is longer than a line is broken', async (t) => {
    const machine = { ...quietRace.machine, model: 'x'.repeat(200) };
    t.ok(allOf(lines({ ...quietRace, machine }).slice(0, -1), (line) => line.length <= 80));
  });

  t.test('where games have their say beside gates, both are shown', async (t) => {
    const seats = { ...quietRace.seats, p: 0.00001, byGame: 0.31 };
    const report = words({ ...quietRace, seats });
    t.match(report, /By seat \(p < 0\.0001, for games p = 0\.31, exact binomial\)/);
    t.match(report, /the race is not fair only if p is below 0\.001 for whole games too/);
  });

  t.test('a photo finish is shown with what the coin did', async (t) => {
    const mode = { ...quietRace.mode, photoFinishUs: 200, restUs: 2000 };
    const report = text({ ...quietRace, mode, photoFinish: { coins: 812, of: 2000, overturned: 404 } });
    t.match(report, /photo finish +812 of 2,000 gates decided by a coin toss \(40\.6%\)/);
    t.match(report, /within 200 µs\. In 404 cases\s+the\s+coin\s+toss\s+did\s+not\s+choose/);
  });

  t.test('an offender is named, with what it did', async (t) => {
    const offender = {
      name: './bot',
      seat: 2,
      seed: 'abc',
      kind: 'protocol',
      rule: 'byte',
      detail: 'a newline',
    };
    const report = words({ ...ofRecords, offences: 1, offenders: [offender] });
    t.match(report, /offenses 1 \.\/bot in seat 2, game with seed abc: protocol \(byte\), a newline/);
  });

  t.test('a player that left the batch class is named, in the facts and in the verdict', async (t) => {
    const leftBatchClass = [{ entry: 2, name: './bot', seen: 'other', games: 3 }];
    const race = { ...quietRace, leftBatchClass };
    t.match(words(race), /not batch work \.\/bot \(other\)/);
    const verdict = judgeRace(race, true);
    t.match(verdict, {
      fair: false,
      judged: true,
      sentence: /^Player 2 \(\.\/bot\) left the batch scheduling class in 3 of /,
    });
    t.match(
      judgeRace({ ...race, gates: 5 }, true),
      { fair: false, judged: true },
      'few gates do not excuse it',
    );
    t.match(judgeRace(quietRace, true), { fair: true });
  });

  t.test('players that could not be pinned are said to be so, with the reason', async (t) => {
    t.match(text({ ...quietRace, pinned: true }), /pinned +one processor for each player/);
    t.match(
      text({ ...quietRace, unpinnedBecause: 'there is no taskset' }),
      /pinned +no: there is no taskset/,
    );
  });

  t.test('a page fetches nothing, and runs nothing', async (t) => {
    const page = racePage(quietRace);
    t.notMatch(page, /<script|<link|<img|<iframe|\bsrc=|url\(|@import|https?:|\bon[a-z]+=/i);
    t.match(page, /prefers-color-scheme: dark/);
    t.match(page, /@media print/);
    t.match(page, /name="viewport"/);
    t.equal(page.match(/<svg /g)?.length, 5, 'seats, starting, writing, the curve, the head start');
    t.equal(unbalanced(page), undefined);
  });

  t.test('nothing that a player is called becomes a part of the page, or of the terminal', async (t) => {
    const name = `"><script>alert('1')</script><b a='&amp;\u001b[31m`;
    const entries = ofRecords.entries!.map((entry) => ({ ...entry, name, command: name }));
    const offender = { name, seat: 1, seed: name, kind: 'protocol', rule: 'byte', detail: name };
    const report = { ...ofRecords, entries, offenders: [offender] };
    const page = racePage(report);
    t.notMatch(page, /<script|<b /);
    t.equal(unbalanced(page), undefined);
    t.match(page, '&#60;script&#62;');
    t.notMatch(text(report), '\u001b');
  });

  const shares = fc.integer({ min: 2, max: 8 }).chain((players) => {
    return fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: players, maxLength: players });
  });

  const races: fc.Arbitrary<RaceReport> = fc
    .record({
      won: shares,
      head: fc.array(fc.double({ min: 0, max: 1e6, noNaN: true })),
      p: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    .map(({ won, head, p }) => {
      const sorted = [...head].sort((one, other) => one - other);
      const quantiles = sorted.map((us, index) => ({ share: index / sorted.length, us }));
      const headStart = { medianUs: sorted[0] ?? 0, p99Us: sorted.at(-1) ?? 0, quantiles, byPlace: [] };
      const spread = { ...spreadOf(won, p), byGame: p / 2 };
      const curve = curveOf(
        Object.fromEntries(sorted.slice(0, 4).map((us) => [Math.ceil(us) + 1, Math.min(1, us)])),
      );
      return {
        ...quietRace,
        players: won.length,
        seats: spread,
        spawns: spread,
        places: spread,
        headStart,
        curve,
      };
    });

  t.test('whatever was measured can be drawn: in 80 columns, and on a page without odd numbers', async () => {
    fc.assert(
      fc.property(races, (report) => {
        const drawn = lines(report).slice(0, -1);
        for (const line of drawn) if (line.length > 80) throw new Error(`${line.length} columns: ${line}`);
        const odd = /NaN|Infinity|undefined/.exec(drawn.join('\n') + racePage(report));
        if (odd) throw new Error(`${odd[0]} in ${odd.input.slice(odd.index - 80, odd.index + 40)}`);
        const outside = [...racePage(report).matchAll(/ (?:c?[xy][12]?)="(-?[\d.]+)"/g)].filter(
          ([, at]) => Number(at) < -1 || Number(at) > 362,
        );
        if (outside.length > 0) throw new Error(`outside the drawing: ${outside[0]![0]}`);
      }),
      runs(200),
    );
  });

  t.test('every field of a report is in the schema', async (t) => {
    const schema = JSON.parse(
      readFileSync(join(beside('race'), '../../docs/reference/race.schema.json'), 'utf8'),
    );
    const isRace = new Ajv2020({ strict: true, strictTypes: false }).compile(closed(schema));
    const mode = { ...quietRace.mode, photoFinishUs: 200, restUs: 2000 };
    const photo = { ...quietRace, mode, photoFinish: { coins: 1, of: 2, overturned: 1 } };
    for (const report of [quietRace, unfair, ofRecords, photo])
      t.ok(isRace(report), JSON.stringify(isRace.errors));
    t.notOk(isRace({ ...quietRace, verdict: { fair: 'yes' } }));
    t.notOk(isRace({ ...quietRace, more: 1 }));
  });

  /** The same schema, where nothing may stand that is not described. */
  function closed(schema: unknown): never {
    if (Array.isArray(schema)) return schema.map(closed) as never;
    if (typeof schema !== 'object' || schema === null) return schema as never;
    const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
    return ('properties' in schema ? { ...inner, additionalProperties: false } : inner) as never;
  }
});

t.test('fuzz', async (t) => {
  tryWires(t, { cases: 20, warming: 15, messages: 1_000 });
});

t.test('guessing', async (t) => {
  /** Says these numbers, one to each turn. */
  function says(...numbers: readonly number[]): Script {
    const left = [...numbers];
    return (stage) => ({
      hear(text) {
        if (text.startsWith('range')) stage.say('ready\n');
        if (text.includes('turn\n')) stage.say(`${left.shift()}\n`);
      },
    });
  }

  async function playedRecord(...scripts: readonly Script[]): Promise<string> {
    const players = scripts.map((_, index) => ({
      seat: index + 1,
      entry: index + 1,
      name: `p${index + 1}`,
      command: '',
    }));
    const limits = { readyTimeout: 10e9, gameTimeout: 0 };
    const options = settleOptions(guessing.options, []);
    const plan = planMatch({ game: guessing, options, lexicon: undefined, seed: 'one', limits, players });
    const lines: string[] = [];
    await playGame(plan, {
      openSeats: scriptedSeats(scripts, liveClock),
      watch: (event) => lines.push(`${eventLine(event)}\n`),
      ...{ interrupt: undefined, events: undefined, record: undefined, trace: undefined },
    });
    return lines.join('');
  }

  const numbers = Array.from({ length: 50 }, (_, index) => 2 * index + 1);
  const text = await playedRecord(says(...numbers), says(...numbers.map((number) => number + 1)));

  t.test('A record is read with the games that the reader was handed, and with no others', async (t) => {
    t.match(parseRecord(text, 'x', { guessing }), {
      ok: true,
      result: { game: 'guessing', reason: 'guessed' },
    });
    t.match(parseRecord(text, 'x', { ...games, guessing }), { ok: true });
    t.match(parseRecord(text, 'x', games), {
      ok: false,
      problem: 'x: line 1: this version of wordhost does not know the game "guessing"',
    });
    t.notOk('guessing' in games);
  });

  t.test('Its decisions are verified, and one that is another is found', async (t) => {
    const verified = (lines: string) => {
      const record = parseRecord(lines, 'x', { guessing });
      if (!record.ok) throw new Error(record.problem);
      const plan = planFromRecord(record, undefined);
      if (!plan.ok) throw new Error(plan.problem);
      return verifyRecord(plan.plan, record.events, record.lines);
    };
    t.match(verified(text), { ok: true, complete: true });
    const forged = text.replace('"answer":"right"', '"answer":"lower"');
    t.not(forged, text);
    t.match(verified(forged), { ok: false, disagreement: { problem: 'the rules decide differently' } });
    const ofWindows = verified(text.replaceAll('\n', '\r\n'));
    t.match(ofWindows, { ok: false, disagreement: { problem: /Windows line endings/ } });
  });

  t.test('A reason to end, or an event, that the game does not have is refused by the reader', async (t) => {
    const refused = (from: string, to: string) => {
      t.ok(text.includes(from), from);
      return parseRecord(text.replace(from, to), 'x', { guessing });
    };
    t.match(refused('"reason":"guessed"', '"reason":"bunch-empty"'), {
      ok: false,
      problem: /end.result.reason: expected/,
    });
    t.match(refused('"type":"range"', '"type":"deal"'), {
      ok: false,
      problem: /type: expected a type of event of this game/,
    });
    t.match(refused('"type":"ready","seat":1', '"type":"ready","seat":1,"dialect":7'), {
      ok: false,
      problem: /ready\.dialect: expected/,
    });
  });

  t.test('It is told and drawn by views that know no game', async (t) => {
    const record = parseRecord(text, 'x', { guessing });
    if (!record.ok) throw new Error(record.problem);
    const told = [...retelling(record, { grids: true, width: 100, paint: paintFor(false) })]
      .flat()
      .join('\n');
    t.match(told, /s {2}a number from 1 to 100 is thought of\n/);
    t.match(told, /s {2}1 p1 guesses 1: higher\n/);
    t.match(told, /from 2 to 100\n\n +(\? ?){40}\n/);
    t.match(told, /has won: the number was guessed\n/);
    t.match(told, /seat {2}player {2}outcome {2}guesses {2}thinking/);
  });

  t.test('It is drawn on a page and as an image, too', async (t) => {
    const record = parseRecord(text, 'x', { guessing });
    if (!record.ok) throw new Error(record.problem);
    const page = replayPage({ record, judged: { is: 'right', said: ['All is right.'] } });
    t.match(page, /<span class="what">1 p1 guesses 1: higher<\/span>/);
    t.match(page, /<p class="heading">from 2 to 100<\/p>/);
    t.match(page, /<th scope="col" class="number">guesses<\/th>/);
    const last = [...stepsOf(record)].at(-1)!;
    const svg = pictureSvg({ panels: last.panels, names: ['p1', 'p2'], title: [last.sentence] });
    t.match(svg, /has won: the number was guessed/);
    t.match(svg, /guesses 1: higher/);
  });

  t.test("Code that serves every game cannot ask for a game's own event by its name", async (t) => {
    const record = parseRecord(text, 'x', { guessing });
    if (!record.ok) throw new Error(record.problem);
    const types = record.events.map((event) => {
      // @ts-expect-error: it knows no event of this type
      if (event.type === 'guess') return event.number;
      return event.type === 'game' ? event.players.length : undefined;
    });
    t.equal(types[0], 2, 'but it knows those that every game has');
    t.ok(types.includes(1), 'and the others are there');
  });

  t.test('A player of it can have a limit of its own', async (t) => {
    const options = settleOptions(guessing.options, []);
    const limits = { readyTimeout: 10e9, gameTimeout: 0 };
    const [first, second] = [1, 2].map((seat) => ({ seat, entry: seat, name: `p${seat}`, command: '' }));
    const players = [first!, { ...second!, options: { timeout: 7e9 } }];
    const settings = { game: guessing, options, lexicon: undefined, seed: 'one', limits };
    const { game, setup } = planMatch({ ...settings, players });
    const present = players.map(({ seat }) => ({ seat, dialect: undefined }));
    let { state } = game.open(game.prepare(setup), present, 0);
    state = game.clockStarts(state, 1, 0);
    t.equal(game.alarm(state), 5e9);
    t.equal(planMatch({ ...settings, players: [first!] }).setup.own, undefined);
    const { state: next } = game.open(game.prepare({ ...setup, own: setup.own!.toReversed() }), present, 0);
    t.equal(game.alarm(game.clockStarts(next, 1, 0)), 7e9, 'it goes with the player');
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
