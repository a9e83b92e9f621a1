import { meant, visible, visibleJson } from '../core/text.ts';
import { type Format, formatKinds, type OffenderRule, offenderRules } from './formats/format.ts';

/** Who plays in a tournament. */
export interface TournamentPlayer {
  readonly name: string;
  readonly command: string;
  readonly cwd?: string;
  readonly env?: readonly string[];
  readonly options: Texts;
}

/** A tournament, as its file says it. */
export interface TournamentFile {
  /** None: that of the file. */
  readonly name: string | undefined;
  readonly game: string;
  readonly options: Texts;
  readonly players: readonly TournamentPlayer[];
  readonly format: Format;
  /** None: drawn. */
  readonly seed: string | undefined;
  readonly offender: OffenderRule;
}

const MOST_PLAYERS = 1000;
const MOST_ROUNDS = 100_000;
const MOST_SEATS = 8;

/** From what YAML or JSON has. A fault is thrown: a `FileFault`, with its path. */
export function readTournament(value: unknown): TournamentFile {
  const fields = new Fields(value, [], 'a tournament: `game`, `players` and `format` by their names');
  const file = {
    name: fields.text('name', 'a name'),
    game: required(fields.text('game', 'the name of a game'), fields.at('game'), 'the name of a game'),
    options: fields.texts('options'),
    players: readPlayers(fields.get('players'), fields.at('players')),
    format: readFormat(fields.get('format'), fields.at('format')),
    seed: fields.text('seed', 'a text'),
    offender: fields.choice('offender', offenderRules) ?? 'lose',
  };
  fields.refuseOthers('a tournament');
  checkNumbers(file, fields);
  return file;
}

function required<Value>(value: Value | undefined, path: Path, what: string): Value {
  if (value === undefined) throw misfit(path, what, value);
  return value;
}

function readPlayers(value: unknown, path: Path): readonly TournamentPlayer[] {
  if (!Array.isArray(value)) throw misfit(path, 'a list of players', value);
  if (value.length < 2 || value.length > MOST_PLAYERS)
    throw new FileFault(path, `expected from 2 to ${MOST_PLAYERS} players; got ${value.length}`);
  const players = value.map((each, index) => readPlayer(each, [...path, index]));
  const names = players.map(({ name }) => name);
  const twice = names.findIndex((name, index) => names.indexOf(name) < index);
  if (twice === -1) return players;
  const first = names.indexOf(names[twice]!);
  throw new FileFault(
    [...path, twice, 'name'],
    `expected a name of its own; ${names[twice]} is the name of player ${first + 1} too`,
  );
}

function readPlayer(value: unknown, path: Path): TournamentPlayer {
  const fields = new Fields(value, path, '`name`, `command` and other settings by their names');
  const command = readCommand(fields);
  const [name, cwd, env] = [
    fields.text('name', 'a name'),
    fields.text('cwd', 'a folder'),
    fields.list('env'),
  ];
  const options = fields.texts('options');
  fields.refuseOthers('a player');
  return { name: name ?? command, command, ...(cwd !== undefined && { cwd }), ...(env && { env }), options };
}

function readCommand(fields: Fields): string {
  const what = 'a command for the shell';
  return required(fields.text('command', what), fields.at('command'), what);
}

/** What the author of a player says of it, whom nobody trusts. */
interface PlayerByAuthor {
  readonly command: string;
  readonly name: string | undefined;
  /** It may lead anywhere. */
  readonly cwd: string | undefined;
  /** What is for the organizer alone to say. */
  readonly others: readonly string[];
}

export function readPlayerByAuthor(value: unknown): PlayerByAuthor {
  const fields = new Fields(value, [], '`command` and `name`');
  const [command, name, cwd] = [
    readCommand(fields),
    fields.text('name', 'a name'),
    fields.text('cwd', 'a folder'),
  ];
  return { command, name, cwd, others: fields.others() };
}

const preset = { rounds: 1, seats: 2, mirrored: false, heroes: 1, games: 1 } as const;

function readFormat(value: unknown, path: Path): Format {
  const fields = new Fields(
    value,
    path,
    '`kind` and what goes with it, as in `{ kind: round-robin, rounds: 10 }`',
  );
  const kind = fields.choice('kind', formatKinds);
  if (kind === undefined) throw misfit(fields.at('kind'), `one of ${formatKinds.join(', ')}`, kind);
  const mirrored = fields.flag('mirrored') ?? preset.mirrored;
  const own = { ...preset, games: mirrored ? preset.seats : 1 };
  const has = (...kinds: readonly string[]) => kinds.includes(kind);
  const format = {
    kind,
    mirrored,
    rounds: fields.whole('rounds', 1, has('knockout') ? 1 : MOST_ROUNDS) ?? own.rounds,
    seats: fields.whole('seats', 2, has('round-robin', 'swiss') ? MOST_SEATS : 2) ?? own.seats,
    heroes: (has('gauntlet') ? fields.whole('heroes', 1, MOST_PLAYERS) : undefined) ?? own.heroes,
    games: (has('knockout', 'ladder') ? fields.whole('games', 1, MOST_ROUNDS) : undefined) ?? own.games,
  };
  fields.refuseOthers(`a format of the kind ${kind}`);
  if (mirrored && format.games % 2 !== 0 && has('knockout', 'ladder'))
    throw new FileFault(
      fields.at('games'),
      `expected an even number, since the games are mirrored; got ${format.games}`,
    );
  return format;
}

/** More than anybody will play; a list of them would not fit in memory. */
const MOST_GAMES = 1_000_000;

function checkNumbers(file: TournamentFile, fields: Fields): void {
  const fault = numbersFault(file);
  if (fault) throw new FileFault(fields.at(fault.field), fault.problem);
}

/** What no tournament can have, though each of its numbers may be. */
export function numbersFault({ players, format }: Pick<TournamentFile, 'players' | 'format'>) {
  const { kind, seats, heroes, rounds, mirrored, games } = format;
  const fault = (problem: string) => ({ field: 'format', problem });
  if (players.length > MOST_PLAYERS)
    return { field: 'players', problem: `expected at most ${MOST_PLAYERS} players; got ${players.length}` };
  if (seats > Math.min(MOST_SEATS, players.length))
    return fault(
      `expected at most ${Math.min(MOST_SEATS, players.length)} seats, one for each player; got ${seats}`,
    );
  if (kind === 'gauntlet' && heroes >= players.length)
    return fault(`expected fewer heroes than players; got ${heroes} of ${players.length}`);
  let tables = rounds * (mirrored ? seats : 1);
  if (kind === 'gauntlet') tables *= heroes * (players.length - heroes);
  if (kind === 'round-robin')
    for (let seat = 0; seat < seats; seat++) tables = (tables * (players.length - seat)) / (seat + 1);
  if (kind === 'knockout' || kind === 'ladder') tables *= games;
  return tables > MOST_GAMES
    ? fault(`expected at most ${MOST_GAMES} games; got ${Math.round(tables)}`)
    : undefined;
}

/** The fields of an object in a file, read one by one; what nobody has asked for at the end is refused. */
class Fields {
  readonly #path: Path;
  readonly #fields: Readonly<Record<string, unknown>>;
  readonly #known: string[] = [];

  constructor(value: unknown, path: Path, what: string) {
    if (!isByNames(value)) throw misfit(path, what, value);
    this.#path = path;
    this.#fields = value;
  }

  at(name: string): Path {
    return [...this.#path, name];
  }

  get(name: string): unknown {
    this.#known.push(name);
    return Object.hasOwn(this.#fields, name) ? (this.#fields[name] ?? undefined) : undefined;
  }

  /** A number is taken as it is written: `seed: 1`. */
  text(name: string, what: string): string | undefined {
    const value = this.get(name);
    if (value === undefined) return undefined;
    if (typeof value === 'number') return String(value);
    if (typeof value !== 'string' || value.trim() === '') throw misfit(this.at(name), what, value);
    return value;
  }

  whole(name: string, least: number, most: number): number | undefined {
    const value = this.get(name);
    if (value === undefined) return undefined;
    const isRight = Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
    const what = least === most ? `${least}` : `a whole number from ${least} to ${most}`;
    if (!isRight) throw misfit(this.at(name), what, value);
    return Number(value);
  }

  flag(name: string): boolean | undefined {
    const value = this.get(name);
    if (value !== undefined && typeof value !== 'boolean')
      throw misfit(this.at(name), 'true or false', value);
    return value;
  }

  choice<const Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined {
    const value = this.get(name);
    const found = choices.find((choice) => choice === value);
    if (value !== undefined && found === undefined)
      throw misfit(this.at(name), `one of ${choices.join(', ')}`, value);
    return found;
  }

  /** Settings by their names, as texts or lists of texts: what they mean is for others to say. */
  texts(name: string): Texts {
    const value = this.get(name);
    if (value === undefined) return {};
    if (!isByNames(value)) throw misfit(this.at(name), 'settings by their names', value);
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, textOrList(each, [...this.at(name), key])]),
    );
  }

  list(name: string): readonly string[] | undefined {
    const value = this.get(name);
    return value === undefined ? undefined : [textOrList(value, this.at(name))].flat();
  }

  /** Names of fields that nobody has asked for. */
  others(): string[] {
    return Object.keys(this.#fields).filter((name) => !this.#known.includes(name));
  }

  /** `what`: what it is that has these fields. */
  refuseOthers(what: string): void {
    const [odd] = this.others();
    if (odd === undefined) return;
    const hint = meant(odd, this.#known) || `: it has ${this.#known.join(', ')}`;
    throw new FileFault([...this.#path, odd], `${what} has no field ${visibleJson(odd)}${hint}`);
  }
}

export type Texts = Readonly<Record<string, string | readonly string[]>>;

function textOrList(value: unknown, path: Path): string | readonly string[] {
  if (Array.isArray(value)) return value.map((each, index) => plainText(each, [...path, index]));
  return plainText(value, path);
}

function plainText(value: unknown, path: Path): string {
  if (['string', 'number', 'boolean'].includes(typeof value)) return String(value);
  throw misfit(path, 'a text or a number', value);
}

function isByNames(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** From the outermost field inwards: `players`, 1, `cwd`. */
export type Path = readonly (string | number)[];

/** What is wrong with a tournament file, and where. */
export class FileFault extends Error {
  readonly path: Path;

  constructor(path: Path, problem: string) {
    super(visible(`${inWords(path)}${problem}`));
    this.path = path;
  }
}

function inWords(path: Path): string {
  const [first, ...more] = path;
  if (first === undefined) return '';
  return `${first}${more.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')}: `;
}

function misfit(path: Path, expected: string, value: unknown): FileFault {
  const came = value === undefined ? 'nothing' : visibleJson(value);
  return new FileFault(
    path,
    `expected ${expected}; got ${came.length > 80 ? `${came.slice(0, 80)}…` : came}`,
  );
}
