import { meant } from '../../core/text/near-name.ts';
import { visible } from '../../core/text/visible.ts';
import { UsageError } from '../../core/usage-error.ts';
import type { OptionTable } from '../../games/kit/option.ts';
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
  const names = [...Object.keys(table), 'help', 'version'];
  const foreign = hintForChoice(name, table) ?? hintForForeign(name, names);
  const others = foreign === undefined ? await elsewhere(name) : undefined;
  const hint = foreign ?? (others === undefined ? meantBy(name, names) : `; it is one of ${others}`);
  throw new UsageError(
    `there is no option ${nameOf(word)}${others ? ' here' : ''}${hint} (--help lists them; after -- no word is an option)`,
  );
}

/** A word that is a value of an option here: `--html` for `--as html`. */
function hintForChoice(name: string, table: OptionTable): string | undefined {
  const option = Object.entries(table).find(
    ([, spec]) => spec.kind === 'choice' && spec.choices.includes(name),
  );
  return option && `; here it is --${option[0]} ${name}`;
}

/** The longest that the word begins with, as in `--sandbox-level`, or else one that is nearly the same. */
function meantBy(name: string, names: readonly string[]): string {
  const beginning = names
    .filter((each) => name.startsWith(each) && /[^a-z]/i.test(name.charAt(each.length)))
    .sort((one, other) => other.length - one.length)[0];
  return beginning === undefined
    ? meant(name, names, (near) => `--${near}`)
    : `; did you mean --${beginning}?`;
}

/** Without `no-` and its value. */
function nameOf(word: string): string {
  const [, dashes = '', name = word] = /^(--?)(?:no-)?([^=]+)/.exec(word) ?? [];
  return `${dashes}${name}`;
}
