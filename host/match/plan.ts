import { drawId, keyOf } from '../core/seed.ts';
import type { Nanos, Seat } from '../core/units.ts';
import { version } from '../core/version.ts';
import { type AnyGame, edition, type Setup } from '../games/game.ts';
import type { OptionTable, OptionValues } from '../games/kit/option.ts';
import { optionText } from '../games/kit/option-text.ts';
import type { Header } from '../games/platform-events.ts';
import type { Lexicon } from '../lexicon/lexicon.ts';
import { processorsOfMachine } from './processors.ts';

/** A checked plan of one match: everything that is decided before a player is started. */
export interface MatchPlan {
  readonly id: string;
  readonly seed: string;
  /** What players' own seeds come from, where that is not the seed. */
  readonly playerSeed: string | undefined;
  readonly game: AnyGame;
  readonly setup: Setup;
  readonly limits: Limits;
  readonly players: readonly PlayerPlan[];
  /** What the record's first event says of all this. */
  readonly header: Header;
}

export interface PlayerPlan {
  readonly seat: Seat;
  readonly name: string;
  readonly command: string;
  /** Its place on the command line, from 1: with rotated seats the same player sits elsewhere in each game. */
  readonly entry: number;
  /** The only one that it runs on, if it was given one. */
  readonly processor?: number | undefined;
}

/** The host's own limits, the same for every kind of game. */
export interface Limits {
  readonly readyTimeout: Nanos;
  /** 0: none. */
  readonly gameTimeout: Nanos;
}

export interface MatchRequest {
  readonly game: AnyGame;
  readonly options: OptionValues<OptionTable>;
  readonly lexicon: Lexicon | undefined;
  readonly seed: string;
  /** What players' own seeds come from (default: the seed, which a player can find by trying if it is short). */
  readonly playerSeed?: string | undefined;
  readonly limits: Limits;
  readonly players: readonly PlayerPlan[];
  /** The ids of games that this one is played instead of. */
  readonly rejudged?: readonly string[] | undefined;
}

export function planMatch(request: MatchRequest): MatchPlan {
  const { game, options, lexicon, seed, playerSeed, limits, players } = request;
  const id = drawId();
  const names = players.map(({ name }) => name);
  const setup: Setup = { names, options, lexicon, key: keyOf(seed), keyOf };
  return { id, seed, playerSeed, game, setup, limits, players, header: header(id, request) };
}

function header(id: string, request: MatchRequest): Header {
  const { game, options, lexicon, seed, playerSeed, limits, players, rejudged = [] } = request;
  return {
    wordhost: 1,
    version,
    edition,
    id,
    game: game.name,
    seed,
    ...(playerSeed !== undefined && { playerSeed }),
    ...(rejudged.length > 0 && { rejudged }),
    startedAt: new Date().toISOString(),
    options: { ...optionTexts(game.options, options), ...limitTexts(limits) },
    dictionary: lexicon ? described(lexicon) : { name: 'none' },
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
  const text = (value: Nanos) =>
    optionText({ kind: 'duration', default: 0, min: 0, max: 0, help: '' }, value);
  return { 'ready-timeout': text(readyTimeout), 'game-timeout': text(gameTimeout) };
}
