import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { resultsOf, run } from '../cli/wordhost.ts';
import type { Bot } from '../players/bot.ts';
import { without } from '../support/without.ts';

export interface Example {
  readonly name: string;
  /** Without it there is no way to run the bot. */
  readonly tool: string;
  readonly command: readonly string[];
}

export const shell = ({ command }: Example) => command.map((word) => `'${word}'`).join(' ');

export const examplesOf = (game: string) => join(import.meta.dirname, '..', '..', 'examples', game);

/** The example in awk, by each awk that there is. */
export function inEachAwk(game: string): readonly Example[] {
  const script = join(examplesOf(game), 'awk', 'player.awk');
  const named = ['awk', 'mawk', 'gawk'].map((name) => ({ name, tool: name, command: [name, '-f', script] }));
  return [...named, { name: 'busybox awk', tool: 'busybox', command: ['busybox', 'awk', '-f', script] }];
}

/** One awk is enough for most: what differs between them is reading. */
export const isOtherAwk = ({ name }: Example): boolean => name.endsWith('wk') && name !== 'awk';

export const compiledIn = (folder: string) => join(folder, 'player');

/** First of all: the example in C is made here. */
export function compileC(game: string, folder: string): void {
  const flags = ['-O2', '-Wall', '-Wextra', '-Wpedantic', '-Werror'];
  compile(game, 'C', 'cc', [...flags, '-o', compiledIn(folder), 'c/player.c']);
}

/** For programs that last a second: less work for the virtual machine beside theirs. */
const briefly = ['-XX:-UsePerfData', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];

export const javaPlayerIn = (folder: string): readonly string[] => [
  'java',
  ...briefly,
  '-cp',
  folder,
  'Player',
];

export function compileJava(game: string, folder: string): void {
  const machine = briefly.map((option) => `-J${option}`);
  compile(game, 'Java', 'javac', [...machine, '-Xlint:all', '-Werror', '-d', folder, 'java/Player.java']);
}

function compile(game: string, language: string, tool: string, words: readonly string[]): void {
  t.test(`the ${language} example compiles without a warning`, { skip: without(tool) }, async (t) => {
    const compiler = spawnSync(tool, words, { cwd: examplesOf(game), encoding: 'utf8' });
    t.equal(compiler.stderr, '');
    t.equal(compiler.status, 0);
  });
}

/** The result and the record of a whole game without an offence, which verifies. */
export async function playLegally(
  t: Test,
  game: string,
  seats: readonly string[],
  options: readonly string[],
) {
  const record = join(t.testdir(), 'record');
  const args = ['--seed', '1', '--json', '--quiet', '--require', 'offences=0', '--events', record];
  const played = await run([game, ...args, ...options, ...seats]);
  t.equal(played.status, 0, played.stderr);
  const [result] = resultsOf(played);
  if (!result) throw new Error(`no result: ${played.stderr}`);
  t.match(result.outcome, /^(won|draw)$/);
  t.match(await run(['replay', '--verify', record]), { status: 0 }, 'the record verifies');
  return { result, record };
}

/** It ends with its input, or when it is told to. */
export function endsInPeace({ name, tool }: Example, seated: (t: Test) => Promise<Bot>): void {
  t.test(`${name} ends with its input, or when it is told to`, { skip: without(tool) }, async (t) => {
    await using left = await seated(t);
    left.hangUp();
    t.equal(await left.exit, 0);
    await using ended = await seated(t);
    ended.signal('SIGTERM');
    t.match(String(await ended.exit), /^(SIGTERM|143)$/);
  });
}
