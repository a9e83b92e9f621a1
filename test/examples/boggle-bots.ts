import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { pointsOf } from '../../host/games/boggle/judge.ts';
import { without } from '../support/without.ts';
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

const words = ['ABLE', 'IT', 'QUITE', 'QUITES', 'SITE', 'SITTING', 'TIE', 'TIES', 'TITTING', 'ZOO', 'ÄS'];
export const scratch = t.testdir({ 'some words': words.map((word) => `${word}\n`).join('') });

export const players: readonly Example[] = [
  {
    name: 'python',
    tool: 'python3',
    command: ['python3', join(examplesOf('boggle'), 'python', 'player.py')],
  },
  { name: 'java', tool: 'javac', command: javaPlayerIn(scratch) },
  { name: 'c', tool: 'cc', command: [compiledIn(scratch)] },
  ...inEachAwk('boggle'),
];

export function compileExamples(): void {
  compileC('boggle', scratch);
  compileJava('boggle', scratch);
}

interface Found {
  readonly type: string;
  readonly seat: number;
  readonly words: readonly string[];
}

/** A whole game without an offence or a wrong word, whose record verifies. */
export async function play(t: Test, seats: readonly string[], options: readonly string[]) {
  const { result, record } = await playLegally(t, 'boggle', seats, options);
  for (const { name, errors, timeouts } of result.players)
    t.same({ errors, timeouts }, { errors: 0, timeouts: 0 }, name);
  const events = readFileSync(record, 'utf8').trimEnd().split('\n');
  const found = events.map((line) => JSON.parse(line) as Found).filter(({ type }) => type === 'found');
  const withPoints = (seat: number) =>
    found
      .filter((each) => each.seat === seat)
      .flatMap((each) => each.words)
      .filter((word) => pointsOf(word) > 0);
  return { result, words: seats.map((_, index) => withPoints(index + 1)) };
}

interface SomeBoard {
  readonly what: string;
  readonly options: readonly string[];
}

/** Boards for whole games. */
export const boards: readonly SomeBoard[] = [
  { what: '4 by 4', options: [] },
  { what: 'Qu and longer cells', options: ['--board', 'QuITL/EIngSA/SterANT'] },
];

export function playWholeGames(those: readonly Example[], boards: readonly SomeBoard[]): void {
  for (const player of those)
    t.test(
      `${player.name} plays whole games by both sets of rules`,
      { skip: without(player.tool) },
      async (t) => {
        for (const { what, options } of boards) {
          const classic = await play(t, [shell(player), 'wordhost player boggle'], options);
          const [own, all] = classic.words;
          t.same(own, all, `${what}: it finds every word`);
          t.ok(all!.length > 10, `${what}: ${all!.length} words`);
          t.equal(classic.result.reason, 'played-out');

          const turns = ['--rules', 'turns', '--turns', '10', ...options];
          const { result } = await play(t, [shell(player), 'wordhost player boggle'], turns);
          t.same(
            result.players.map(({ moves }) => moves),
            [5, 5],
            `${what}: each turn a word`,
          );
          t.equal(result.reason, 'turns-used');
        }
      },
    );
}
