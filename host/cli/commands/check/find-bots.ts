import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../../core/errors.ts';
import { visible } from '../../../core/text.ts';
import { readStart } from '../../../files/read-file.ts';
import { quotedIfNeeded } from '../../../files/shell.ts';
import { isExecutable } from '../../../seats/process/processes/find-program.ts';
import { interpreterOf } from '../../../seats/process/why-not-started.ts';
import { printNotes } from '../../output.ts';
import { checkCommands } from '../../series/players.ts';

interface NamedBots {
  readonly bots: readonly NamedBot[];
  /** A folder is several, whatever is in it. */
  readonly areSeveral: boolean;
}

/** The bots of a call: commands for the shell, and folders of bots. */
export function botsNamed(game: string, operands: readonly string[]): NamedBots {
  const example = `\`wordhost check ${game} "python3 bot.py"\``;
  if (operands.length === 0)
    throw new UsageError(`check ${game}: expected a bot, as in ${example}; got nothing`);
  const empty = operands.length === 1 && operands[0]!.trim() === '';
  if (empty) throw new UsageError(`check ${game}: the command of the bot is empty`);
  checkCommands(operands, `wordhost check ${game}`);
  const bots = operands.flatMap((operand) => {
    return isFolder(operand) ? inFolder(operand) : [{ name: operand, command: operand }];
  });
  return { bots, areSeveral: operands.length > 1 || isFolder(operands[0]!) };
}

function isFolder(operand: string): boolean {
  return statSync(operand, { throwIfNoEntry: false })?.isDirectory() === true;
}

function inFolder(folder: string): readonly NamedBot[] {
  const { bots, others } = botsInFolder(folder);
  if (bots.length === 0)
    throw new UsageError(
      `${folder}: expected executable programs, or scripts with a known file extension (.py, .js, .rb); found none`,
    );
  if (others.length > 0) printNotes([`no bots in ${visible(folder)}: ${others.map(visible).join(', ')}`]);
  return bots;
}

/** A bot to be checked. */
export interface NamedBot {
  readonly name: string;
  /** For the shell. */
  readonly command: string;
}

interface FolderBots {
  readonly bots: readonly NamedBot[];
  /** What is in the folder besides, and why it is no bot. */
  readonly others: readonly string[];
}

/** Each file that can be run is a bot, and each folder with one such file, which is run there. */
export function botsInFolder(folder: string): FolderBots {
  const bots: NamedBot[] = [];
  const others: string[] = [];
  for (const name of namesIn(folder)) {
    const path = join(folder, name);
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
      const inside = mainIn(path);
      if (typeof inside === 'string') others.push(`${name}/ (${inside})`);
      else bots.push({ name, command: `cd ${quotedIfNeeded(path)} && ${inside.command}` });
    } else {
      const command = commandFor(path);
      if (command === undefined) others.push(name);
      else bots.push({ name, command });
    }
  }
  return { bots, others };
}

function namesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .sort();
}

const MAIN = /^(player|bot|main|run)(\.|$)/i;

/** The bot in a folder of its own, or why there is none. */
export function mainIn(folder: string): { readonly command: string } | string {
  const runnable = namesIn(folder).flatMap((name) => {
    const command = statSync(join(folder, name), { throwIfNoEntry: false })?.isFile()
      ? commandFor(join(folder, name), `./${name}`)
      : undefined;
    return command === undefined ? [] : [{ name, command }];
  });
  const main = runnable.length > 1 ? runnable.filter(({ name }) => MAIN.test(name)) : runnable;
  if (main.length === 1) return main[0]!;
  if (runnable.length === 0) return 'it has no executable program';
  const names = runnable.map(({ name }) => name).join(', ');
  return `${names} are executable: rename one of them to bot, player, main or run`;
}

/** None for a file that cannot be run, such as a source that must be compiled. */
function commandFor(path: string, called = named(path)): string | undefined {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return undefined;
  const interpreter = interpreterOf(path);
  if (isExecutable(path) && (interpreter === undefined || hasInterpreterLine(path)))
    return quotedIfNeeded(called);
  return interpreter && `${interpreter} ${quotedIfNeeded(called)}`;
}

/** A name without a slash would be looked for on the PATH. */
function named(path: string): string {
  return path.includes('/') ? path : `./${path}`;
}

function hasInterpreterLine(path: string): boolean {
  return readStart(path, 2).toString('latin1') === '#!';
}
