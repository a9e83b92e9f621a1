import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import { listToCheckWith } from '../check/small-words.ts';
import { run } from '../cli/wordhost.ts';
import { root } from '../docs/pages.ts';

/** What somebody gives who writes without types, and what the report of the game says of it. */
const misuses: Readonly<Record<string, readonly (readonly [given: string, said: string])[]>> = {
  boggle: [
    ['undefined', 'play: the strategy: expected a function; got nothing'],
    [
      'async ({ words }) => words',
      'what the strategy returns: expected an array of the words that it guesses; got a promise',
    ],
    ["() => 'CAT'", 'what the strategy returns: expected an array of the words that it guesses; got "CAT"'],
    ["() => ['CAT', 'x\\ny']", 'a word of the strategy: expected a string of letters; got "x\\ny"'],
    ["() => ['CAT', undefined]", 'a word of the strategy: expected a string of letters; got nothing'],
  ],
  scrabble: [
    ['undefined', 'play: the strategy: expected a function; got nothing'],
    [
      'async () => ({})',
      'what the strategy returns: expected an object with the functions look and chosen; got a promise',
    ],
    [
      "() => ({ look() {}, chosen: () => ({ type: 'swap' }) })",
      'chosen: expected placements, or a move of type play, change, pass or forfeit; got {"type":"swap"}',
    ],
  ],
  bananagrams: [
    ['undefined', 'play: the strategy: expected a function; got nothing'],
    ['() => []', 'what the strategy returns: expected a function; got []'],
    [
      "() => () => ({ peal: ['CAT'] })",
      'an answer: expected { peel: rows }, { dump: letter } or { wait: milliseconds }, or nothing; got {"peal":["CAT"]}',
    ],
    [
      "() => () => ({ peel: ['CAT', 'S'] })",
      'a peel: expected 1 to 999 rows of equal length, each with 1 to 999 cells, which are A to Z or .; got ["CAT","S"]',
    ],
    ["() => () => ({ dump: 'q' })", 'a dump: expected one letter from A to Z; got "q"'],
    [
      "() => () => ({ peel: 'CAT' })",
      'an answer: expected { peel: rows }, { dump: letter } or { wait: milliseconds }, or nothing; got {"peel":"CAT"}',
    ],
  ],
};

/** Without `all`, one of each game. */
export async function tryMisuses(t: Test, { all }: { readonly all: boolean }): Promise<void> {
  const folder = t.testdir({ node_modules: {} });
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  symlinkSync(root, join(folder, 'node_modules', 'wordhost'));

  for (const [game, given] of Object.entries(misuses))
    for (const [index, [strategy, said]] of (all ? given : given.slice(-1)).entries())
      t.test(`${game}: ${strategy}`, async (t) => {
        const name = `${game}${index}.mjs`;
        writeFileSync(
          join(folder, name),
          `import { play } from 'wordhost/${game}';\nawait play(${strategy});\n`,
        );
        const bot = `node ${join(folder, name)}`;
        const { stderr } = await run([
          game,
          ...'--quiet --seed 1 --dictionary'.split(' '),
          listToCheckWith(game),
          bot,
          bot,
        ]);
        t.ok(stderr.includes(`  | ${name}: ${said}`), stderr);
      });

  t.test('a seed may be a number', async (t) => {
    writeFileSync(
      join(folder, 'numbered.mjs'),
      "import { play } from 'wordhost/boggle';\nawait play(({ words, chance }) => (process.stderr.write(String(chance())), words), { seed: 1 });\n",
    );
    const bot = `node ${join(folder, 'numbered.mjs')}`;
    const { status } = await run([
      ...'boggle --quiet --seed 1 --dictionary'.split(' '),
      listToCheckWith('boggle'),
      bot,
    ]);
    t.equal(status, 0);
  });
}
