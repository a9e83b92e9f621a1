import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { resultsOf, run } from '../cli/wordhost.ts';
import { isThere, without } from '../support/without.ts';

export const examples = join(import.meta.dirname, '..', '..', 'examples', 'scrabble');
export const scratch = t.testdir({ words: 'AB\nAC\n' });
export const board = (name: string) => join(examples, 'boards', `${name}.json`);
const awk = join(examples, 'awk', 'player.awk');
const compiled = join(scratch, 'player');

export interface Example {
  readonly name: string;
  /** Without it there is no way to run the bot. */
  readonly tool: string;
  readonly command: readonly string[];
  /** What it makes of a board without a layout. */
  readonly endless: 'plays' | 'tries' | 'passes';
}

export const players: readonly Example[] = [
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
    command: ['java', '-XX:-UsePerfData', '-cp', scratch, 'Player'],
    endless: 'tries',
  },
  { name: 'c', tool: 'cc', command: [compiled], endless: 'passes' },
  { name: 'awk', tool: 'awk', command: ['awk', '-f', awk], endless: 'passes' },
  { name: 'mawk', tool: 'mawk', command: ['mawk', '-f', awk], endless: 'passes' },
  { name: 'gawk', tool: 'gawk', command: ['gawk', '-f', awk], endless: 'passes' },
  { name: 'busybox awk', tool: 'busybox', command: ['busybox', 'awk', '-f', awk], endless: 'passes' },
];

export const shell = ({ command }: Example) => command.map((word) => `'${word}'`).join(' ');

/** First of all: what must be compiled is made here. */
export function compileExamples(): void {
  for (const { name, tool, command } of [
    {
      name: 'C',
      tool: 'cc',
      command: ['-O2', '-Wall', '-Wextra', '-Wpedantic', '-Werror', '-o', compiled, 'c/player.c'],
    },
    { name: 'Java', tool: 'javac', command: ['-Xlint:all', '-Werror', '-d', scratch, 'java/Player.java'] },
  ]) {
    t.test(`the ${name} example compiles without a warning`, { skip: without(tool) }, async (t) => {
      const compiler = spawnSync(tool, command, { cwd: examples, encoding: 'utf8' });
      t.equal(compiler.stderr, '');
      t.equal(compiler.status, 0);
    });
  }
}

/** What became of each seat of a whole game without an offence, whose record verifies. */
export async function play(t: Test, seats: readonly Example[], options: readonly string[]) {
  const record = join(t.testdir(), 'record');
  const args = ['--seed', '1', '--json', '--quiet', '--require', 'offences=0', '--events', record];
  const played = await run(['scrabble', ...args, ...options, ...seats.map(shell)]);
  t.equal(played.status, 0, played.stderr);
  const [result] = resultsOf(played);
  if (!result) throw new Error(`no result: ${played.stderr}`);
  t.match(result.outcome, /^(won|draw)$/);
  t.match(await run(['replay', '--verify', record]), { status: 0 }, 'the record verifies');
  return result.players.map(({ score, errors, timeouts }, index) => ({
    scored: Number(score) > 0,
    timeouts,
    // A refused change is an illegal move, too, and nobody is told what is in the bag.
    errors: seats[index]?.endless === 'tries' ? 0 : errors,
  }));
}

interface Table {
  readonly options: readonly string[];
  readonly layout: boolean;
}

/** Rules and boards for whole games. */
export const tables: readonly Table[] = [
  { options: ['--rules', 'tournament'], layout: true },
  { options: ['--rules', 'course', '--board', 'infinite-hole'], layout: false },
  { options: ['--rules', 'course', '--board', board('ring')], layout: true },
  { options: ['--rules', 'simple'], layout: true },
];

/** One awk is enough for most: what differs between them is reading. */
export const isOtherAwk = ({ name }: Example): boolean => name.endsWith('wk') && name !== 'awk';

/** Each of these against the next whose tool is here, by these rules. */
export function playWholeGames(those: readonly Example[], tables: readonly Table[]): void {
  for (const player of those) {
    const index = players.indexOf(player);
    const others = [...players.slice(index + 1), ...players.slice(0, index)];
    const opponent = others.find(({ tool }) => isThere(tool)) ?? player;

    t.test(`${player.name} plays whole games legally`, { skip: without(player.tool) }, async (t) => {
      for (const { options, layout } of tables) {
        const [seat] = await play(t, [player, opponent], options);
        const scored = player.endless === 'tries' ? seat?.scored : layout || player.endless === 'plays';
        t.same(seat, { scored, timeouts: 0, errors: 0 }, options.join(' '));
      }
    });
  }
}
