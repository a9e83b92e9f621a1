import { meant } from '../../core/text/near-name.ts';
import { visible } from '../../core/text/visible.ts';
import { UsageError } from '../../core/usage-error.ts';
import type { KnownOptions } from '../../settings/sources.ts';
import type { Command } from '../command.ts';
import type { Words } from '../read-words.ts';
import { hintForForeign } from './foreign-options.ts';

/** A word that looks like an option and is none here: it may be a mistake, another command's, another program's, or a player's. */
export async function refuseUnknown(
  rest: readonly string[],
  { unknown: [word], operands }: Words,
  command: Command,
  { table, elsewhere }: KnownOptions,
): Promise<void> {
  if (word === undefined) return;
  const before = rest[rest.indexOf(word) - 1];
  // It follows a player: it could be meant for it.
  if (command.operands.areCommands && before !== undefined && operands.includes(before))
    throw new UsageError(
      `there is no option ${nameOf(word)}; if it is for ${visible(before)}, it goes into the quotes of that command: "${visible(before)} ${visible(word)} …" (--help lists the options)`,
    );
  const [, name = word] = /^--?(?:no-)?([^=]+)/.exec(word) ?? [];
  const names = Object.keys(table);
  const foreign = hintForForeign(name, names);
  const others = foreign === undefined ? await elsewhere(name) : undefined;
  const hint =
    foreign ??
    (others === undefined ? meant(name, names).replace('mean ', 'mean --') : `; it is one of ${others}`);
  throw new UsageError(
    `there is no option ${nameOf(word)}${others ? ' here' : ''}${hint} (--help lists them; after -- no word is an option)`,
  );
}

/** Without `no-` and its value. */
function nameOf(word: string): string {
  const [, dashes = '', name = word] = /^(--?)(?:no-)?([^=]+)/.exec(word) ?? [];
  return `${dashes}${name}`;
}
