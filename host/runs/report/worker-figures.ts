import type { Result } from '../../events/result.ts';
import { rounded, type TournamentReport } from '../../tournament/report.ts';

interface Figures {
  games: number;
  delays: number;
  delayMs: number;
  timeouts: number;
  overloaded: number;
  readonly minutes: Set<number>;
}

const MINUTE_MS = 60_000;
/** A result of a stranger may claim any length. */
const MOST_MINUTES = 1_440;

/** The games, rate and delay of each worker of a farm. */
export class WorkerFigures {
  readonly #workers = new Map<string, Figures>();

  take({ worker, loopDelayMs, overloaded, players, startedAt, ms }: Result): void {
    if (worker === undefined) return;
    const figures = this.#figuresOf(worker);
    figures.games++;
    figures.overloaded += Number(overloaded === true);
    for (const { timeouts } of players) figures.timeouts += typeof timeouts === 'number' ? timeouts : 0;
    if (typeof loopDelayMs === 'number') {
      figures.delays++;
      figures.delayMs += loopDelayMs;
    }
    // Times come from the clock of the worker.
    const start = Date.parse(startedAt);
    const [first, last] = [Math.floor(start / MINUTE_MS), Math.floor((start + ms) / MINUTE_MS)];
    for (let minute = first; minute <= last && minute < first + MOST_MINUTES; minute++)
      figures.minutes.add(minute);
  }

  /** The part of a report that names the workers; empty if no worker of a farm has played. */
  part(): Pick<TournamentReport, 'workers'> {
    const names = [...this.#workers.keys()].sort();
    return names.length === 0 ? {} : { workers: names.map((name) => this.#row(name)) };
  }

  #figuresOf(name: string): Figures {
    const known = this.#workers.get(name);
    if (known) return known;
    const figures = {
      games: 0,
      delays: 0,
      delayMs: 0,
      timeouts: 0,
      overloaded: 0,
      minutes: new Set<number>(),
    };
    this.#workers.set(name, figures);
    return figures;
  }

  #row(name: string): NonNullable<TournamentReport['workers']>[number] {
    const { games, delays, delayMs, timeouts, overloaded, minutes } = this.#workers.get(name)!;
    return {
      name,
      games,
      gamesPerMinute: rounded(games / Math.max(1, minutes.size)),
      delayMs: delays === 0 ? null : rounded(delayMs / delays),
      timeouts,
      overloaded,
    };
  }
}
