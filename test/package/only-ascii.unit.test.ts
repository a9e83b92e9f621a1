import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import t from 'tap';
import { inAscii } from '../../host/package/bundling/only-ascii.ts';

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
