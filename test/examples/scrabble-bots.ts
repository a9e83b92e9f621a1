import { join } from 'node:path';
import t, { type Test } from 'tap';
import { isThere, without } from '../support/without.ts';
import {
  compileC,
  compiledIn,
  compileJava,
  type Example,
  examplesOf,
  inEachAwk,
  javaPlayerIn,
  playLegally,
  shell,
} from './example-bots.ts';

const examples = examplesOf('scrabble');
export const scratch = t.testdir({ words: 'AB\nAC\n' });
export const board = (name: string) => join(examples, 'boards', `${name}.json`);

export interface ScrabbleExample extends Example {
  /** What it makes of a board without a layout. */
  readonly endless: 'plays' | 'tries' | 'passes';
}

export const players: readonly ScrabbleExample[] = [
  {
    name: 'python',
    tool: 'python3',
    command: ['python3', join(examples, 'python', 'player.py')],
    endless: 'plays',
  },
  {
    name: 'sml',
    tool: 'poly',
    command: ['poly', '--script', join(examples, 'sml', 'player.sml')],
    endless: 'plays',
  },
  {
    name: 'java',
    tool: 'javac',
    command: javaPlayerIn(scratch),
    endless: 'tries',
  },
  { name: 'c', tool: 'cc', command: [compiledIn(scratch)], endless: 'passes' },
  ...inEachAwk('scrabble').map((awk) => ({ ...awk, endless: 'passes' }) as const),
];

export function compileExamples(): void {
  compileC('scrabble', scratch);
  compileJava('scrabble', scratch);
}

/** What became of each seat of a whole game without an offence, whose record verifies. */
export async function play(t: Test, seats: readonly ScrabbleExample[], options: readonly string[]) {
  const { result } = await playLegally(t, 'scrabble', seats.map(shell), options);
  return result.players.map(({ score, errors, timeouts }, index) => ({
    scored: Number(score) > 0,
    timeouts,
    // A refused change is an illegal move, too, and nobody is told what is in the bag.
    errors: seats[index]?.endless === 'tries' ? 0 : errors,
  }));
}

interface Variant {
  readonly options: readonly string[];
  readonly layout: boolean;
}

/** Some words lie, of which a blank is one letter, and both have points. */
const middle = `15/15/15/15/15/11A3/11R3/7HELlOS2/11E3/15/15/15/15/15/15 ABCDEFG/ 10/34 1`;

/** Rules and boards for whole games. */
export const variants: readonly Variant[] = [
  { options: ['--rules', 'tournament'], layout: true },
  { options: ['--rules', 'course', '--board', 'infinite-hole'], layout: false },
  { options: ['--rules', 'course', '--board', board('ring')], layout: true },
  { options: ['--rules', 'simple'], layout: true },
  { options: ['--position', middle], layout: true },
];

/** Each of these against the next whose tool is here, by these rules. */
export function playWholeGames(those: readonly ScrabbleExample[], variants: readonly Variant[]): void {
  for (const player of those) {
    const index = players.indexOf(player);
    const others = [...players.slice(index + 1), ...players.slice(0, index)];
    const opponent = others.find(({ tool }) => isThere(tool)) ?? player;

    t.test(`${player.name} plays whole games legally`, { skip: without(player.tool) }, async (t) => {
      for (const { options, layout } of variants) {
        const [seat] = await play(t, [player, opponent], options);
        const scored = player.endless === 'tries' ? seat?.scored : layout || player.endless === 'plays';
        t.same(seat, { scored, timeouts: 0, errors: 0 }, options.join(' '));
      }
    });
  }
}
