import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import type { GameName } from '../../host/games/registry.ts';
import { binary } from '../cli/wordhost.ts';
import { sideBySide } from '../support/side-by-side.ts';
import { checks } from './checks.ts';
import { sentenceOf, tryStep } from './try-step.ts';

const root = join(import.meta.dirname, '..', '..');
const example = (...path: readonly string[]) => join(root, 'examples', ...path);
const made = mkdtempSync(join(tmpdir(), 'wordhost-made-'));
t.teardown(() => rmSync(made, { recursive: true }));

const isBuiltIn = (words: string) => `exec '${process.execPath}' '${binary}' player ${words}`;

interface Player {
  readonly name: string;
  readonly game: GameName;
  /** Without it there is no way to run it. */
  readonly tool: string;
  readonly build?: readonly string[];
  readonly command: string;
}

const players: readonly Player[] = [
  ...['random', 'longest', 'greedy'].map(
    (name): Player => ({ name, game: 'scrabble', tool: 'env', command: isBuiltIn(name) }),
  ),
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
    command: `exec java -XX:-UsePerfData -XX:TieredStopAtLevel=1 -cp ${made} Player`,
  },
  {
    name: 'Standard ML',
    game: 'scrabble',
    tool: 'poly',
    command: `exec poly --script ${example('scrabble/sml/player.sml')}`,
  },
  ...['all', 'few'].map(
    (level): Player => ({
      name: `boggle, ${level},`,
      game: 'boggle',
      tool: 'env',
      command: isBuiltIn(`boggle --level ${level}`),
    }),
  ),
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
    command: `exec java -XX:-UsePerfData -XX:TieredStopAtLevel=1 -cp ${join(made, 'boggle-java')} Player`,
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
