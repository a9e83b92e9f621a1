import { meant } from '../../core/text/near-name.ts';
import { UsageError } from '../../core/usage-error.ts';
import type { AnyGame } from '../../games/game.ts';
import { limitOptions } from '../../games/kit/limit-options.ts';
import type { OptionTable, OptionValues } from '../../games/kit/option.ts';
import { commonOptions } from '../../settings/common-options.ts';
import { playerOptions } from '../../settings/config/players-in-file.ts';
import { dictionaryOptions } from '../../settings/dictionary-options.ts';
import { fieldsOf } from '../../settings/fields.ts';
import { hostingOptions } from '../../settings/hosting-options.ts';
import { seriesOptions } from '../../settings/series-options.ts';
import { settleOptions } from '../../settings/settle-options.ts';
import type { Path } from '../../tournament/file/fault.ts';
import type { Texts } from '../../tournament/file/fields.ts';
import type { TournamentPlayer } from '../../tournament/file/tournament-file.ts';
import { readVariables } from '../hosting/player-variables.ts';
import type { Player } from '../playing/players.ts';
import { type ReadFile, refuseAt, shownValue } from './read-tournament-file.ts';

const { cwd: _, ...hosting } = hostingOptions;

/** What `options` of a tournament file can have: all that bears on a game. */
export function fileOptions(game: AnyGame): OptionTable {
  const { 'player-seed': playerSeed } = seriesOptions;
  return {
    ...(game.options as OptionTable),
    ...{ ...limitOptions, ...dictionaryOptions, 'player-seed': playerSeed, ...hosting },
  };
}

/** The options of a file as those of a series: what it does not say has its default. */
export function settledOptions(read: ReadFile, game: AnyGame): OptionValues<typeof commonOptions> {
  const said = checkedTexts(read, ['options'], read.file.options, fileOptions(game));
  const where = (name: string) => `${read.placeOf(['options', name])}: options.${name}`;
  return settleOptions({ ...commonOptions, ...(game.options as OptionTable) }, [
    { where, said },
  ]) as OptionValues<typeof commonOptions>;
}

const { command: __, name: ___, copies: ____, cwd: _____, env: ______, ...ownOptions } = playerOptions;

/** What `options` of a player in it can have. */
export const playerFileOptions = ownOptions;

/** Players with what each has of its own. */
export function playersIn(read: ReadFile, game: AnyGame): Player[] {
  return read.file.players.map((player, index) => playerOf(read, player, index, game));
}

function playerOf(read: ReadFile, player: TournamentPlayer, index: number, game: AnyGame): Player {
  const path = ['players', index];
  const { name, command, cwd, env, options } = player;
  const place = (setting: string) => {
    const inside = Object.hasOwn(options, setting) ? ['options', setting] : [setting];
    return `${read.placeOf([...path, ...inside])}: players[${index}].${inside.join('.')}`;
  };
  const shared = Object.keys(options).find(
    (name) => !Object.hasOwn(ownOptions, name) && Object.hasOwn(fileOptions(game), name),
  );
  if (shared !== undefined)
    refuseAt(
      read,
      [...path, 'options', shared],
      `it is the same for all players of a game: expected it in the options of the tournament. A player can have ${Object.keys(ownOptions).join(', ')} of its own`,
    );
  const said = checkedTexts(read, [...path, 'options'], options, ownOptions);
  const fields: Readonly<Record<string, unknown>> = fieldsOf(
    ownOptions,
    settleOptions(ownOptions, [{ where: place, said }]),
  );
  const given = Object.entries(ownOptions).filter(([option]) => Object.hasOwn(options, option));
  const own = Object.fromEntries(given.map(([, { sets }]) => [sets, fields[sets]]));
  const variables = env && readVariables(place('env'), env);
  return {
    name,
    command,
    number: index + 1,
    own: { ...own, ...(cwd !== undefined && { cwd }), ...(variables && { variables }) },
    where: place,
  };
}

function checkedTexts(read: ReadFile, path: Path, texts: Texts, table: OptionTable): Texts {
  for (const [name, text] of Object.entries(texts)) {
    const spec = Object.hasOwn(table, name) ? table[name] : undefined;
    const hint = meant(name, Object.keys(table));
    if (!spec)
      throw new UsageError(
        `${read.placeOf([...path, name])}: there is no option ${shownValue(name)} here${hint}`,
      );
    if (Array.isArray(text) && spec.kind !== 'list')
      refuseAt(read, [...path, name], `expected one value; got ${shownValue(text)}`);
  }
  return texts;
}
