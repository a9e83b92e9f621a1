import { openStream, shuffle } from '../core/chance.ts';
import { keyOf, seedHash, seedOfGame } from '../core/seed.ts';
import { excusableIn } from '../events/result.ts';
import { optionsOfGroup } from '../games/kit/option.ts';
import { type Entry, type MatchPlan, type MatchSettings, planMatch } from '../match/plan.ts';
import type { Experiment } from './experiment.ts';

/** The facts that the games of a run share. */
export interface GamesRequest extends Omit<MatchSettings, 'players' | 'rejudged' | 'id' | 'edition'> {
  readonly entries: readonly Entry[];
  /** The next game begins while the players of the last one are ended, where nothing prevents it. */
  readonly overlap?: boolean | undefined;
  /** The number of times that a game may be played again because the machine was overloaded. */
  readonly rejudges?: number | undefined;
}

export interface SeriesRequest extends GamesRequest {
  readonly games: number;
  /** The numbers of games that are not played again. */
  readonly played?: ReadonlySet<number> | undefined;
  /** Every player moves on by one seat after each game. */
  readonly rotate: boolean;
  /** The first group has the seed of the series itself. Unless it is set, that is so if there is no other group. */
  readonly firstHasSeed?: boolean | undefined;
  /** A player that may only have waited for a processor is started once more before it counts as out. */
  readonly secondStarts?: boolean | undefined;
  /** One for each player, which has it to itself. They are drawn again for each game. */
  readonly processors?: readonly number[] | undefined;
}

/** Games between the same players. A comparison is a series whose groups are pairs. */
export function seriesExperiment(request: SeriesRequest): Experiment {
  const { games, played, rejudges = 0, secondStarts, overlap = false, processors } = request;
  return {
    next: numbersTo(games, played),
    left: (over) => games - (played?.size ?? 0) - over,
    plan: (number, rejudged) => planGame(request, number, rejudged),
    playsAgain(result, times, isStopped) {
      const most = rejudges || Number(secondStarts && excusableIn(result).length > 0);
      return result.overloaded === true && times < most && !isStopped;
    },
    // The end of a game decides whether it is played again, and a processor has one player.
    overlap: overlap && rejudges === 0 && !processors,
  };
}

function numbersTo(last: number, played: SeriesRequest['played']): () => number | undefined {
  let number = 0;
  return () => {
    do number++;
    while (played?.has(number));
    return number <= last ? number : undefined;
  };
}

/** Mirrored games share a seed, in groups of this size. The numbers of a group follow each other. */
export function gamesOfSeed({ mirrored, entries }: Pick<SeriesRequest, 'mirrored' | 'entries'>): number {
  return mirrored ? entries.length : 1;
}

/** Plans a game of a series, by its number from 1. It is played instead of the games with these ids. */
export function planGame(request: SeriesRequest, game: number, rejudged: readonly string[] = []): MatchPlan {
  const { games, rotate, firstHasSeed, processors, entries } = request;
  const size = gamesOfSeed(request);
  const hasSeed = game <= size && (firstHasSeed ?? games <= size);
  const turns = rotate ? game - 1 : 0;
  return planSeats(request, rejudged, {
    players: entries.map((_, seat) => (seat + turns) % entries.length),
    group: hasSeed ? undefined : Math.ceil(game / size),
    options: optionsOfGame(request, game),
    processors,
  });
}

/** The options of a game, by its number from 1. Until each player has had each seat, the games have the same line of a list. */
export function optionsOfGame(
  { game: { options: table }, options, rotate, entries }: SeriesRequest,
  game: number,
): SeriesRequest['options'] {
  return optionsOfGroup(table, options, Math.ceil(game / (rotate ? entries.length : 1)));
}

interface SeatedGame {
  /** The index of an entry for each seat. */
  readonly players: readonly number[];
  /** The games of a group have one seed. Without a group it is the seed of the run itself. */
  readonly group: number | undefined;
  readonly options: GamesRequest['options'];
  readonly processors?: readonly number[] | undefined;
}

/** Plans the game of these seats. The same arguments give the same game, except its id. */
export function planSeats(
  request: GamesRequest,
  rejudged: readonly string[],
  { players, group, options, processors }: SeatedGame,
): MatchPlan {
  const { entries, playerSeed } = request;
  const ofGame = (text: string) => (group === undefined ? text : seedOfGame(text, group));
  const seed = ofGame(request.seed);
  const hash = group === undefined ? undefined : seedHash(request.seed);
  // A processor may be faster than another.
  const [drawn] = processors ? shuffle(openStream(keyOf(seed), 'processor'), processors) : [];
  return planMatch({
    ...request,
    rejudged,
    options,
    seed,
    seedHash: hash,
    playerSeed: playerSeed === undefined ? undefined : ofGame(playerSeed),
    players: players.map((entry, index) => ({
      seat: index + 1,
      entry: entry + 1,
      ...entries[entry]!,
      ...(drawn && { processor: drawn[index] }),
    })),
  });
}
