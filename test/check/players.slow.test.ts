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
  const made = mkdtempSync(join(tmpdir(), 'wordhost-made-'));
  t.teardown(() => rmSync(made, { recursive: true }));

  interface Player {
    readonly name: string;
    readonly game: GameName;
    readonly tool: string;
    readonly build?: readonly string[];
    readonly command: string;
  }

  const builtIn = (name: string, game: GameName, words: string): Player => ({
    name,
    game,
    tool: 'env',
    command: `exec '${process.execPath}' '${binary}' player ${words}`,
  });

  const java = 'java -XX:-UsePerfData -XX:+UseSerialGC -XX:TieredStopAtLevel=1';

  /** How the example bots of a language are built in `folder` and run. */
  const languages: Readonly<
    Record<string, (source: string, folder: string) => Omit<Player, 'name' | 'game'>>
  > = {
    Python: (source) => ({ tool: 'python3', command: `exec python3 ${source}/python/player.py` }),
    Ruby: (source) => ({ tool: 'ruby', command: `exec ruby ${source}/ruby/player.rb` }),
    awk: (source) => ({ tool: 'awk', command: `exec awk -f ${source}/awk/player.awk` }),
    C: (source, folder) => ({
      tool: 'cc',
      build: ['cc', '-O2', '-o', join(folder, 'player'), `${source}/c/player.c`],
      command: `exec ${join(folder, 'player')}`,
    }),
    Java: (source, folder) => ({
      tool: 'javac',
      build: ['javac', '-d', folder, `${source}/java/Player.java`],
      command: `exec ${java} -cp ${folder} Player`,
    }),
    'Standard ML': (source) => ({ tool: 'poly', command: `exec poly --script ${source}/sml/player.sml` }),
  };

  const examples = (game: GameName, ...names: readonly string[]): readonly Player[] =>
    names.map((name) => {
      const folder = join(made, `${game}-${name}`);
      mkdirSync(folder);
      return { name, game, ...languages[name]!(join(root, 'examples', game), folder) };
    });

  const players: readonly Player[] = [
    // One stands for all strategies: what they say is said by the same program.
    builtIn('greedy', 'scrabble', 'greedy'),
    ...examples('scrabble', 'Python', 'awk', 'C', 'Java', 'Standard ML'),
    builtIn('boggle', 'boggle', 'boggle'),
    ...examples('boggle', 'Python', 'awk', 'C', 'Java'),
    ...['numbered', 'plain'].map((dialect) =>
      builtIn(`bananagrams, ${dialect},`, 'bananagrams', `bananagrams --dialect ${dialect}`),
    ),
    ...examples('bananagrams', 'Python', 'Ruby', 'C', 'awk'),
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
