import { meant } from '../../core/text/near-name.ts';
import type { AnyGame } from '../../games/game.ts';
import { limitOptions } from '../../games/kit/limit-options.ts';
import type { OptionTable, OptionValues } from '../../games/kit/option.ts';
import { perPlayer } from '../../games/kit/own-options.ts';
import { commonOptions } from '../../settings/common-options.ts';
import { playerOptions } from '../../settings/config/players-in-file.ts';
import { dictionaryOptions } from '../../settings/dictionary-options.ts';
import { fieldsOf, saidOf } from '../../settings/fields.ts';
import { hostingOptions } from '../../settings/hosting-options.ts';
import { seriesOptions } from '../../settings/series-options.ts';
import { settleOptions } from '../../settings/settle-options.ts';
import type { Path } from '../../tournament/file/fault.ts';
import type { Texts } from '../../tournament/file/fields.ts';
import type { TournamentPlayer } from '../../tournament/file/tournament-file.ts';
import { readVariables } from '../hosting/player-variables.ts';
import { checkWhole } from '../playing/check-commands.ts';
import type { Player } from '../playing/players.ts';
import { type ReadFile, refuseAt, shownValue } from './read-tournament-file.ts';
import { tournamentOptions } from './tournament-options.ts';

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

const { command: __, name: ___, copies: ____, cwd: _____, env: ______, ...ownHosting } = playerOptions;

/** What `options` of a player in it can have: limits of the machine, and of its turns. */
export function playerFileOptions(game: AnyGame): OptionTable {
  return { ...ownHosting, ...perPlayer(game.options, 'turns') };
}

/** Players with what each has of its own. */
export function playersIn(read: ReadFile, game: AnyGame): Player[] {
  return read.file.players.map((player, index) => {
    for (const name of Object.keys(player.options)) {
      const problem = notItsOwn(name, game);
      if (problem !== undefined) refuseAt(read, ['players', index, 'options', name], problem);
    }
    return playerOf(read, player, index, game);
  });
}

/** Why no player can have such an option of its own; none: it can. */
function notItsOwn(name: string, game: AnyGame): string | undefined {
  const known = Object.keys(playerFileOptions(game));
  if (known.includes(name)) return undefined;
  const canHave = `player can have ${known.join(', ')} of its own`;
  return Object.hasOwn(fileOptions(game), name)
    ? `it is the same for all players of a game: expected it in the options of the tournament. A ${canHave}`
    : `${game.name} has no such option${meant(name, known) || `; a ${canHave}`}`;
}

function playerOf(read: ReadFile, player: TournamentPlayer, index: number, game: AnyGame): Player {
  const path = ['players', index];
  const { name, command, cwd, env, options } = player;
  const place = (setting: string) => {
    const inside = Object.hasOwn(options, setting) ? ['options', setting] : [setting];
    return `${read.placeOf([...path, ...inside])}: players[${index}].${inside.join('.')}`;
  };
  checkWhole(command, place('command'));
  const said = checkedTexts(read, [...path, 'options'], options, playerFileOptions(game));
  const source = { where: place, said };
  const [hosting, ofGame] = [saidOf(ownHosting, said), saidOf(game.options as OptionTable, said)];
  const variables = env && readVariables(place('env'), env);
  return {
    name,
    command,
    number: index + 1,
    own: {
      ...(fieldsOf(hosting, settleOptions(hosting, [source])) as Player['own']),
      ...(cwd !== undefined && { cwd }),
      ...(variables && { variables }),
    },
    ...(Object.keys(ofGame).length > 0 && { options: settleOptions(ofGame, [source]) }),
    where: place,
  };
}

function checkedTexts(read: ReadFile, path: Path, texts: Texts, table: OptionTable): Texts {
  for (const [name, text] of Object.entries(texts)) {
    const spec = Object.hasOwn(table, name) ? table[name] : undefined;
    if (!spec) refuseAt(read, [...path, name], misplacedOption(name, table));
    if (Array.isArray(text) && spec.kind !== 'list')
      refuseAt(read, [...path, name], `expected one value; got ${shownValue(text)}`);
  }
  return texts;
}

const besideOptions = ['name', 'game', 'players', 'format', 'seed', 'offender'];
const ofFormat = ['kind', 'rounds', 'seats', 'mirrored', 'heroes'];

/** What is wrong with an option of a tournament file that is none of these, and where it belongs. */
function misplacedOption(name: string, table: OptionTable): string {
  return `it is no option of a game${placeOf(name) ?? (meant(name, Object.keys(table)) || '; a tournament has none of that name')}`;
}

function placeOf(name: string): string | undefined {
  if (name === 'games')
    return '; how many games are played is said in `format`: by `rounds`, and in a knockout or a ladder by `games`';
  if (ofFormat.includes(name)) return ': expected it in `format`';
  if (besideOptions.includes(name)) return ': expected it beside `options`';
  return Object.hasOwn(tournamentOptions, name)
    ? `: expected it on the command line, as --${name}`
    : undefined;
}
