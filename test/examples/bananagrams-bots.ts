import { join } from 'node:path';
import t from 'tap';
import { englishFor, playSolitaire } from '../players/solitaire.ts';
import { without } from '../support/without.ts';
import { compileC, compiledIn, type Example, examplesOf, inEachAwk } from './example-bots.ts';

const english = englishFor(t);
const examples = examplesOf('bananagrams');
export const bots = join(import.meta.dirname, '..', 'games', 'bots');
export const python = (file: string) => ['python3', file];

export interface RacingExample extends Example {
  readonly dialect: 'r' | 'n';
}

export const players: readonly RacingExample[] = [
  { name: 'python', dialect: 'n', tool: 'python3', command: python(join(examples, 'python', 'player.py')) },
  { name: 'ruby', dialect: 'n', tool: 'ruby', command: ['ruby', join(examples, 'ruby', 'player.rb')] },
  { name: 'c', dialect: 'r', tool: 'cc', command: [compiledIn(english.cache)] },
  ...inEachAwk('bananagrams').map((awk) => ({ ...awk, dialect: 'r' }) as const),
];
/** Bots that play like the Python example, and only talk otherwise. */
export const talkers: readonly RacingExample[] = [
  { name: 'one-byte', dialect: 'n', tool: 'python3', command: python(join(bots, 'one-byte.py')) },
  { name: 'all-at-once', dialect: 'r', tool: 'python3', command: python(join(bots, 'all-at-once.py')) },
];

export const compileExamples = () => compileC('bananagrams', english.cache);

export function playWholeGames(those: readonly RacingExample[]): void {
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
