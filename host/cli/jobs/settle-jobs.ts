import { availableParallelism } from 'node:os';
import { UsageError } from '../../core/usage-error.ts';
import type { Pace } from '../../games/game.ts';

/** What the number of games at once depends on. */
interface Facts {
  readonly wanted: number | 'auto';
  readonly games: number;
  readonly pace: Pace;
  readonly players: number;
  readonly pin: boolean;
  readonly trace: boolean;
}

export interface Jobs {
  /** Games at once. */
  readonly jobs: number;
  /** Processes that play them; 0: this one does. */
  readonly workers: number;
  /** Where they are more than have a processor for each player that can think. */
  readonly note?: string;
}

/** How many games are played at once, and by how many processes. */
export function settleJobs(facts: Facts, processors = availableParallelism()): Jobs {
  const { wanted, games, pace, players } = facts;
  const alone = onlyAlone(facts);
  if (alone !== undefined && wanted !== 'auto' && wanted > 1)
    throw new UsageError(`--jobs ${wanted}: ${alone}`);
  const fair = alone === undefined ? fairJobs(pace, players, processors) : 1;
  const jobs = Math.min(games, wanted === 'auto' ? fair : wanted);
  if (jobs === 1) return { jobs, workers: 0 };
  // A race shares its thread with no other; who takes turns waits most of the time.
  const workers = pace === 'turns' ? Math.min(jobs, processors) : jobs;
  return { jobs, workers, ...(jobs > fair && { note: tooMany(jobs, fair, pace, processors) }) };
}

function onlyAlone({ pin, trace }: Facts): string | undefined {
  if (pin) return '--pin gives each player of one game a processor: expected --jobs 1 with it';
  if (trace) return '--trace shows the messages of one game at a time: expected --jobs 1 with it';
  return undefined;
}

/** In a turn game one player thinks at a time, and the host needs a processor. */
function fairJobs(pace: Pace, players: number, processors: number): number {
  return Math.max(1, pace === 'turns' ? processors - 1 : Math.floor(processors / players));
}

function tooMany(jobs: number, fair: number, pace: Pace, processors: number): string {
  const thinking = pace === 'turns' ? 'the player that has the turn' : 'every player';
  const here = processors === 1 ? '1 processor' : `${processors} processors`;
  return `note: ${jobs} games at once on ${here}: players may wait for one another. With --jobs ${fair} (auto) ${thinking} of each game has a processor`;
}
