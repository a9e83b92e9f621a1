import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { UsageError } from '../../core/usage-error.ts';
import { shellWord } from '../../files/shell-words.ts';
import { isExecutable } from '../../seats/process/processes/find-program.ts';
import { everyCommandOptions } from '../../settings/every-command-options.ts';
import type { Commands } from '../command.ts';
import { readWords } from '../read-words.ts';

/** Whether it can be meant as a player. */
export function canBeRun(word: string): boolean {
  if (!/^[\w.-]+$/.test(word) || existsSync(word)) return true;
  return (process.env.PATH ?? '').split(delimiter).some((folder) => isExecutable(join(folder, word)));
}

/** Words that begin with an option are for the first game, whose first player would have the name of a command. */
export async function refuseMisplaced(
  words: readonly string[],
  commands: Commands,
  firstGame: string,
): Promise<void> {
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  const place = words.findIndex(
    (word, index) => index < end && Object.hasOwn(commands, word) && !canBeRun(word),
  );
  if (place === -1) return;
  const word = words[place]!;
  const [usual, command] = await Promise.all([commands[firstGame]!.load(), commands[word]!.load()]);
  const next = words[place + 1] ?? '';
  const below = command.each && Object.hasOwn(command.each, next) ? command.each[next] : undefined;
  const { options } = below ? await below.load() : command;
  const { operands } = readWords(words, { ...usual.options, ...options, ...everyCommandOptions });
  if (operands[0] !== word) return;
  const called = below ? `${word} ${next}` : word;
  const line = [called, ...words.slice(0, place).map(shellWord), '…'].join(' ');
  throw new UsageError(
    `${called} is a command of wordhost: write it first: wordhost ${line} A player of that name is called as: ./${word}`,
  );
}
