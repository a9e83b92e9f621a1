import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import { until } from '../../support/until.ts';
import { startedServe } from '../boggle/started-serve.ts';

const examples = join(import.meta.dirname, '../../../examples/bananagrams');

/** Passes on what a bot writes, at first its ready and three messages, and the rest when there is a file. */
const BRAKE = `import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
const [file, command] = process.argv.slice(2);
const bot = spawn(command, { shell: true, stdio: ['inherit', 'pipe', 'inherit'] });
const waiting = [];
let passed = 0;
const pass = () => {
  while (waiting.length > 0 && (passed < 4 || existsSync(file))) {
    process.stdout.write(waiting.shift());
    passed++;
  }
};
bot.stdout.on('data', (bytes) => {
  waiting.push(bytes);
  pass();
});
setInterval(pass, 10);
bot.on('exit', (code) => process.exit(code ?? 1));`;

/** Passes on what a bot writes in halves, the second one a moment later. */
const SPLITTER = `import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
const bot = spawn(process.argv[2], { shell: true, stdio: ['inherit', 'pipe', 'inherit'] });
for await (const bytes of bot.stdout) {
  const half = bytes.length >> 1;
  process.stdout.write(bytes.subarray(0, half));
  await sleep(100);
  process.stdout.write(bytes.subarray(half));
}`;

/** Example bots of both dialects. They stop after three messages until `release`. Those of `halves` do not. */
export function braked(t: Test) {
  const folder = t.testdir({ 'brake.mjs': BRAKE, 'split.mjs': SPLITTER });
  const [program, file] = [join(folder, 'player'), join(folder, 'go')];
  execFileSync('cc', ['-O2', '-o', program, join(examples, 'c/player.c')]);
  const commands = {
    python: `python3 ${join(examples, 'python/player.py')}`,
    ruby: `ruby ${join(examples, 'ruby/player.rb')}`,
    c: program,
  };
  const through = (script: string) =>
    Object.fromEntries(
      Object.entries(commands).map(([name, command]) => [
        name,
        `${process.execPath} ${folder}/${script} '${command}'`,
      ]),
    ) as typeof commands;
  return {
    folder,
    commands: through(`brake.mjs ${file}`),
    halves: through('split.mjs'),
    brake: () => rmSync(file, { force: true }),
    release: () => writeFileSync(file, ''),
  };
}

/** `wordhost serve` with these bots of Bananagrams. */
export async function servedRacers(
  t: Test,
  folder: string,
  commands: Readonly<Record<string, string>>,
  words: readonly string[] = [],
) {
  const bots = Object.entries(commands).flatMap(([name, command]) => [
    '--bot',
    `bananagrams:${name}=${command}`,
  ]);
  const { running, url } = await startedServe(t, join(folder, 'wordhost.db'), [...bots, ...words]);
  await until(() => running.stderr.includes('token for standard error'));
  const [, token = ''] = /token for standard error of bots: (\S+)/.exec(running.stderr) ?? [];
  return { running, token, url: `${url}api/v1/` };
}
