import { together, UsageError } from '../../core/errors.ts';
import type { Path } from '../../core/shape.ts';
import { meant, visibleJson } from '../../core/text.ts';
import { shellWord } from '../../files/shell.ts';
import type { AnyGame } from '../../games/game.ts';
import { limitOptions, type OptionTable, type OptionValues, perPlayer } from '../../games/kit/option.ts';
import { turnOptions } from '../../games/line-game/options.ts';
import { readPlaced } from '../../settings/config/placed-file.ts';
import { type PlayerSettings, playerOptions } from '../../settings/config/players-in-file.ts';
import { farmOptions, onlyWorkers } from '../../settings/farm-options.ts';
import { commonOptions, forManyGames, optionsFor } from '../../settings/option-groups.ts';
import { dictionaryOptions, fieldsOf, hostingOptions, optionsSetIn } from '../../settings/options.ts';
import { outputOptions } from '../../settings/output-options.ts';
import { refuseBroken } from '../../settings/relations.ts';
import { seriesOptions } from '../../settings/series-options.ts';
import { MOST_YAML_BYTES, readSettingFile, settleOptions } from '../../settings/settle-options.ts';
import {
  FileFault,
  readTournament,
  type Texts,
  type TournamentFile,
  type TournamentPlayer,
} from '../../tournament/tournament-file.ts';
import { checkWhole, ownSettings, type Player } from '../series/players.ts';
import { isStore } from '../stores.ts';

/** A tournament file that was read, and what to say of its parts. */
export interface ReadFile {
  readonly path: string;
  readonly text: string;
  readonly file: TournamentFile;
  /** The position for messages: `league.yml:3:12`. */
  placeOf(path: Path): string;
}

export async function readTournamentFile(path: string): Promise<ReadFile> {
  if (isStore(path))
    throw new UsageError(
      `${path}: expected a tournament file; got a store. To show its standings: wordhost report ${shellWord(path)}; to resume, use the tournament file that it was started with`,
    );
  const text = readSettingFile('tournament', path, '', MOST_YAML_BYTES);
  const reading = await readPlaced(text);
  if (!reading.ok) throw new UsageError(`${path}:${reading.place}: ${reading.problem}`);
  const placeOf = (at: Path) => `${path}:${reading.file.placeOf(at)}`;
  try {
    return { path, text, file: readTournament(reading.file.value), placeOf };
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    const faults = [error, ...error.others];
    throw new UsageError(faults.map(({ path, message }) => `${placeOf(path)}: ${message}`).join('\n'));
  }
}

/** A part of the file that cannot be as it is. */
export function refuseAt({ placeOf }: Pick<ReadFile, 'placeOf'>, path: Path, problem: string): never {
  throw new UsageError(`${placeOf(path)}: ${new FileFault(path, problem).message}`);
}

export function shownValue(value: unknown): string {
  return visibleJson(value);
}

const { cwd: _, ...hosting } = hostingOptions;

/** The `options` that a tournament file can have: all that affect a game. */
export function fileOptions(game: AnyGame): OptionTable {
  const { 'player-seed': playerSeed } = seriesOptions;
  const shared = { ...limitOptions, ...dictionaryOptions, 'player-seed': playerSeed, ...hosting };
  return { ...forManyGames(game.options), ...optionsFor(shared, game, {}) };
}

/** The options of the command line for the games. They override the file. */
export type LineTexts = Readonly<Record<'positions' | 'max-timeouts', string | undefined>>;

/** The options of a file as those of a series: what neither it nor the command line says has its default. */
export function settledOptions(
  read: ReadFile,
  game: AnyGame,
  line: LineTexts,
): OptionValues<typeof commonOptions> {
  const texts = checkedTexts(read, ['options'], read.file.options, fileOptions(game));
  const where = (name: string) => `${read.placeOf(['options', name])}: options.${name}`;
  for (const [name, text] of Object.entries(line))
    if (text !== undefined && !Object.hasOwn(game.options, name))
      throw new UsageError(`--${name}: ${game.name} has no such option: leave out --${name}`);
  const table = { ...commonOptions, ...forManyGames(game.options) };
  const sources = [
    { where: (name: string) => `--${name}`, texts: line },
    { where, texts },
  ];
  const settled = settleOptions(table, sources);
  refuseBroken(table, settled, sources);
  return settled as OptionValues<typeof commonOptions>;
}

/** The fields of a player besides its options. */
const besidePlayerOptions = [
  'command',
  'name',
  'copies',
  'cwd',
  'env',
  'network',
  'files',
  'prepare',
] as const;
const ownHosting = Object.fromEntries(
  Object.entries(playerOptions).filter(
    ([name]) => !(besidePlayerOptions as readonly string[]).includes(name),
  ),
) as Omit<typeof playerOptions, (typeof besidePlayerOptions)[number]>;

/** The `options` that a player in it can have: limits of the machine, and of its turns. */
export function playerFileOptions(game: AnyGame): OptionTable {
  return { ...ownHosting, ...perPlayer(game.options, 'turns') };
}

/** Players with what each has of its own. */
export function playersIn(read: ReadFile, game: AnyGame): Player[] {
  const parts = read.file.players.map((player, index) => () => {
    for (const name of Object.keys(player.options)) {
      const problem = notItsOwn(name, game);
      if (problem !== undefined) refuseAt(read, ['players', index, 'options', name], problem);
    }
    return playerOf(read, player, index, game);
  });
  return together(parts);
}

/** Says why no player can have such an option of its own. Undefined if it can. */
function notItsOwn(name: string, game: AnyGame): string | undefined {
  const known = Object.keys(playerFileOptions(game));
  if (known.includes(name)) return undefined;
  const canHave = `player can have ${known.join(', ')} of its own`;
  return Object.hasOwn(fileOptions(game), name)
    ? `it is the same for all players of a game: set it in the options of the tournament. A ${canHave}`
    : `${game.name} has no such option${meant(name, known) || `; a ${canHave}`}`;
}

function playerOf(read: ReadFile, player: TournamentPlayer, index: number, game: AnyGame): Player {
  const path = ['players', index];
  const { name, command, cwd, env, network, files, prepare, options } = player;
  const where = (setting: string) => {
    const inside = Object.hasOwn(options, setting) ? ['options', setting] : [setting];
    return `${read.placeOf([...path, ...inside])}: players[${index}].${inside.join('.')}`;
  };
  checkWhole(command, where('command'));
  const texts = checkedTexts(read, [...path, 'options'], options, playerFileOptions(game));
  const source = { where, texts };
  const [hosting, ofGame] = [
    optionsSetIn(ownHosting, texts),
    optionsSetIn(game.options as OptionTable, texts),
  ];
  const limits = fieldsOf(hosting, settleOptions(hosting, [source])) as PlayerSettings;
  const beside = { ...(cwd !== undefined && { cwd }), ...(network && { network }), env, files, prepare };
  return {
    name,
    command,
    number: index + 1,
    own: ownSettings({ ...limits, ...beside }, where),
    ...(Object.keys(ofGame).length > 0 && { options: settleOptions(ofGame, [source]) }),
    where,
  };
}

function checkedTexts(read: ReadFile, path: Path, texts: Texts, table: OptionTable): Texts {
  const check = (name: string, text: Texts[string]) => {
    const spec = Object.hasOwn(table, name) ? table[name] : undefined;
    if (!spec) refuseAt(read, [...path, name], misplacedOption(name, table));
    if (Array.isArray(text) && spec.kind !== 'list')
      refuseAt(read, [...path, name], `expected one value; got ${shownValue(text)}`);
  };
  together(
    Object.entries(texts).map(
      ([name, text]) =>
        () =>
          check(name, text),
    ),
  );
  return texts;
}

const besideOptions = ['name', 'game', 'players', 'format', 'seed', 'offender'];
const ofFormat = ['kind', 'rounds', 'seats', 'mirrored', 'heroes'];

/** Says what is wrong with another option in a tournament file, and where it belongs. */
function misplacedOption(name: string, table: OptionTable): string {
  return `it is not an option of a game${placeOf(name) ?? (meant(name, Object.keys(table)) || '; a tournament has no such option either')}`;
}

function placeOf(name: string): string | undefined {
  if (name === 'games')
    return '; the number of games is set in `format`: by `rounds`, or in a knockout or a ladder by `games`';
  if (ofFormat.includes(name)) return ': set it in `format`';
  if (besideOptions.includes(name)) return ': set it next to `options`';
  return Object.hasOwn(tournamentOptions, name) ? `: set it on the command line, as --${name}` : undefined;
}

const { json, quiet, stderr, require, watch, 'keep-stderr': keepStderr } = outputOptions;

const farmJobs = `${seriesOptions.jobs.help}; 0, with --store postgres://…: only workers play (wordhost worker)`;

/** The options of `tournament` besides its file. */
export const tournamentOptions = {
  store: {
    kind: 'text',
    default: undefined,
    value: 'FILE|URL',
    takes: 'store',
    help: 'file or PostgreSQL database (postgres://USER@HOST/NAME) to save the games in and resume from (default: next to the tournament file, with the extension .db)',
    everyday: true,
  },
  'dry-run': {
    kind: 'flag',
    default: false,
    help: 'play one short game with each player, and print the time of the tournament, and which players are broken or slow',
    everyday: true,
  },
  positions: {
    kind: 'text',
    default: undefined,
    value: 'FILE',
    help: 'positions that games start from, if the game has this option; overrides the tournament file',
  },
  'max-timeouts': {
    ...turnOptions['max-timeouts'],
    default: undefined,
    help: `${turnOptions['max-timeouts'].help}; overrides the tournament file (default: 3)`,
  },
  jobs: { ...seriesOptions.jobs, default: 'auto', min: 0, relations: [onlyWorkers], help: farmJobs },
  'one-processor': seriesOptions['one-processor'],
  ...farmOptions,
  'replay-overloaded': seriesOptions['replay-overloaded'],
  records: {
    kind: 'flag',
    default: true,
    help: 'save only results in the store, no records',
  },
  roster: {
    kind: 'text',
    default: undefined,
    value: 'FOLDER',
    help: 'print a tournament file in which each folder in FOLDER is a player',
  },
  game: {
    kind: 'text',
    default: undefined,
    value: 'GAME',
    relations: [
      {
        requires: 'roster',
        because: 'a tournament file names its own game and, in `format`, the number of games',
      },
    ],
    help: 'with --roster: the game to play',
  },
  watch,
  json,
  quiet,
  stderr,
  'keep-stderr': keepStderr,
  require,
} as const;
