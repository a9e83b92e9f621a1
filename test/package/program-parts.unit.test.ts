import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';

const dist = join(import.meta.dirname, '../../dist');
const textOf = (file: string) => readFileSync(join(dist, file), 'utf8');
const imported = (file: string) =>
  [...textOf(file).matchAll(/\b(?:from|import)["'`]\.\/(?:parts\/)?([\w.-]+\.js)["'`]/g)].map(
    ([, name]) => `parts/${name}`,
  );
const asked = (file: string) =>
  [...textOf(file).matchAll(/\bimport\(["'`]\.\/(?:parts\/)?([\w.-]+\.js)["'`]\)/g)].map(
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

t.test('a player loads nothing of the host, and what all players need is in one file', async (t) => {
  t.match(textOf('wordhost.js'), 'import(`./player-process.js`)');
  t.same(reached('player-process.js'), ['player-process.js']);
  const players = asked('players.js');
  t.ok(players.length >= 9, `${players.length} players`);
  const files = new Set(players.flatMap(reached));
  t.same(
    [...files].filter((file) => /game$|^first$|^wordhost/.test(file)),
    [],
  );
});

t.test('before the first player nothing is loaded that takes milliseconds and is not needed', async (t) => {
  const [play] = readdirSync(join(dist, 'parts')).filter((file) => kindOf(file) === 'every-game');
  const loaded =
    /=process\.getBuiltinModule\("(?:node:)?(crypto|assert|readline|worker_threads|http|fs\/promises)"\)/;
  t.notMatch(textOf(`parts/${play}`), loaded);
});
