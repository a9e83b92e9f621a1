import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import type { GameName } from '../../host/games/registry.ts';
import { binary } from '../cli/wordhost.ts';
import { blocksOf, page, root } from '../docs/pages.ts';
import { sideBySide } from '../support/side-by-side.ts';
import { checks } from './checks.ts';
import { listToCheckWith } from './small-words.ts';
import { sentenceOf, tryStep } from './try-step.ts';

/** Those of the package. Every bot of the examples passes `wordhost check` where `wordhost new` writes it. */
const players: readonly (readonly [name: string, game: GameName, words: string])[] = [
  // One stands for all strategies: what they say is said by the same program.
  ['greedy', 'scrabble', 'greedy'],
  ['boggle', 'boggle', 'boggle'],
  ...['numbered', 'plain'].map(
    (dialect) => [`bananagrams, ${dialect},`, 'bananagrams', `bananagrams --dialect ${dialect}`] as const,
  ),
];

/** Most of the time a step waits: a few go side by side. */
const AT_ONCE = 3;

for (const [name, game, words] of players)
  t.test(`${name} passes every step of ${game}, or skips it`, async (t) => {
    const steps = checks[game].map((step, index) => ({ name: step.name, number: index + 1 }));
    let skipped = 0;
    await sideBySide(AT_ONCE, steps, async (step) => {
      const report = await tryStep(
        game,
        step.number,
        `exec '${process.execPath}' '${binary}' player ${words}`,
      );
      if (report.finding?.is === 'untried') skipped++;
      else t.equal(sentenceOf(report), 'ok', step.name);
    });
    t.ok(skipped <= checks[game].length / 4, `${skipped} are skipped`);
  });

t.test('short bots', async (t) => {
  const folder = t.testdir({ node_modules: {} });
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  symlinkSync(root, join(folder, 'node_modules', 'wordhost'));

  const bots = blocksOf(page('docs/how-to/bots-in-javascript.md')).flatMap(({ note, text }) =>
    note.is === 'file' ? [{ name: note.name, text }] : [],
  );
  const scrabbleBots = ['greedy.mts', 'mover.mts'];
  const gameOf = (name: string) => (scrabbleBots.includes(name) ? 'scrabble' : name.replace('.mts', ''));
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
        const skipped = name === 'mover.mts' ? ', \\d+ skipped' : '';
        t.match(stdout, new RegExp(`\\d+ steps: \\d+ ok${skipped}; nothing is wrong`), name);
      }),
    );
  });

  t.test('a bot that cannot play says why, with its name, and exits with status 2', async (t) => {
    const lists = { ...process.env, WORDHOST_DICTIONARY: join(folder, 'none.txt') };
    const failed = await run(process.execPath, [join(folder, 'bananagrams.mts')], { env: lists }).catch(
      (error: { code: number; stderr: string }) => error,
    );
    t.match(failed, { code: 2, stderr: /^bananagrams\.mts: dictionary .*none\.txt/ });
  });
});
