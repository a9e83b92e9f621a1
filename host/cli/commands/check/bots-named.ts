import { statSync } from 'node:fs';
import { visible } from '../../../core/text/visible.ts';
import { UsageError } from '../../../core/usage-error.ts';
import { checkCommands } from '../../playing/check-commands.ts';
import { printNotes } from '../../print.ts';
import { botsInFolder, type NamedBot } from './bots-in-folder.ts';

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
      `${folder}: expected programs that can be run, or scripts with a usual ending (.py, .js, .rb); there are none`,
    );
  if (others.length > 0) printNotes([`no bots in ${visible(folder)}: ${others.map(visible).join(', ')}`]);
  return bots;
}
