import t from 'tap';
import { games } from '../host/games/registry.ts';
import { circlesIn } from './structure/circles.ts';
import { layout } from './structure/layout.ts';
import { folderOf, imports, inside, sources, textOf } from './structure/sources.ts';

const names = Object.keys(layout);

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
  `^host/(games/registry\\.ts$|(games|tools/check|bots|serve)/(${gameNames.join('|')})/|cli/games/|tools/race/|api/)`,
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
    t.match(target, /^host\/games\/(shown|platform-events|kit\/[a-z-]+)\.ts$/, `${file} imports ${target}`);
});

t.test('players import the library by its public name, and nothing inside the host', async (t) => {
  const ofPlayers = imports.filter(({ file }) => file.startsWith('players/'));
  t.ok(ofPlayers.length > 0);
  t.same(
    ofPlayers.filter(({ target }) => /^host\/(?!api\/)/.test(target)),
    [],
  );
});

t.test('each of these packages has one place', async (t) => {
  const homes: Record<string, RegExp> = {
    execa: /^test\//,
    yargs: /^host\/cli\//,
    nanoid: /^host\/core\/seed\.ts$/,
    yaml: /^host\/settings\//,
    rolldown: /^host\/package\//,
    hono: /^(host|test)\/serve\//,
    '@hono/node-server': /^host\/serve\/http\//,
    zod: /^host\/serve\//,
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
