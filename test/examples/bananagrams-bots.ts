import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import t from 'tap';
import { englishFor, playSolitaire } from '../players/solitaire.ts';
import { without } from '../support/without.ts';

const english = englishFor(t);
const examples = join(import.meta.dirname, '..', '..', 'examples', 'bananagrams');
export const bots = join(import.meta.dirname, '..', 'games', 'bots');
export const python = (file: string) => ['python3', file];
const awk = join(examples, 'awk', 'player.awk');

export interface Example {
  readonly name: string;
  readonly dialect: 'r' | 'n';
  /** Without it there is no way to run the bot. */
  readonly tool: string;
  readonly command: readonly string[];
}

const compiled = join(english.cache, 'player');
export const players: readonly Example[] = [
  { name: 'python', dialect: 'n', tool: 'python3', command: python(join(examples, 'python', 'player.py')) },
  { name: 'ruby', dialect: 'n', tool: 'ruby', command: ['ruby', join(examples, 'ruby', 'player.rb')] },
  { name: 'c', dialect: 'r', tool: 'cc', command: [compiled] },
  { name: 'awk', dialect: 'r', tool: 'awk', command: ['awk', '-f', awk] },
  { name: 'mawk', dialect: 'r', tool: 'mawk', command: ['mawk', '-f', awk] },
  { name: 'gawk', dialect: 'r', tool: 'gawk', command: ['gawk', '-f', awk] },
  { name: 'busybox awk', dialect: 'r', tool: 'busybox', command: ['busybox', 'awk', '-f', awk] },
];
/** Bots that play like the Python example, and only talk otherwise. */
export const talkers: readonly Example[] = [
  { name: 'one-byte', dialect: 'n', tool: 'python3', command: python(join(bots, 'one-byte.py')) },
  { name: 'all-at-once', dialect: 'r', tool: 'python3', command: python(join(bots, 'all-at-once.py')) },
];

/** First of all: the C bot is made here. */
export function compileExamples(): void {
  t.test('the C example compiles without a warning', { skip: without('cc') }, async (t) => {
    const flags = ['-O2', '-Wall', '-Wextra', '-Wpedantic', '-Werror'];
    const compiler = spawnSync('cc', [...flags, '-o', compiled, join(examples, 'c', 'player.c')], {
      encoding: 'utf8',
    });
    t.equal(compiler.stderr, '');
    t.equal(compiler.status, 0);
  });
}

/** One awk is enough for most: what differs between them is reading. */
export const isOtherAwk = ({ name }: Example): boolean => name.endsWith('wk') && name !== 'awk';

export function playWholeGames(those: readonly Example[]): void {
  for (const { name, dialect, tool, command } of those) {
    t.test(`${name} plays legally`, { skip: without(tool) }, async (t) => {
      t.test('fifty peels from the usual hand, with others that peel too', async (t) => {
        const story = await playSolitaire({ command, english, seed: 1, others: 30, peels: 50 });
        t.equal(story.dialect, dialect);
        t.equal(story.peels, 50);
      });

      t.test('from one tile, with what it is told coming byte by byte', async (t) => {
        const story = await playSolitaire({
          command,
          english,
          seed: 2,
          hand: 1,
          others: 10,
          cut: 1,
          peels: 20,
        });
        t.equal(story.peels, 20);
      });

      t.test('to the end of the bunch', async (t) => {
        const story = await playSolitaire({ command, english, seed: 3, hand: 125 });
        t.ok(story.finished);
      });
    });
  }
}
