import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { listToCheckWith } from '../check/small-words.ts';
import { binary } from '../cli/wordhost.ts';
import { blocksOf, page, root } from '../docs/pages.ts';

const folder = t.testdir({ node_modules: {} });
mkdirSync(join(folder, 'node_modules'), { recursive: true });
symlinkSync(root, join(folder, 'node_modules', 'wordhost'));

const bots = blocksOf(page('docs/how-to/bots-in-javascript.md')).flatMap(({ note, text }) =>
  note.is === 'file' ? [{ name: note.name, text }] : [],
);
const scrabbleBots = ['greedy.ts', 'mover.ts'];
const gameOf = (name: string) => (scrabbleBots.includes(name) ? 'scrabble' : name.replace('.ts', ''));
const run = promisify(execFile);

t.test('the bots of the page are five, of 15 lines at most, and nothing is wrong with them', async (t) => {
  t.same(
    bots.map(({ name }) => gameOf(name)),
    ['scrabble', 'scrabble', 'scrabble', 'boggle', 'bananagrams'],
  );
  await Promise.all(
    bots.map(async ({ name, text }) => {
      writeFileSync(join(folder, name), text);
      t.ok(text.trimEnd().split('\n').length <= 15, `${name} has at most 15 lines`);
      const game = gameOf(name);
      const command = `${process.execPath} ${join(folder, name)}`;
      const words = [binary, 'check', game, '--dictionary', listToCheckWith(game), command];
      const { stdout } = await run(process.execPath, words);
      // One of them makes no plays.
      const skipped = name === 'mover.ts' ? ', \\d+ skipped' : '';
      t.match(stdout, new RegExp(`\\d+ steps: \\d+ ok${skipped}; nothing is wrong`), name);
    }),
  );
});

t.test('a bot that cannot play says why, with its name, and exits with status 2', async (t) => {
  const lists = { ...process.env, WORDHOST_DICTIONARY: join(folder, 'none.txt') };
  const failed = await run(process.execPath, [join(folder, 'bananagrams.ts')], { env: lists }).catch(
    (error: { code: number; stderr: string }) => error,
  );
  t.match(failed, { code: 2, stderr: /^bananagrams\.ts: dictionary .*none\.txt/ });
});
