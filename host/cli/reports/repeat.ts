import type { Result } from '../../events/result.ts';
import { shellWord } from '../../files/shell.ts';
import type { AnyGame } from '../../games/game.ts';
import {
  limitOptions,
  listsOf,
  type OptionSpec,
  type OptionTable,
  optionText,
} from '../../games/kit/option.ts';
import { optionsOfGame, type SeriesRequest } from '../../runs/series.ts';
import { dictionaryOptions, hostingOptions } from '../../settings/options.ts';
import { seriesOptions } from '../../settings/series-options.ts';
import type { Call } from '../command.ts';
import type { Player } from '../series/players.ts';
import type { GameCommands } from './game-notes.ts';

/** A run of which a game is repeated. */
export interface RepeatableRun {
  readonly call: Pick<Call, 'textsOf' | 'textsBesideFile' | 'placeHere' | 'players'>;
  /** The list is in the order of entries. */
  readonly players: readonly Pick<Player, 'number' | 'own'>[];
  /** A run of `compare`, which a file can have options of. */
  readonly isComparison?: boolean;
}

const { pin, 'one-processor': oneProcessor, copies } = seriesOptions;

/** The options that bear on one game. Those of the series are told by its seeds, seats and names. */
const bearingOn = (game: AnyGame): OptionTable => ({
  ...(game.options as OptionTable),
  ...dictionaryOptions,
  pin,
  'one-processor': oneProcessor,
  ...limitOptions,
  ...hostingOptions,
});

/** The commands that show the games of a run again. */
export function repeatCommands(request: SeriesRequest, repeated: RepeatableRun): Required<GameCommands> {
  return {
    replay: replayCommand,
    again({ game, result, records: [record] }) {
      if (record !== undefined) return { words: 'to replay the game', command: replayCommand(record) };
      const command = repeatCommand(request.game, asOneGame(request, repeated, game), result);
      return { words: 'to record and replay the game', command };
    },
  };
}

/**
 * Adds each option of the game that a game alone would not have. A list has another line for each game, so
 * the line of the game is written instead. Some defaults are those of many games.
 */
function asOneGame(request: SeriesRequest, repeated: RepeatableRun, game: number): RepeatableRun {
  const { options: table } = request.game as { readonly options: OptionTable };
  const lists = listsOf(table);
  const { call } = repeated;
  const options = optionsOfGame(request, game);
  const textOf = (name: string) => [optionText(table[name]!, options[name]) ?? []].flat();
  const own = new Map(
    Object.entries(table)
      .filter(([, { kind }]) => kind !== 'file')
      .filter(([name, spec]) => call.textsOf(name) === undefined && request.options[name] !== spec.default)
      .map(([name]) => [name, textOf(name)]),
  );
  for (const [name, ofGame] of lists)
    if (request.options[name] !== undefined) own.set(name, []).set(ofGame, textOf(ofGame));
  return {
    ...repeated,
    call: {
      players: call.players,
      textsOf: (name) => own.get(name) ?? call.textsOf(name),
      textsBesideFile: (name) => own.get(name) ?? call.textsBesideFile(name),
      placeHere: (name) => call.placeHere(name),
    },
  };
}

export function replayCommand(record: string): string {
  return `wordhost replay ${shellWord(record)}`;
}

/** A line for the shell that plays the same deal with the same players in the same seats, and keeps it. */
export function repeatCommand(game: AnyGame, repeated: RepeatableRun, result: Result): string {
  const { call, isComparison } = repeated;
  if (isComparison && call.players !== undefined)
    return repeatingPair(game, repeated, call.players.path, result);
  const { mirrored } = result;
  const isOnLine = call.players === undefined;
  const words = [
    ...(isOnLine
      ? wordsOfLine(bearingOn(game), repeated, result)
      : wordsWithFile(bearingOn(game), call, call.players.path)),
    ...(mirrored ? ['--mirrored'] : []),
    ...seedsOf(result),
    ...(isOnLine ? namesOf(result) : seatsOf(repeated, result)),
    '--record games',
    ...(isOnLine ? playersOf(result) : []),
  ];
  return `wordhost ${game.name} ${words.join(' ')}`;
}

/** A file can have options of a comparison that a game does not have, so the command plays both games of the pair. */
function repeatingPair(
  game: AnyGame,
  { call, players }: RepeatableRun,
  path: string,
  result: Result,
): string {
  const { textsOf, textsBesideFile } = call;
  const options = Object.entries({ ...bearingOn(game), copies });
  const words = [
    option('config', path),
    ...options.flatMap(([name, spec]) => optionWords(name, spec, textsBesideFile(name))),
    `--${textsOf('games') === undefined ? 'max-games' : 'games'} 2`,
    ...ownFiles((name) => textsOf(name) !== undefined),
    ...seedsOf(result),
    ...players.map(({ number }) => option('seat', String(number))),
    '--record games',
  ];
  return `wordhost compare ${game.name} ${words.join(' ')}`;
}

function seedsOf({ seed, playerSeed }: Result): string[] {
  return [option('seed', seed), ...(playerSeed === undefined ? [] : [option('player-seed', playerSeed)])];
}

function wordsOfLine(bearing: OptionTable, { call, players }: RepeatableRun, result: Result): string[] {
  const { textsOf, placeHere } = call;
  const isOfAll = (name: string) => textsOf(name) !== undefined && placeHere(name) === undefined;
  const folders = result.players.flatMap(({ entry }) => players[entry - 1]!.own.cwd ?? []);
  const texts = (name: string) => (name === 'cwd' && folders.length > 0 ? folders : textsOf(name));
  return [
    ...Object.entries(bearing).flatMap(([name, spec]) => optionWords(name, spec, texts(name))),
    // A variable may ask for more games, and for more players or others.
    ...['games', 'copies'].filter(isOfAll).map((name) => `--${name} 1`),
    ...ownFiles(isOfAll),
    ...(isOfAll('seat') ? result.players.map((_, index) => `--seat ${index + 1}`) : []),
  ];
}

function namesOf({ players }: Result): string[] {
  const isNamed = players.some(({ name, command }) => name !== command);
  return isNamed ? players.map(({ name }) => option('name', name)) : [];
}

function playersOf({ players }: Result): string[] {
  const commands = players.map(({ command }) => command);
  return [...(commands.some(isTakenForOption) ? ['--'] : []), ...commands.map(shellWord)];
}

/** The content of the file is not written out, because it may be private. */
function wordsWithFile(
  bearing: OptionTable,
  { textsOf, textsBesideFile }: RepeatableRun['call'],
  path: string,
): string[] {
  const options = Object.entries({ ...bearing, copies });
  return [
    option('config', path),
    ...options.flatMap(([name, spec]) => optionWords(name, spec, textsBesideFile(name))),
    ...(textsOf('games') === undefined ? [] : ['--games 1']),
    ...ownFiles((name) => textsOf(name) !== undefined),
  ];
}

/** The files of the series are not written over, and its record is kept however the game ends. */
function ownFiles(isSaid: (name: string) => boolean): string[] {
  const files = {
    standings: 'standings.json',
    results: 'results.jsonl',
    junit: 'junit.xml',
    tap: 'report.tap',
    markdown: 'report.md',
  };
  return [
    ...Object.entries(files)
      .filter(([name]) => isSaid(name))
      .map(([name, file]) => `--${name} games/${file}`),
    ...(isSaid('record-bad') ? [option('record-bad', '')] : []),
  ];
}

function seatsOf({ players }: RepeatableRun, result: Result): string[] {
  return result.players.map(({ entry }) => option('seat', String(players[entry - 1]!.number)));
}

/** Writes the value of an option as words for the shell. */
export function optionWords(name: string, spec: OptionSpec, texts: readonly string[] = []): string[] {
  if (spec.kind === 'list') return texts.map((text) => option(name, text));
  const text = texts.at(-1);
  if (text === undefined) return [];
  if (spec.kind !== 'flag') return [option(name, text)];
  return [/^(false|0)$/.test(text) ? `--no-${name}` : `--${name}`];
}

/** Uses `=` if the text alone could be another option. */
function option(name: string, text: string): string {
  return /^-|^$/.test(text) ? `--${name}=${shellWord(text)}` : `--${name} ${shellWord(text)}`;
}

const isTakenForOption = (command: string) => /^-|^(?:true|false)$/.test(command);
