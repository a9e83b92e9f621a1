import { excusableIn, type Result } from '../events/result.ts';
import { optionsOfGroup } from '../games/kit/option.ts';
import type { MatchPlan } from '../match/plan.ts';
import { gamesOfMeeting } from '../tournament/formats/format.ts';
import type { TournamentFold } from '../tournament/report.ts';
import type { Schedule, ScheduledGame } from '../tournament/schedule.ts';
import type { StoredTournament } from '../tournament/stored-tournament.ts';
import { counts, type Experiment } from './experiment.ts';
import type { Fold } from './run.ts';
import { type GamesRequest, planSeats } from './series.ts';
import type { ReadableStore } from './store/contract.ts';
import { allGamesIn } from './store/stored-runs.ts';

export interface TournamentRequest extends GamesRequest {
  readonly mirrored: boolean;
  /** Players of one game. */
  readonly seats: number;
  readonly overlap: boolean;
}

/**
 * Plans the missing games of a tournament. The schedule takes the result of a game before the next game is
 * requested, because that depends on it. A void game is not played again in this run.
 */
export function tournamentExperiment(schedule: Schedule, request: TournamentRequest): Experiment {
  return {
    ...gamesOf(schedule),
    left() {
      const isOver = schedule.isOver || schedule.stoppedBy !== undefined;
      return isOver ? 0 : Math.max(1, schedule.planned - schedule.counted);
    },
    plan: (number, rejudged) => planOf(request, schedule.game(number)!, rejudged),
    playsAgain(result, times) {
      const most = request.rejudges || Number(wouldDrop(schedule, result));
      return result.overloaded === true && times < most;
    },
    overlap: request.overlap && !request.rejudges,
  };
}

/** The game would put a player out that may only have waited for a processor: that player gets a second start. */
function wouldDrop({ offender }: Schedule, result: Result): boolean {
  return offender === 'drop' && excusableIn(result).length > 0;
}

function gamesOf(schedule: Schedule): Pick<Experiment, 'next' | 'unneeded'> {
  const begun = new Set<number>();
  const ended = new Set<number>();
  let last = 0;
  let { dropped } = schedule;
  return {
    next() {
      // Only where a player is dropped can a game before the last one become due again. A farm begins thousands at once.
      const from = schedule.dropped.size === 0 ? last + 1 : 1;
      for (const { number } of schedule.due(from)) {
        if (begun.has(number) && !ended.delete(number)) continue;
        begun.add(number);
        last = Math.max(last, number);
        return number;
      }
      return undefined;
    },
    unneeded(numbers) {
      // The schedule replaces the map whenever it drops a player, so an equal map means no change.
      if (schedule.dropped === dropped) return [];
      ({ dropped } = schedule);
      const found = [...numbers].filter((number) => schedule.isCancelled(number) && !ended.has(number));
      for (const number of found) ended.add(number);
      return found;
    },
  };
}

/** Plans a game of a tournament. */
export function planOf(
  request: TournamentRequest,
  { number, players }: Pick<ScheduledGame, 'number' | 'players'>,
  rejudged: readonly string[] = [],
): MatchPlan {
  const group = Math.ceil(number / gamesOfMeeting(request));
  const options = optionsOfGroup(request.game.options, request.options, group);
  return planSeats(request, rejudged, { players, group, options });
}

/** The request with the seeds that were stored before the first game, and the players in the order of the store. */
export function withStored(
  request: Omit<TournamentRequest, 'seed' | 'playerSeed'>,
  { seed, playerSeed, players }: StoredTournament,
): TournamentRequest {
  // Players that were added in the middle of the file come last.
  const entries = players.map((player) => request.entries.find(({ name }) => name === player.name)!);
  return { ...request, seed, playerSeed, entries };
}

/** Counts the games of a tournament as they are saved. */
export function tournamentRunFold(fold: TournamentFold, store: ReadableStore): Fold {
  return {
    async take(played) {
      if (!counts(played)) return;
      fold.take(played.game, played.report.result);
      if (!fold.isOutdated) return;
      const games = await allGamesIn(store);
      fold.recount(games.map(({ game, result }) => ({ number: game, result })));
    },
  };
}
