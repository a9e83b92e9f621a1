import { openStream, shuffle } from '../core/chance.ts';
import { keyOf, seedOfGame } from '../core/seed.ts';
import { excusableIn } from '../events/result.ts';
import { optionsOfGroup } from '../games/kit/option.ts';
import { type Entry, type MatchPlan, type MatchSettings, type PlayerPlan, planMatch } from '../match/plan.ts';
import type { Experiment } from './experiment.ts';

export interface SeriesRequest extends Omit<MatchSettings, 'players' | 'rejudged' | 'id' | 'edition'> {
  readonly games: number;
  /** The numbers of those that have been played before, and are not played again. */
  readonly played?: ReadonlySet<number> | undefined;
  /** Everybody moves on by one seat after each game. */
  readonly rotate: boolean;
  /** The seed of the first group is that of the series itself, whatever comes after it; none: where there is no other group. */
  readonly firstHasSeed?: boolean | undefined;
  /** The next game begins while the players of the last one are ended, where nothing speaks against it. */
  readonly overlap?: boolean | undefined;
  /** How often a game is played again, at most, that was overloaded. */
  readonly rejudges: number;
  /** A player that may only have waited for a processor is started once more before it counts as out. */
  readonly secondStarts?: boolean | undefined;
  /** As many as there are players: each has one to itself, drawn again for each game. */
  readonly processors?: readonly number[] | undefined;
  readonly entries: readonly Entry[];
}

/** So many games between the same players; a comparison is one whose groups are pairs. */
export function seriesExperiment(request: SeriesRequest): Experiment {
  const { games, played, rejudges, secondStarts, overlap = false, processors } = request;
  return {
    next: numbersTo(games, played),
    left: (over) => games - (played?.size ?? 0) - over,
    plan: (number, rejudged) => planGame(request, number, rejudged),
    playsAgain(result, times, isStopped) {
      const most = rejudges || Number(secondStarts && excusableIn(result).length > 0);
      return result.overloaded === true && times < most && !isStopped;
    },
    // Whether a game is played again is known at its end, and a processor has one player.
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

/** One game of a series, by its number from 1; played instead of games with these ids. */
export function planGame(request: SeriesRequest, game: number, rejudged: readonly string[] = []): MatchPlan {
  const {
    games,
    played: _,
    rotate,
    firstHasSeed,
    overlap: __,
    rejudges: ___,
    secondStarts: ____,
    processors,
    entries,
    ...match
  } = request;
  // The games of a group have one seed.
  const size = request.mirrored ? entries.length : 1;
  const hasSeed = game <= size && (firstHasSeed ?? games <= size);
  const ofGame = (text: string) => (hasSeed ? text : seedOfGame(text, Math.ceil(game / size)));
  const playerSeed = request.playerSeed === undefined ? undefined : ofGame(request.playerSeed);
  const seeds = { seed: ofGame(request.seed), playerSeed };
  const players = onProcessors(seated(entries, rotate ? game - 1 : 0), processors, seeds.seed);
  return planMatch({ ...match, options: optionsOfGame(request, game), ...seeds, players, rejudged });
}

/** Those of one game, by its number from 1. Until each has had each seat, the games have the same line of a list. */
export function optionsOfGame(
  { game: { options: table }, options, rotate, entries }: SeriesRequest,
  game: number,
): SeriesRequest['options'] {
  return optionsOfGroup(table, options, Math.ceil(game / (rotate ? entries.length : 1)));
}

function seated(entries: SeriesRequest['entries'], turns: number): PlayerPlan[] {
  return entries.map((_, index) => {
    const entry = (index + turns) % entries.length;
    return { seat: index + 1, entry: entry + 1, ...entries[entry]! };
  });
}

/** One may be better than another: who has which is drawn for each game. */
function onProcessors(
  players: readonly PlayerPlan[],
  processors: readonly number[] | undefined,
  seed: string,
): readonly PlayerPlan[] {
  if (!processors) return players;
  const [drawn] = shuffle(openStream(keyOf(seed), 'processor'), processors);
  return players.map((player, index) => ({ ...player, processor: drawn[index] }));
}
