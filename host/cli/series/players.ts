import { UsageError } from '../../core/errors.ts';
import { omit } from '../../core/fields.ts';
import { counted, visible, visibleJson } from '../../core/text.ts';
import { limitOptions, type OptionValues } from '../../games/kit/option.ts';
import type { Entry } from '../../match/plan.ts';
import { isInterpreter } from '../../seats/process/program-files.ts';
import type { PlayerInFile, PlayerSettings } from '../../settings/config/players-in-file.ts';
import type { commonOptions } from '../../settings/option-groups.ts';
import { fieldsOf, hostingOptions } from '../../settings/options.ts';
import { outputOptions } from '../../settings/output-options.ts';
import { seriesOptions } from '../../settings/series-options.ts';
import type { Call } from '../command.ts';
import { bundleOf } from '../process/player-bundle.ts';
import { type PlayerCommand, readVariables } from '../process/process-request.ts';

/** A player of a run. */
export interface Player extends PlayerCommand {
  /** The position among all named players, from 1. */
  readonly number: number;
  /** Options of the game that it has of its own. */
  readonly options?: Entry['options'];
}

type Settings = Pick<GameSettings, 'series' | 'hosting'>;
type Named = Omit<Player, 'number'> & { readonly copies: number };

/** Reads the players from the command line or a file, with copies, in the order of the seats. */
export function playersOf(
  call: Pick<Call, 'operands' | 'players'>,
  settings: Settings,
  name: string,
): Player[] {
  const named = call.players === undefined ? onLine(call.operands, settings, name) : inFile(call, settings);
  const all = named.flatMap(({ copies, ...player }) => Array<typeof player>(copies).fill(player));
  const entries = entriesOf(
    all.map(({ command }) => command),
    all.map(({ name }) => name),
  );
  const players = all.map((player, index) => ({ ...player, ...entries[index]!, number: index + 1 }));
  return seated(players, settings.series.seats);
}

function onLine(commands: readonly string[], { series, hosting }: Settings, game: string): Named[] {
  const { names, copies } = series;
  const { folders } = hosting;
  const are = `${commands.length === 1 ? 'is' : 'are'} ${counted(commands.length, 'player')}`;
  if (names.length > commands.length)
    throw new UsageError(`--name: got ${counted(names.length, 'name')}, but there ${are}`);
  if (folders.length > 1 && folders.length !== commands.length)
    throw new UsageError(
      `--cwd: got ${counted(folders.length, 'folder')}, but there ${are}: expected one for all players, or one for each`,
    );
  checkCommands(commands, `wordhost ${game}`);
  return commands.map((command, index) => ({
    command,
    name: names[index] ?? nameIn(command),
    own: folders.length > 1 ? { cwd: folders[index]! } : {},
    where: (setting) => `--${setting}`,
    copies,
  }));
}

function inFile(
  { operands, players }: Pick<Call, 'operands' | 'players'>,
  { series, hosting }: Settings,
): Named[] {
  const { path, players: list } = players!;
  const refuse = (what: string, instead: string): never => {
    throw new UsageError(`${path} has players, and ${what}: use one or the other. ${instead}`);
  };
  if (operands.length > 0)
    refuse(`so does the command line (${operands[0]})`, 'To choose players of the file, use --seat');
  if (series.names.length > 0) refuse('--name gives other names', 'Set `name` for each player in the file');
  if (hosting.folders.length > 1)
    refuse('--cwd gives one for each player', 'Set `cwd` for each player in the file');
  return list.map((player) => fromFile(player, series.copies));
}

function fromFile({ command, settings, options, where }: PlayerInFile, shared: number): Named {
  checkWhole(command, where('command'));
  const { name = nameIn(command), copies = shared, ...others } = settings;
  const own = ownSettings(omit(others, ['command']), where);
  return { command, name, own, ...(options && { options }), where, copies };
}

interface OwnSettings
  extends Omit<PlayerSettings, 'command' | 'name' | 'copies' | 'env' | 'files' | 'prepare'> {
  readonly env?: readonly string[] | undefined;
  readonly files?: readonly string[] | undefined;
  readonly prepare?: string | undefined;
}

/** The options of one player in a file, which override those of all players. */
export function ownSettings(
  { env, files, prepare, prepareNs: time, ...direct }: OwnSettings,
  where: Player['where'],
): Player['own'] {
  const variables = env && readVariables(where('env'), env);
  const bundle = bundleOf({ files, prepare, time, cwd: direct.cwd }, where);
  return { ...direct, ...(variables && { variables }), ...(bundle && { bundle }) };
}

const PERSON = /(?:^|\s)player human(?=\s|$)(.*)/s;

export const isPerson = (command: string): boolean => PERSON.test(command);

/** The name of a player without one: a person has the name in its command, a program its command. */
export function nameIn(command: string): string {
  const [, words] = PERSON.exec(command) ?? [];
  if (words === undefined) return command;
  const [, single, double, word] = /\s--name(?:=|\s+)(?:'([^']+)'|"([^"]+)"|([^\s'"]+))/.exec(words) ?? [];
  return single ?? double ?? word ?? 'you';
}

/** Chooses the players of `--seat`, in the order of the seats. */
function seated(players: readonly Player[], seats: readonly string[]): Player[] {
  if (seats.length === 0) return [...players];
  const chosen = seats.map((text) => {
    const player = players.find(({ number, name }) => text === name || text === String(number));
    if (player !== undefined) return player;
    throw new UsageError(
      `--seat: expected the number or the name of one of ${counted(players.length, 'player')}; got ${visibleJson(text)}`,
    );
  });
  const twice = chosen.find((player, index) => chosen.indexOf(player) !== index);
  if (twice !== undefined)
    throw new UsageError(
      `--seat: ${twice.name} cannot have two seats; use --copies to start it more than once`,
    );
  return chosen;
}

/** A player as its games know it. */
export function entryOf({ name, command, options }: Player): Entry {
  return { name, command, ...(options && { options }) };
}

/** The commands of players, before anything is started. `call`: what stands before them on the command line. */
export function checkCommands(commands: readonly string[], call: string): void {
  const empty = commands.findIndex((command) => command.trim() === '');
  if (empty !== -1) throw new UsageError(`player ${empty + 1} is an empty command`);
  const web = commands.findIndex(isAddress);
  if (web !== -1) throw new UsageError(`player ${web + 1} is ${seatAddress(commands[web]!)}`);
  const torn = commands.findIndex(isInterpreter);
  if (torn === -1) return;
  const word = commands[torn]!;
  const whole = joined(commands).map(quotedWord).join(' ');
  throw new UsageError(
    torn === commands.length - 1
      ? `player ${torn + 1} is ${word} alone, which would read the host's messages as its program: add the file of the bot, in quotes: ${call} "${word} FILE"`
      : `player ${torn + 1} is ${word} alone, and ${commands[torn + 1]} is a separate player: put the command in quotes: ${call} ${whole}`,
  );
}

/** A command in a file, where each player has its own. */
export function checkWhole(command: string, where: string): void {
  if (isAddress(command)) throw new UsageError(`${where}: ${seatAddress(command)}`);
  if (isInterpreter(command))
    throw new UsageError(
      `${where}: ${command} alone would read the host's messages as its program: add the file of the bot, as in \`command: ${command} FILE\``,
    );
}

const isAddress = (command: string): boolean => /^https?:\/\/\S+$/i.test(command.trim());

const seatAddress = (address: string): string =>
  `an address: to use a bot that is a web server, write "wordhost player merknera ${visible(address.trim())}"`;

/** Each interpreter with the word after it. */
function joined(commands: readonly string[]): string[] {
  const whole: string[] = [];
  for (let index = 0; index < commands.length; index++) {
    const word = commands[index]!;
    const next = commands[index + 1];
    const isTorn = isInterpreter(word) && next !== undefined && !isInterpreter(next);
    whole.push(isTorn ? `${word} ${next}` : word);
    if (isTorn) index++;
  }
  return whole;
}

function quotedWord(command: string): string {
  if (/^[\w./-]+$/.test(command)) return command;
  return /^[\w./ =,:-]+$/.test(command) ? `"${command}"` : `'${command.replaceAll("'", `'\\''`)}'`;
}

/** Players by their names as given, or their commands. No two have the same: results and conditions go by names. */
export function entriesOf(
  commands: readonly string[],
  names: readonly string[],
): { readonly name: string; readonly command: string }[] {
  const taken = new Set<string>();
  return commands.map((command, index) => {
    const wanted = names[index] ?? command;
    let name = wanted;
    for (let number = 2; taken.has(name); number++) name = `${wanted} #${number}`;
    taken.add(name);
    return { name, command };
  });
}

export type GameSettings = ReturnType<typeof gameSettings>;

/** Groups the platform's options by those that they concern. */
export function gameSettings(options: OptionValues<typeof commonOptions>) {
  const output = fieldsOf(outputOptions, options);
  return {
    series: fieldsOf(seriesOptions, options),
    // An empty text takes back what a file says.
    output: { ...output, recordBad: output.recordBad || undefined },
    limits: fieldsOf(limitOptions, options),
    hosting: fieldsOf(hostingOptions, options),
  };
}
