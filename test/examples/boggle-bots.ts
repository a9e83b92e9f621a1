import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { pointsOf } from '../../host/games/boggle/words/points.ts';
import { resultsOf, run } from '../cli/wordhost.ts';
import { without } from '../support/without.ts';

const examples = join(import.meta.dirname, '..', '..', 'examples', 'boggle');
const words = ['ABLE', 'IT', 'QUITE', 'QUITES', 'SITE', 'SITTING', 'TIE', 'TIES', 'TITTING', 'ZOO', 'ÄS'];
export const scratch = t.testdir({ 'some words': words.map((word) => `${word}\n`).join('') });
const awk = join(examples, 'awk', 'player.awk');
const compiled = join(scratch, 'player');

export interface Example {
  readonly name: string;
  /** Without it there is no way to run the bot. */
  readonly tool: string;
  readonly command: readonly string[];
}

export const players: readonly Example[] = [
  { name: 'python', tool: 'python3', command: ['python3', join(examples, 'python', 'player.py')] },
  { name: 'java', tool: 'javac', command: ['java', '-XX:-UsePerfData', '-cp', scratch, 'Player'] },
  { name: 'c', tool: 'cc', command: [compiled] },
  { name: 'awk', tool: 'awk', command: ['awk', '-f', awk] },
  { name: 'mawk', tool: 'mawk', command: ['mawk', '-f', awk] },
  { name: 'gawk', tool: 'gawk', command: ['gawk', '-f', awk] },
  { name: 'busybox awk', tool: 'busybox', command: ['busybox', 'awk', '-f', awk] },
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

interface Found {
  readonly type: string;
  readonly seat: number;
  readonly words: readonly string[];
}

/** A whole game without an offence or a wrong word, whose record verifies. */
export async function play(t: Test, seats: readonly string[], options: readonly string[]) {
  const record = join(t.testdir(), 'record');
  const args = ['--seed', '1', '--json', '--quiet', '--require', 'offences=0', '--events', record];
  const played = await run(['boggle', ...args, ...options, ...seats]);
  t.equal(played.status, 0, played.stderr);
  const [result] = resultsOf(played);
  if (!result) throw new Error(`no result: ${played.stderr}`);
  t.match(result.outcome, /^(won|draw)$/);
  t.match(await run(['replay', '--verify', record]), { status: 0 }, 'the record verifies');
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

/** One awk is enough for most: what differs between them is reading. */
export const isOtherAwk = ({ name }: Example): boolean => name.endsWith('wk') && name !== 'awk';

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
