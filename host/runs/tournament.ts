import { seedOfGame } from '../core/seed.ts';
import { type Entry, type MatchPlan, type MatchSettings, planMatch } from '../match/plan.ts';
import type { Schedule, ScheduledGame } from '../tournament/schedule.ts';
import type { Experiment } from './run.ts';

export interface TournamentRequest extends Omit<MatchSettings, 'players' | 'rejudged' | 'id' | 'edition'> {
  readonly mirrored: boolean;
  /** At one table. */
  readonly seats: number;
  /** All that play in it. */
  readonly entries: readonly Entry[];
  /** The next game begins while the players of the last one are ended. */
  readonly overlap: boolean;
}

/**
 * The games of a tournament that are not played yet. The schedule has to take the result of a game before the next one is asked
 * for: what is due depends on it. A game that is void is not played again in this run.
 */
export function tournamentExperiment(schedule: Schedule, request: TournamentRequest): Experiment {
  return {
    next: dueIn(schedule),
    plan: (number) => planOf(request, schedule.game(number)!),
    rejudges: 0,
    overlap: request.overlap,
  };
}

function dueIn(schedule: Schedule): () => number | undefined {
  const begun = new Set<number>();
  return () => {
    for (const { number } of schedule.due()) {
      if (begun.has(number)) continue;
      begun.add(number);
      return number;
    }
    return undefined;
  };
}

/** A game of it: with the same number always the same, but for its id. */
export function planOf(request: TournamentRequest, { number, players }: ScheduledGame): MatchPlan {
  const { entries, seats, overlap: _, ...match } = request;
  // The games of a group have one seed.
  const group = request.mirrored ? Math.ceil(number / seats) : number;
  const { seed, playerSeed } = request;
  return planMatch({
    ...match,
    seed: seedOfGame(seed, group),
    playerSeed: playerSeed === undefined ? undefined : seedOfGame(playerSeed, group),
    players: players.map((player, index) => ({ seat: index + 1, entry: player + 1, ...entries[player]! })),
  });
}
