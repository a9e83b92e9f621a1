import { drawId, keyOf } from '../../core/seed.ts';
import type { Nanos, Seat } from '../../core/units.ts';
import { version } from '../../core/version.ts';
import { type AnyGame, edition, type Setup } from '../../games/game.ts';
import { limitOptions } from '../../games/kit/limit-options.ts';
import type { OptionTable, OptionValues } from '../../games/kit/option.ts';
import { optionText } from '../../games/kit/option-text.ts';
import type { Header } from '../../games/platform-events.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import { processorsOfMachine } from './processors.ts';
import type { MatchRequest } from './request.ts';
import { seatsProblem } from './seats-problem.ts';

/** A checked plan of one match: everything that is decided before a player is started. */
export interface MatchPlan {
  /** The same match as a request, from which it can be planned again: every option is written out. */
  readonly request: MatchRequest;
  readonly game: AnyGame;
  readonly setup: Setup;
  readonly limits: Limits;
  readonly players: readonly PlayerPlan[];
  /** What the record's first event says of all this. */
  readonly header: Header;
}

/** A player, wherever it sits. */
export interface Entry {
  readonly name: string;
  readonly command: string;
  /** Options of the game that it has of its own: values, by name. */
  readonly options?: OptionValues<OptionTable> | undefined;
}

export interface PlayerPlan extends Entry {
  readonly seat: Seat;
  /** Its place on the command line, from 1: with rotated seats the same player sits elsewhere in each game. */
  readonly entry: number;
  /** The only one that it runs on; none: any. */
  readonly processor?: number | undefined;
}

/** The host's own limits, the same for every kind of game. */
export interface Limits {
  readonly readyTimeout: Nanos;
  /** 0: none. */
  readonly gameTimeout: Nanos;
}

/** A match as values that are checked already. */
export interface MatchSettings {
  readonly game: AnyGame;
  readonly options: OptionValues<OptionTable>;
  readonly lexicon: Lexicon | undefined;
  readonly seed: string;
  /** What players' own seeds come from (default: the seed, which a player can find by trying if it is short). */
  readonly playerSeed?: string | undefined;
  /** Each seat takes tiles in an order of its own. */
  readonly mirrored?: boolean | undefined;
  readonly limits: Limits;
  readonly players: readonly PlayerPlan[];
  /** The ids of games that this one is played instead of. */
  readonly rejudged?: readonly string[] | undefined;
  /** Default: drawn. */
  readonly id?: string | undefined;
  /** Default: the newest. */
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
  const setup: Setup = { names, options, own, lexicon, key: keyOf(seed), mirrored, keyOf, edition };
  return { request, game, setup, limits, players, header: headerOf(request) };
}

function requestOf(settings: MatchSettings): MatchRequest {
  const { game, options, lexicon, seed, playerSeed, limits, players, rejudged = [] } = settings;
  return {
    id: settings.id ?? drawId(),
    edition: settings.edition ?? edition,
    game: game.name,
    seed,
    ...(playerSeed !== undefined && { playerSeed }),
    ...(settings.mirrored && { mirrored: true }),
    ...(rejudged.length > 0 && { rejudged }),
    options: { ...optionTexts(game.options, options), ...limitTexts(limits) },
    dictionary: lexicon ? described(lexicon) : { name: 'none' },
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
  return {
    wordhost: 1,
    version,
    edition,
    id,
    game,
    seed,
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

function described({ name, sha256, words }: Lexicon) {
  return { name, sha256, words };
}

function optionTexts(table: OptionTable, values: OptionValues<OptionTable>): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(table).map(([name, spec]) => [name, optionText(spec, values[name])]),
  );
}

function limitTexts({ readyTimeout, gameTimeout }: Limits): Record<string, string | null> {
  return {
    'ready-timeout': optionText(limitOptions['ready-timeout'], readyTimeout),
    'game-timeout': optionText(limitOptions['game-timeout'], gameTimeout),
  };
}
