import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import t from 'tap';

const root = join(import.meta.dirname, '..');

/** Who may import whom: only what stands further up. What stands on one line does not know the others. */
const floors: readonly (readonly string[])[] = [
  ['core'],
  ['files'],
  ['lexicon', 'statistics'],
  ['games'],
  ['games/bananagrams', 'games/boggle', 'games/scrabble'],
  ['games/registry'],
  ['events', 'settings'],
  ['match'],
  ['seats', 'views'],
  ['runs'],
  ['tools/check', 'tools/race'],
  ['serve'],
  ['cli'],
  ['api'],
  ['package'],
];

interface Import {
  readonly file: string;
  readonly target: string;
}

const sources = globSync(['host/**/*.ts', 'players/**/*.ts'], { cwd: root });

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  const found = text.matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g);
  return [...found].map(([, target]) => ({ file, target: target! }));
}

const imports = sources.flatMap(importsOf);

/** The room of a file: a folder of `host`, one of its tools, a game, the list of games, or what all games share. */
function placeOf(file: string): string {
  const [, room = '', below = ''] = file.split('/');
  const inner = `${room}/${below.replace(/\.ts$/, '')}`;
  return floors.flat().includes(inner) ? inner : room;
}

function resolved({ file, target }: Import): string {
  return normalize(join(dirname(file), target));
}

function floorOf(place: string): number {
  return floors.findIndex((floor) => floor.includes(place));
}

const inside = imports.filter(({ file, target }) => file.startsWith('host/') && target.startsWith('.'));

t.test('a folder imports only what is below it', async (t) => {
  for (const each of inside) {
    const [from, to] = [placeOf(each.file), placeOf(resolved(each))];
    const door = !each.file.slice('host/'.length).includes('/');
    if (from === to || door || to === '..') continue;
    t.ok(floorOf(to) < floorOf(from), `${each.file} imports ${resolved(each)}`);
  }
  t.ok(inside.length > 100, 'the imports were found');
});

t.test('every folder has its floor', async (t) => {
  for (const file of sources.filter((each) => /^host\/[^/]+\//.test(each)))
    t.not(floorOf(placeOf(file)), -1, `${file} is on no floor`);
});

t.test('a game never imports another game', async (t) => {
  const game = (file: string) => /^host\/games\/(bananagrams|boggle|scrabble)\//.exec(file)?.[1];
  for (const each of inside) {
    const [from, to] = [game(each.file), game(resolved(each))];
    t.notOk(from && to && from !== to, `${each.file} imports ${resolved(each)}`);
  }
});

t.test('players import the library by its public name, and nothing inside the host', async (t) => {
  for (const { file, target } of imports.filter(({ file }) => file.startsWith('players/')))
    if (target.startsWith('.'))
      t.ok(normalize(join(dirname(file), target)).startsWith('players/'), `${file} imports ${target}`);
});

t.test('each of these packages has one place', async (t) => {
  const homes: Record<string, RegExp> = {
    execa: /^host\/seats\//,
    yargs: /^host\/cli\//,
    nanoid: /^host\/core\/seed\.ts$/,
    yaml: /^host\/settings\//,
    rolldown: /^host\/package\//,
  };
  for (const { file, target } of imports) {
    const home = homes[target];
    if (home) t.match(file, home, `${file} imports ${target}`);
  }
});

/** Draws seeds, and hashes them. */
const SEEDS = 'host/core/seed.ts';

const pure = (file: string) =>
  (/^host\/(core|games|statistics|tournament)\//.test(file) && file !== SEEDS) ||
  /^host\/lexicon\/(automaton|build|word-list|lookup|problem)\.ts$/.test(file);

t.test('the pure files have no clock, no chance, no promises, and nothing of Node', async (t) => {
  for (const file of sources.filter(pure)) {
    const code = readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
    t.notMatch(
      code,
      /from 'node:|Date\.|new Date|performance\.|Math\.random|Promise|\basync\b|\bawait\b|\bprocess\./,
      file,
    );
  }
});

t.test('no file is too long to be one thing', async (t) => {
  for (const file of sources) {
    const lines = readFileSync(join(root, file), 'utf8').split('\n').length;
    t.ok(lines <= 251, `${relative(root, file)} has ${lines} lines`);
  }
});
