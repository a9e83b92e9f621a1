import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { HostFailure } from '../core/host-failure.ts';
import { meant } from '../core/near-name.ts';
import { UsageError } from '../core/usage-error.ts';
import { isExecutable } from '../seats/process/processes/find-program.ts';
import type { Commands } from './command.ts';
import { commandsOf } from './commands.ts';
import type { GamesWords } from './game-words.ts';
import { ResultOutput } from './output.ts';
import { parse } from './parse.ts';
import { printError } from './print.ts';

/** How the scripts of `wordhost completion` begin their questions. */
const COMPLETION_WORD = '--get-yargs-completions';

/** Above it, the number of a signal. */
const INTERRUPTED = 128;

/** The command line with these games, from its words to the exit status of the process. */
export async function run(words: readonly string[], games: GamesWords): Promise<void> {
  process.on('uncaughtException', failHard);
  const output = new ResultOutput();
  const status = await statusOf(words, games);
  await output.flush();
  // An open handle must not delay the exit.
  process.exit(status > INTERRUPTED ? status : (output.status ?? status));
}

async function statusOf(words: readonly string[], games: GamesWords): Promise<number> {
  try {
    const commands = commandsOf(games);
    const [first] = Object.keys(games);
    if (words[0] === COMPLETION_WORD) return await printCompletions(words.slice(1), commands);
    return await parse(withCommand(words, commands, first!), commands, games);
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof HostFailure)) return failHard(error);
    printError(`${error.message}\n`);
    return error instanceof HostFailure ? 3 : 2;
  }
}

/** Asked by the shell at each press of the tab key. */
async function printCompletions(words: readonly string[], commands: Commands): Promise<number> {
  const { completions } = await import('./completion.ts');
  process.stdout.write((await completions(words, commands)).map((line) => `${line}\n`).join(''));
  return 0;
}

/** A bug of ours: its stack, and its own exit status. Players end with the host. */
function failHard(error: unknown): never {
  printError(`this is a bug in wordhost; please report it\n${(error as Error).stack ?? error}\n`);
  process.exit(3);
}

/** `wordhost PLAYER…` plays the first game, unless the first word is exactly the name of a command. */
function withCommand(words: readonly string[], commands: Commands, firstGame: string): readonly string[] {
  const [first, ...more] = words;
  if (first === undefined || isHelp(first)) {
    // `help GAME`, `--help GAME`: of commands below a command too.
    return Object.hasOwn(commands, more[0] ?? '') ? [...more, '--help'] : ['--help'];
  }
  if (isVersion(first)) return [firstGame, '--version'];
  if (Object.hasOwn(commands, first)) return words;
  if (first.startsWith('-')) return [firstGame, ...words];
  const near = meant(first, Object.keys(commands));
  if (near !== '' && !canBeRun(first))
    throw new UsageError(
      `there is no command ${JSON.stringify(first)}${near} A player of that name is called as: wordhost ${firstGame} ./${first}`,
    );
  return [firstGame, ...words];
}

const isHelp = (word: string) => ['help', '--help', '-h', '-?', '/?'].includes(word);
const isVersion = (word: string) => ['version', '--version', '-v', '-V'].includes(word);

function canBeRun(word: string): boolean {
  if (!/^[\w.-]+$/.test(word) || existsSync(word)) return true;
  return (process.env.PATH ?? '').split(delimiter).some((folder) => isExecutable(join(folder, word)));
}
