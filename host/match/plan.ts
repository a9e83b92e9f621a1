import { cpus } from 'node:os';
import type { Reading } from '../core/reading.ts';
import { drawId, keyOf } from '../core/seed.ts';
import { Misfit, object, readShape, type ValueOf, whole } from '../core/shape.ts';
import { visibleJson } from '../core/text.ts';
import type { Nanos, Seat } from '../core/units.ts';
import { version } from '../core/version.ts';
import type { GameRecord } from '../events/read-record.ts';
import { facts, type Header } from '../games/events.ts';
import {
  type AnyGame,
  edition,
  firstEdition,
  type Games,
  gameNamed,
  edition as newestEdition,
  type Setup,
} from '../games/game.ts';
import type { OptionTable, OptionValues } from '../games/kit/option.ts';
import { limitOptions, listsOf, optionText, perPlayer, readOption } from '../games/kit/option.ts';
import type { Lexicon } from '../lexicon/lexicon.ts';
import { permuted } from '../lexicon/permuted.ts';

/** Everything that is decided before a player is started. */
export interface MatchPlan {
  /** The match as a request with every option, from which it can be planned again. */
  readonly request: MatchRequest;
  readonly game: AnyGame;
  readonly setup: Setup;
  readonly limits: Limits;
  readonly players: readonly PlayerPlan[];
  /** The first event of the record. */
  readonly header: Header;
}

export interface Entry {
  readonly name: string;
  readonly command: string;
  /** Options of the game for this player alone. */
  readonly options?: OptionValues<OptionTable> | undefined;
}

export interface PlayerPlan extends Entry {
  readonly seat: Seat;
  /**
   * The place on the command line, from 1. With rotated seats the same player sits elsewhere in each game.
   */
  readonly entry: number;
  /** The only processor on which the player runs. */
  readonly processor?: number | undefined;
}

export interface Limits {
  readonly readyTimeout: Nanos;
  /** 0 means no limit. */
  readonly gameTimeout: Nanos;
}

export interface MatchSettings {
  readonly game: AnyGame;
  readonly options: OptionValues<OptionTable>;
  readonly lexicon: Lexicon | undefined;
  readonly seed: string;
  /** The source of players' own seeds. A player could find a short seed of the game by trying. */
  readonly playerSeed?: string | undefined;
  /** The hash of the seed of the run, from which the seed of this game follows. */
  readonly seedHash?: string | undefined;
  /** Each seat draws tiles in an order of its own. */
  readonly mirrored?: boolean | undefined;
  readonly limits: Limits;
  readonly players: readonly PlayerPlan[];
  /** The ids of games that this game replaces. */
  readonly rejudged?: readonly string[] | undefined;
  readonly id?: string | undefined;
  readonly edition?: number | undefined;
}

export function planMatch(settings: MatchSettings): MatchPlan {
  const { game, options, lexicon, seed, limits, players } = settings;
  const problem = seatsProblem(game, players);
  if (problem !== undefined) throw new RangeError(`planMatch: ${problem}`);
  const request = requestOf(settings);
  const names = players.map(({ name }) => name);
  const { edition, mirrored = false } = request;
  const own = players.some((player) => player.options !== undefined)
    ? players.map((player) => player.options && { ...options, ...player.options })
    : undefined;
  const chosen: Setup = { names, options, own, lexicon, key: keyOf(seed), mirrored, keyOf, edition };
  const letters = game.letters?.(chosen);
  const setup = letters && lexicon ? { ...chosen, lexicon: permuted(lexicon, letters) } : chosen;
  return { request, game, setup, limits, players, header: headerOf(request) };
}

function requestOf(settings: MatchSettings): MatchRequest {
  const { game, options, lexicon, seed, seedHash, playerSeed, limits, players, rejudged = [] } = settings;
  return {
    id: settings.id ?? drawId(),
    edition: settings.edition ?? edition,
    game: game.name,
    seed,
    ...(seedHash !== undefined && { 'seed-hash': seedHash }),
    ...(playerSeed !== undefined && { playerSeed }),
    ...(settings.mirrored && { mirrored: true }),
    ...(rejudged.length > 0 && { rejudged }),
    options: { ...optionTexts(game.options, options), ...limitTexts(limits) },
    dictionary: lexicon ? describeList(lexicon) : { name: 'none' },
    players: players.map((player) => inTexts(player, game.options)),
  };
}

function inTexts({ options, ...player }: PlayerPlan, table: OptionTable): MatchRequest['players'][number] {
  if (options === undefined) return player;
  const texts = Object.entries(options).map(([name, value]) => [name, optionText(table[name]!, value)]);
  return { ...player, options: Object.fromEntries(texts) };
}

function headerOf(request: MatchRequest): Header {
  const { id, edition, game, seed, playerSeed, mirrored, rejudged, options, dictionary, players } = request;
  const { 'seed-hash': seedHash } = request;
  return {
    wordhost: 1,
    version,
    edition,
    id,
    game,
    seed,
    ...(seedHash !== undefined && { 'seed-hash': seedHash }),
    ...(playerSeed !== undefined && { playerSeed }),
    ...(mirrored && { mirrored }),
    ...(rejudged !== undefined && { rejudged }),
    startedAt: new Date().toISOString(),
    options,
    dictionary,
    players,
    host: { node: process.version, platform: process.platform, cpus: processorsOfMachine() },
  };
}

function describeList({ name, sha256, words }: Lexicon) {
  return { name, sha256, words };
}

function optionTexts(table: OptionTable, values: OptionValues<OptionTable>): Record<string, string | null> {
  const lists = new Set(listsOf(table).map(([name]) => name));
  return Object.fromEntries(
    Object.entries(table).flatMap(([name, spec]) =>
      lists.has(name) ? [] : [[name, optionText(spec, values[name])]],
    ),
  );
}

function limitTexts({ readyTimeout, gameTimeout }: Limits): Record<string, string | null> {
  return {
    'ready-timeout': optionText(limitOptions['ready-timeout'], readyTimeout),
    'game-timeout': optionText(limitOptions['game-timeout'], gameTimeout),
  };
}

const { id, game, seed, playerSeed, mirrored, rejudged, options, dictionary, players } = facts.game;

const shape = object({
  id,
  edition: whole(1),
  game,
  seed,
  'seed-hash': facts.game['seed-hash'],
  playerSeed,
  mirrored,
  rejudged,
  options,
  dictionary,
  players,
});

/**
 * A match as names, hashes and texts in JSON. Any machine with the game and the word list can plan it. The
 * head of a record is a request with the version, the time and the host.
 */
export type MatchRequest = ValueOf<typeof shape>;

type RequestReading = Reading<{ request: MatchRequest }>;

/** Reads a request from outside and ignores unknown fields. */
export function readMatchRequest(value: unknown): RequestReading {
  const named = (value as { players?: unknown } | null | undefined)?.players;
  const read = readShape(shape, value, Array.isArray(named) ? named.length : 0);
  if (!(read instanceof Misfit)) return { ok: true, request: read };
  return { ok: false, problem: read.inWords('a match') };
}

export type PlanReading = Reading<{ plan: MatchPlan }>;

interface NamedList {
  readonly name: string;
  readonly sha256: string;
}

/** Finds the word list with this hash. */
export type WordLists = (list: NamedList) => Lexicon | undefined;

export function planFromRequest(
  request: MatchRequest,
  words: WordLists,
  games: Games,
  readOptions = readOptionTexts,
): PlanReading {
  const { id, edition, players, seed, playerSeed, mirrored, rejudged, dictionary } = request;
  const game = gameNamed(games, request.game);
  if (!game) return problem(`this version of wordhost does not know the game ${visibleJson(request.game)}`);
  if (edition > newestEdition) return problem(tooNew(edition));
  const wrongSeats = seatsProblem(game, players);
  if (wrongSeats !== undefined) return problem(wrongSeats);
  const lexicon = 'sha256' in dictionary ? words(dictionary) : undefined;
  if ('sha256' in dictionary) {
    if (!lexicon) return problem(missing(dictionary));
    if (lexicon.sha256 !== dictionary.sha256) return problem(otherList(dictionary, lexicon));
  }
  if (!lexicon && !game.wordless) return problem(`${game.name} cannot be played without a word list`);
  const read = readOptions({ ...game.options, ...limitOptions }, request.options);
  if (!read.ok) return read;
  const { 'ready-timeout': readyTimeout, 'game-timeout': gameTimeout, ...options } = read.values;
  const unplayable = game.unplayable(options, players.length);
  if (unplayable !== undefined) return problem(`the game cannot be played with its options: ${unplayable}`);
  const seated = playersFrom(request, game, options);
  if (!seated.ok) return seated;
  const limits = { readyTimeout: readyTimeout as number, gameTimeout: gameTimeout as number };
  const named = {
    game,
    options,
    lexicon,
    seed,
    seedHash: request['seed-hash'],
    playerSeed,
    mirrored,
    limits,
    players: seated.players,
    rejudged,
    id,
    edition,
  };
  return { ok: true, plan: planMatch(named) };
}

type Opened = Pick<GameRecord, 'game' | 'header'>;

/** Plans a recorded match again. A head without an edition has the first. */
export function planFromRecord({ game, header }: Opened, lexicon: Lexicon | undefined): PlanReading {
  return planFromRequest({ ...header, edition: header.edition ?? firstEdition }, () => lexicon, {
    [header.game]: game,
  });
}

function tooNew(edition: number): string {
  const known = `this host supports editions ${firstEdition} to ${newestEdition}`;
  return `its edition is ${edition}, but ${known}. Verify it with a newer wordhost`;
}

function missing({ name, sha256 }: NamedList): string {
  return `its word list ${visibleJson(name)} (SHA-256 ${sha256}) was not found`;
}

function otherList({ name, sha256 }: NamedList, given: Lexicon): string {
  return `its word list ${visibleJson(name)} has the SHA-256 ${sha256}, but ${visibleJson(given.name)} has ${given.sha256}`;
}

export type OptionsReading = Reading<{ values: OptionValues<OptionTable> }>;

export function readOptionTexts(table: OptionTable, texts: MatchRequest['options']): OptionsReading {
  const unknown = Object.keys(texts).find((name) => !Object.hasOwn(table, name));
  if (unknown !== undefined) return problem(`its option ${visibleJson(unknown)} is unknown`);
  const values: Record<string, unknown> = {};
  for (const [name, spec] of Object.entries(table)) {
    const text = texts[name];
    if (text === undefined || text === null || text === optionText(spec, spec.default)) {
      values[name] = spec.default;
      continue;
    }
    const reading = readOption(spec, text);
    if (!reading.ok) return problem(`its option ${name}: ${reading.problem}`);
    values[name] = reading.value;
  }
  return { ok: true, values };
}

function problem(sentence: string): { readonly ok: false; readonly problem: string } {
  return { ok: false, problem: sentence };
}

type PlayersReading = Reading<{ players: readonly PlayerPlan[] }>;

/** `options` are those of all players. Each player may have options of its own. */
function playersFrom(
  { players }: Pick<MatchRequest, 'players'>,
  game: AnyGame,
  options: OptionValues<OptionTable>,
): PlayersReading {
  const table = perPlayer(game.options, game.pace(options));
  const planned: PlayerPlan[] = [];
  for (const { options: texts, ...player } of players) {
    const values: Record<string, unknown> = {};
    for (const [name, text] of Object.entries(texts ?? {})) {
      const refused = (problem: string) =>
        ({
          ok: false,
          problem: `the option ${visibleJson(name)} of player ${player.seat}: ${problem}`,
        }) as const;
      const spec = Object.hasOwn(table, name) ? table[name] : undefined;
      if (spec === undefined) return refused('players cannot have their own in this game');
      const reading = readOption(spec, text);
      if (!reading.ok) return refused(reading.problem);
      values[name] = reading.value;
    }
    planned.push({ ...player, ...(texts && { options: values }) });
  }
  return { ok: true, players: planned };
}

/** Returns the reason why these players cannot play this game. */
function seatsProblem(
  { name, seats }: Pick<AnyGame, 'name' | 'seats'>,
  players: readonly { readonly seat: Seat }[],
): string | undefined {
  const { min, max } = seats;
  if (players.length < min || players.length > max)
    return `${name} is for ${min} to ${max} players; got ${players.length}`;
  const odd = players.findIndex(({ seat }, index) => seat !== index + 1);
  return odd === -1 ? undefined : `players[${odd}].seat: expected ${odd + 1}; got ${players[odd]!.seat}`;
}

let count: number | undefined;

/** The result is cached because the system call takes 50 µs. */
export function processorsOfMachine(): number {
  count ??= cpus().length;
  return count;
}
