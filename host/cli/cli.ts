import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { HostFailure } from '../plan/host-failure.ts';
import { meant } from '../plan/near-name.ts';
import { UsageError } from '../plan/usage-error.ts';
import { commands } from './commands.ts';
import { parse } from './parse.ts';
import { printError } from './print.ts';

/** The command line, from its words to the exit status of the process. */
export async function run(words: readonly string[]): Promise<void> {
  process.on('uncaughtException', failHard);
  process.stdout.on('error', unwritten);
  // Notes that nobody can read are no reason to end a game.
  process.stderr.on('error', () => {});
  process.exitCode = await statusOf(words);
  // Whatever may still be open must not hold up the shell; what was printed must not be lost.
  for (const stream of [process.stdout, process.stderr])
    if (stream.writableLength > 0) await new Promise((resolve) => stream.write('', resolve));
  // That the last line could not be written is told in the next turn of the loop.
  await new Promise(setImmediate);
  process.exit();
}

async function statusOf(words: readonly string[]): Promise<number> {
  try {
    return await parse(withCommand(words));
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof HostFailure)) return failHard(error);
    printError(`${error.message}\n`);
    return error instanceof HostFailure ? 3 : 2;
  }
}

/** `wordhost … | head`: no fault. A command that has players ends them first, by a listener of its own. */
function unwritten(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') {
    printError(`standard output could not be written, results are lost: ${error.message}\n`);
    process.exit(3);
  }
  if (process.stdout.listenerCount('error') === 1) process.exit(141);
}

/** Our own bug: its stack, and an exit status of its own. Players end with the host. */
function failHard(error: unknown): never {
  printError(`this is a fault of the host itself; please report it\n${(error as Error).stack ?? error}\n`);
  process.exit(3);
}

/** `wordhost PLAYER…` is Bananagrams, unless the first word is exactly the name of a command. */
function withCommand(words: readonly string[]): readonly string[] {
  const [first] = words;
  if (first === undefined || first === '--help' || first === '-h') return ['--help'];
  if (Object.hasOwn(commands, first)) return words;
  const near = meant(first, Object.keys(commands));
  if (near !== '' && !canBeRun(first))
    throw new UsageError(
      `there is no command ${JSON.stringify(first)}${near} A player of that name is called as: wordhost bananagrams ./${first}`,
    );
  return ['bananagrams', ...words];
}

function canBeRun(word: string): boolean {
  if (!/^[\w.-]+$/.test(word) || existsSync(word)) return true;
  return (process.env.PATH ?? '').split(delimiter).some((folder) => isExecutable(join(folder, word)));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
