import { statSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../../core/errors.ts';
import { visible } from '../../../core/text.ts';
import { quotedIfNeeded } from '../../../files/shell.ts';
import { commandFor, mainIn, namesIn } from '../../../seats/process/program-files.ts';
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
  /** The command as words for the shell. */
  readonly command: string;
}

interface FolderBots {
  readonly bots: readonly NamedBot[];
  /** The other entries of the folder, and why each is no bot. */
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
