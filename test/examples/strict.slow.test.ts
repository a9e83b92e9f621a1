import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { findProgram } from '../../host/seats/process/processes/find-program.ts';
import { probeSandbox } from '../../host/seats/process/sandbox/probe-sandbox.ts';
import { resultsOf, run } from '../cli/wordhost.ts';

const sandbox = await probeSandbox('strict');
const examples = join(import.meta.dirname, '..', '..', 'examples');
const scratch = t.testdir({ 'some words': 'ABLE\nIT\nQUITE\nSITE\nTIE\nTIES\nZOO\n' });

interface Compiled {
  readonly build: (source: string, folder: string) => readonly string[];
  readonly run: (folder: string) => string;
}

const compiled = {
  c: {
    build: (source, folder) => ['cc', '-O2', '-o', join(folder, 'player'), join(source, 'player.c')],
    run: (folder) => `'${join(folder, 'player')}'`,
  },
  csharp: {
    build: (source, folder) => ['mcs', `-out:${join(folder, 'player.exe')}`, join(source, 'player.cs')],
    run: (folder) => `mono '${join(folder, 'player.exe')}'`,
  },
  java: {
    build: (source, folder) => ['javac', '-d', folder, join(source, 'Player.java')],
    run: (folder) => `java -XX:-UsePerfData -cp '${folder}' Player`,
  },
} as const satisfies Readonly<Record<string, Compiled>>;

/** What is made first, and the command of it. */
function made(game: string, language: keyof typeof compiled): string {
  const { build, run: commandIn }: Compiled = compiled[language];
  const folder = join(scratch, game, language);
  mkdirSync(folder, { recursive: true });
  const [compiler = '', ...words] = build(join(examples, game, language), folder);
  spawnSync(compiler, words);
  return commandIn(folder);
}

const script = (game: string, file: string, program: string) => () =>
  `${program} '${join(examples, game, file)}'`;
const inAwks = (game: string, ...awks: readonly string[]) =>
  awks.map((awk) => ({
    game,
    tool: awk,
    command: script(game, 'awk/player.awk', awk === 'busybox' ? 'busybox awk -f' : `${awk} -f`),
  }));
const common = (game: string) => [
  { game, tool: 'python3', command: script(game, 'python/player.py', 'python3') },
  { game, tool: 'cc', command: () => made(game, 'c') },
  { game, tool: 'mcs', command: () => made(game, 'csharp') },
  ...inAwks(game, 'awk'),
];
const own = (game: string, ...names: readonly string[]) =>
  names.map((name) => ({ game, tool: 'sh', command: () => `wordhost player ${name}` }));

const players = [
  ...common('bananagrams'),
  { game: 'bananagrams', tool: 'ruby', command: script('bananagrams', 'ruby/player.rb', 'ruby') },
  ...own('bananagrams', 'bananagrams'),
  ...common('scrabble'),
  // What strict keeps from a program is the same in each game.
  ...inAwks('scrabble', 'mawk', 'gawk', 'busybox'),
  { game: 'scrabble', tool: 'poly', command: script('scrabble', 'sml/player.sml', 'poly --script') },
  { game: 'scrabble', tool: 'javac', command: () => made('scrabble', 'java') },
  ...own('scrabble', 'random', 'longest'),
  ...common('boggle'),
  { game: 'boggle', tool: 'javac', command: () => made('boggle', 'java') },
  ...own('boggle', 'boggle'),
];

const shorter: Readonly<Record<string, readonly string[]>> = {
  bananagrams: ['--hand', '11'],
  scrabble: ['--max-turns', '6', '--timeout', '20s'],
  boggle: ['--dictionary', join(scratch, 'some words')],
};

/** Nobody was ended, nobody went. */
const whole: Readonly<Record<string, string>> = {
  bananagrams: 'bunch-empty',
  scrabble: 'max-turns',
  boggle: 'played-out',
};

for (const { game, tool, command } of players) {
  const missing = findProgram(tool) === undefined && `${tool} is not installed`;
  const line = missing ? '' : command();
  const skip = 'problem' in sandbox ? sandbox.problem : missing;
  t.test(`${game} under strict: ${line.replaceAll(`${examples}/`, '')}`, { skip }, async (t) => {
    const seen = ['--readable', examples, '--readable', scratch];
    const args = ['--sandbox', 'strict', ...seen, '--seed', '1', '--json', '--quiet'];
    const played = await run([game, ...args, ...(shorter[game] ?? []), line, line]);
    const [result] = resultsOf(played);
    t.match(result, { sandbox: 'strict', reason: whole[game] }, played.stderr);
    for (const player of result?.players ?? []) t.match(player.outcome, /^(won|draw|lost)$/, played.stderr);
  });
}
