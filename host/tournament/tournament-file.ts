import {
  anyOf,
  byKind,
  byName,
  type Fields,
  isObject,
  label,
  listOf,
  Misfit,
  misfit,
  noted,
  number,
  oneOf,
  optional,
  type Path,
  pathInWords,
  preset,
  readBy,
  readShape,
  refine,
  type Shape,
  settings,
  text,
  transform,
  whole,
} from '../core/shape.ts';
import { abbreviate, visible, visibleJson } from '../core/text.ts';
import {
  type Format,
  type FormatKind,
  formatKinds,
  gamesOfMeeting,
  type OffenderRule,
  offenderRules,
} from './formats/format.ts';

/** A player in a tournament. */
export interface TournamentPlayer {
  readonly name: string;
  readonly command: string;
  readonly cwd?: string;
  readonly env?: readonly string[];
  readonly network?: boolean;
  /** A folder, or files. */
  readonly files?: readonly string[];
  readonly prepare?: string;
  readonly options: Texts;
}

export type Texts = Readonly<Record<string, string | readonly string[]>>;

/** A tournament, as its file says it. */
export interface TournamentFile {
  /** The name of the file unless it is set. */
  readonly name: string | undefined;
  readonly game: string;
  readonly options: Texts;
  readonly players: readonly TournamentPlayer[];
  readonly format: Format;
  /** Drawn unless it is set. */
  readonly seed: string | undefined;
  readonly offender: OffenderRule;
}

const MOST_PLAYERS = 1000;
const MOST_ROUNDS = 100_000;
const MOST_SEATS = 8;

const flag = oneOf(true, false);
const filled = text(undefined, undefined, { least: 1 });

/** A number is taken as it is written: `seed: 1`. */
function word(what: string, described: Shape = filled): Shape<string> {
  return readBy(described, (value) => {
    if (typeof value === 'number') return String(value);
    return typeof value === 'string' && value.trim() !== '' ? value : misfit(what, value);
  });
}

const plainText = transform(label('a string or a number', anyOf(text(), number(), flag)), String);

const textOrList = readBy<string | readonly string[]>(anyOf(filled, listOf(filled)), (value) =>
  Array.isArray(value) ? readShape(listOf(plainText), value) : readShape(plainText, value),
);

/** Settings by their names: what they mean is for others to say. */
const texts: Shape<Texts> = preset({}, label('settings by name', byName(textOrList)));

const command = noted('command of the player, for the shell', word('a command for the shell'));
const name = word('a name');
const files = noted(
  'files that are copied to each machine that runs it: a folder, which becomes its working directory, or a list of files',
  textOrList,
);
const prepare = noted(
  'shell command that runs in a copy of its files, once on each machine; for example, a compiler',
  word('a command for the shell'),
);
const cwd = noted('its working directory, relative to the file', word('a folder'));

const player = transform(
  label(
    '`name`, `command` and other settings by name',
    settings('a player', {
      name: optional(noted('name of the player (default: the command)', name)),
      command,
      cwd: optional(cwd),
      env: optional(
        noted('variables for its environment, NAME=VALUE; NAME alone is the one of the host', textOrList),
      ),
      network: optional(
        noted('true: with `sandbox: strict` it may use the network, whatever the others may', flag),
      ),
      files: optional(files),
      prepare: optional(prepare),
      options: texts,
    }),
  ),
  ({ name, command, cwd, env, network, files, prepare, options }): TournamentPlayer => ({
    name: name ?? command,
    command,
    ...(cwd !== undefined && { cwd }),
    ...(env !== undefined && { env: [env].flat() }),
    ...(network !== undefined && { network }),
    ...(files !== undefined && { files: [files].flat() }),
    ...(prepare !== undefined && { prepare }),
    options,
  }),
);

const players = readBy(listOf(player, 2), (value) => {
  if (!Array.isArray(value)) return misfit('a list of players', value);
  if (value.length < 2 || value.length > MOST_PLAYERS)
    return misfit(`from 2 to ${MOST_PLAYERS} players`, value.length);
  const read = readShape(listOf(player), value);
  return read instanceof Misfit ? read : (nameTwice(read) ?? read);
});

function nameTwice(players: readonly TournamentPlayer[]): Misfit | undefined {
  const names = players.map(({ name }) => name);
  const twice = names.findIndex((name, index) => names.indexOf(name) < index);
  if (twice === -1) return undefined;
  const first = names.indexOf(names[twice]!) + 1;
  const problem = `expected a unique name; ${names[twice]} is also the name of player ${first}`;
  return new Misfit(() => problem).inside('name').inside(twice);
}

const upTo = (most: number) => refine(`a whole number from 1 to ${most}`, whole(1), (count) => count <= most);
const [rounds, seats, pair] = [
  optional(upTo(MOST_ROUNDS)),
  optional(whole(2, MOST_SEATS)),
  optional(oneOf(2)),
];

const ofKinds = {
  'round-robin': { rounds, seats },
  gauntlet: { rounds, seats: pair, heroes: optional(upTo(MOST_PLAYERS)) },
  swiss: { rounds, seats },
  knockout: { rounds: optional(oneOf(1)), seats: pair, games: rounds },
  ladder: { rounds, seats: pair, games: rounds },
} as const satisfies Record<FormatKind, Fields>;

function formatOf(kind: FormatKind): Shape<Format> {
  const fields = { kind: oneOf(kind), mirrored: optional(flag), ...ofKinds[kind] };
  const shape = settings(`a format of the kind ${kind}`, fields) as Shape<Partial<Format>>;
  return transform(shape, ({ mirrored = false, rounds = 1, seats = 2, heroes = 1, ...more }) => {
    const { games = mirrored ? 2 : 1 } = more;
    if (mirrored && games % 2 !== 0 && 'games' in fields)
      return misfit('an even number, since the games are mirrored', games).inside('games');
    return { kind, mirrored, rounds, seats, heroes, games };
  });
}

const format = label(
  '`kind` and its settings, such as `{ kind: round-robin, rounds: 10 }`',
  byKind(Object.fromEntries(formatKinds.map((kind) => [kind, formatOf(kind)]))),
);

/** The fields of a tournament in YAML or JSON. */
export const tournamentFile = transform(
  label(
    'a tournament with `game`, `players` and `format`',
    settings('a tournament', {
      name: optional(noted('of the tournament (default: the name of the file)', name)),
      game: word('the name of a game'),
      options: texts,
      players,
      format,
      seed: optional(
        noted(
          'random seed of pairings, seats and tiles (default: random, and saved)',
          word('a string', anyOf(filled, number())),
        ),
      ),
      offender: noted(
        'effect of a player that fails, leaves or offends',
        preset('lose', label(`one of ${offenderRules.join(', ')}`, oneOf(...offenderRules))),
      ),
    }),
  ),
  ({ name, game, options, players, format, seed, offender }): TournamentFile | Misfit => {
    const fault = numbersFault({ players, format });
    if (fault) return new Misfit(() => fault.problem).inside(fault.field);
    return { name, game, options, players, format, seed, offender };
  },
);

/** A fault is thrown: a `FileFault`, with its path. */
export function readTournament(value: unknown): TournamentFile {
  return readFile(tournamentFile, value);
}

function readFile<Value>(shape: Shape<Value>, value: unknown): Value {
  const read = readShape(shape, value);
  if (!(read instanceof Misfit)) return read;
  const others = read.others.map(({ steps, problem }) => new FileFault(steps, problem(came)));
  throw new FileFault(read.steps, read.problem(came), others);
}

function came(value: unknown): string {
  return `got ${value === undefined ? 'nothing' : abbreviate(visibleJson(value), 80)}`;
}

const byAuthor = { command, name: optional(name), cwd: optional(cwd), prepare: optional(prepare) };

/** The fields that the author of a player may set. Nobody trusts this author. */
interface PlayerByAuthor {
  readonly command: string;
  readonly name?: string | undefined;
  /** It may lead anywhere. */
  readonly cwd?: string | undefined;
  readonly prepare?: string | undefined;
  /** The names of fields that only the organizer may set. */
  readonly others: readonly string[];
}

export function readPlayerByAuthor(value: unknown): PlayerByAuthor {
  const fields = Object.entries(isObject(value) ? value : {});
  const own = fields.filter(([name]) => Object.hasOwn(byAuthor, name));
  const shape = label('`command` and `name`', settings('a player', byAuthor));
  const read = readFile(shape, isObject(value) ? Object.fromEntries(own) : value);
  return { ...read, others: fields.filter((field) => !own.includes(field)).map(([name]) => name) };
}

/** More than anybody will play; a list of them would not fit in memory. */
const MOST_GAMES = 1_000_000;

/** Finds combinations that no tournament can have, although each number may be. */
export function numbersFault({ players, format }: Pick<TournamentFile, 'players' | 'format'>) {
  const { kind, seats, heroes, rounds, games } = format;
  const fault = (problem: string) => ({ field: 'format', problem });
  if (players.length > MOST_PLAYERS)
    return { field: 'players', problem: `expected at most ${MOST_PLAYERS} players; got ${players.length}` };
  if (seats > Math.min(MOST_SEATS, players.length))
    return fault(
      `expected at most ${Math.min(MOST_SEATS, players.length)} seats, one for each player; got ${seats}`,
    );
  if (kind === 'gauntlet' && heroes >= players.length)
    return fault(`expected fewer heroes than players; got ${heroes} of ${players.length}`);
  let tables = rounds * gamesOfMeeting(format);
  if (kind === 'gauntlet') tables *= heroes * (players.length - heroes);
  if (kind === 'round-robin')
    for (let seat = 0; seat < seats; seat++) tables = (tables * (players.length - seat)) / (seat + 1);
  if (kind === 'knockout' || kind === 'ladder') tables *= games;
  return tables > MOST_GAMES
    ? fault(`expected at most ${MOST_GAMES} games; got ${Math.round(tables)}`)
    : undefined;
}

/** A mistake in a tournament file, with its position. */
export class FileFault extends Error {
  readonly path: Path;
  /** Further mistakes in the file. */
  readonly others: readonly FileFault[];

  constructor(path: Path, problem: string, others: readonly FileFault[] = []) {
    super(visible(`${path.length === 0 ? '' : `${pathInWords(path)}: `}${problem}`));
    this.path = path;
    this.others = others;
  }
}
