import { VoidMatch } from '../core/errors.ts';
import { seedOfGame } from '../core/seed.ts';
import { type Entry, type MatchPlan, type MatchSettings, planMatch } from '../match/plan.ts';
import type { Schedule, ScheduledGame } from '../tournament/schedule.ts';
import { GameQueue, playOrVoid, recordSoFar, type SeriesGame, type SeriesTools } from './play-series.ts';

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
 * The games of a tournament that are not played yet, each given out when it is over. Its result has to be taken by the
 * schedule before the next one is asked for: what is due depends on it. A game that is void is not played again in this run.
 */
export async function* playTournament(
  schedule: Schedule,
  request: TournamentRequest,
  tools: SeriesTools,
): AsyncGenerator<SeriesGame> {
  const given = new AbortController();
  const interrupt = AbortSignal.any([given.signal, ...(tools.interrupt ? [tools.interrupt] : [])]);
  const stop = AbortSignal.any([interrupt, ...(tools.stop ? [tools.stop] : [])]);
  const { overlap } = request;
  const jobs = tools.others?.jobs ?? 1;
  const beginning = new GameQueue<SeriesGame>(
    { next: dueIn(schedule), jobs, overlap, stop },
    async function* (number, decided) {
      yield await playOne(request, schedule.game(number)!, { ...tools, interrupt, stop, decided });
    },
  );
  try {
    yield* beginning.games();
  } finally {
    given.abort();
    await beginning.allOver();
  }
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

async function playOne(
  request: TournamentRequest,
  game: ScheduledGame,
  tools: SeriesTools,
): Promise<SeriesGame> {
  const plan = planOf(request, game);
  tools.begins?.(game.number, plan);
  const report = await playOrVoid(plan, tools);
  if (!(report instanceof VoidMatch)) return { game: game.number, plan, report, again: false };
  return { game: game.number, failure: report, record: recordSoFar(plan, tools) };
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
