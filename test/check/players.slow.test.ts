import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
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

t.test('players', async (t) => {
  const root = join(import.meta.dirname, '..', '..');
  const example = (...path: readonly string[]) => join(root, 'examples', ...path);
  const made = mkdtempSync(join(tmpdir(), 'wordhost-made-'));
  t.teardown(() => rmSync(made, { recursive: true }));

  const isBuiltIn = (words: string) => `exec '${process.execPath}' '${binary}' player ${words}`;

  interface Player {
    readonly name: string;
    readonly game: GameName;
    readonly tool: string;
    readonly build?: readonly string[];
    readonly command: string;
  }

  const players: readonly Player[] = [
    // One stands for all strategies: what they say is said by the same program.
    { name: 'greedy', game: 'scrabble', tool: 'env', command: isBuiltIn('greedy') },
    {
      name: 'Python',
      game: 'scrabble',
      tool: 'python3',
      command: `exec python3 ${example('scrabble/python/player.py')}`,
    },
    {
      name: 'awk',
      game: 'scrabble',
      tool: 'awk',
      command: `exec awk -f ${example('scrabble/awk/player.awk')}`,
    },
    {
      name: 'C',
      game: 'scrabble',
      tool: 'cc',
      build: ['cc', '-O2', '-o', join(made, 'player'), example('scrabble/c/player.c')],
      command: `exec ${join(made, 'player')}`,
    },
    {
      name: 'Java',
      game: 'scrabble',
      tool: 'javac',
      build: ['javac', '-d', made, example('scrabble/java/Player.java')],
      command: `exec java -XX:-UsePerfData -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp ${made} Player`,
    },
    {
      name: 'Standard ML',
      game: 'scrabble',
      tool: 'poly',
      command: `exec poly --script ${example('scrabble/sml/player.sml')}`,
    },
    { name: 'boggle', game: 'boggle', tool: 'env', command: isBuiltIn('boggle') },
    {
      name: 'Python',
      game: 'boggle',
      tool: 'python3',
      command: `exec python3 ${example('boggle/python/player.py')}`,
    },
    {
      name: 'awk',
      game: 'boggle',
      tool: 'awk',
      command: `exec awk -f ${example('boggle/awk/player.awk')}`,
    },
    {
      name: 'C',
      game: 'boggle',
      tool: 'cc',
      build: ['cc', '-O2', '-o', join(made, 'boggle'), example('boggle/c/player.c')],
      command: `exec ${join(made, 'boggle')}`,
    },
    {
      name: 'Java',
      game: 'boggle',
      tool: 'javac',
      build: ['javac', '-d', join(made, 'boggle-java'), example('boggle/java/Player.java')],
      command: `exec java -XX:-UsePerfData -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp ${join(made, 'boggle-java')} Player`,
    },
    ...['numbered', 'plain'].map(
      (dialect): Player => ({
        name: `bananagrams, ${dialect},`,
        game: 'bananagrams',
        tool: 'env',
        command: isBuiltIn(`bananagrams --dialect ${dialect}`),
      }),
    ),
    {
      name: 'Python',
      game: 'bananagrams',
      tool: 'python3',
      command: `exec python3 ${example('bananagrams/python/player.py')}`,
    },
    {
      name: 'Ruby',
      game: 'bananagrams',
      tool: 'ruby',
      command: `exec ruby ${example('bananagrams/ruby/player.rb')}`,
    },
    {
      name: 'C',
      game: 'bananagrams',
      tool: 'cc',
      build: ['cc', '-O2', '-o', join(made, 'race'), example('bananagrams/c/player.c')],
      command: `exec ${join(made, 'race')}`,
    },
    {
      name: 'awk',
      game: 'bananagrams',
      tool: 'awk',
      command: `exec awk -f ${example('bananagrams/awk/player.awk')}`,
    },
  ];

  const without = (tool: string) =>
    spawnSync(tool, ['--version'], { stdio: 'ignore' }).error ? `${tool} is not installed` : false;

  /** Most of the time a step waits: a few go side by side. */
  const AT_ONCE = 3;

  for (const { name, game, tool, build, command } of players)
    t.test(`${name} passes every step of ${game}, or skips it`, { skip: without(tool) }, async (t) => {
      if (build) t.equal(spawnSync(build[0]!, build.slice(1)).status, 0, 'it compiles');
      const steps = checks[game].map((step, index) => ({ name: step.name, number: index + 1 }));
      let skipped = 0;
      await sideBySide(AT_ONCE, steps, async (step) => {
        const report = await tryStep(game, step.number, command);
        if (report.finding?.is === 'untried') skipped++;
        else t.equal(sentenceOf(report), 'ok', step.name);
      });
      t.ok(skipped <= checks[game].length / 4, `${skipped} are skipped`);
    });
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
