import { droppedOut, type Result } from '../../events/result.ts';
import { differenceFromOthers, type Stratum } from '../../statistics/difference.ts';
import { rounded, type TournamentReport, type WorkerReport } from '../../tournament/report.ts';

/** Chance alone makes one worker in so many differ. */
const ONE_IN = 1_000;
/** Groups of games that were played one after the other are of one stage: workers come and go, and later rounds are of another kind. */
const GROUPS_OF_STAGE = 100;

interface Figures {
  games: number;
  delays: number;
  delayMs: number;
  timeouts: number;
  overloaded: number;
  readonly minutes: Set<number>;
}

/** Games with one seed, which are not independent of each other: of a pair whose tiles are good for one, both may win. */
interface Group {
  readonly seed: string;
  /** Undefined: several have played it, and it says nothing of one of them. */
  worker: string | undefined;
  readonly points: Map<string, number>;
  games: number;
  late: boolean;
}

/** Compares the workers of a farm by the games that each has played. Takes games in the order of their numbers. */
export class WorkerComparison {
  readonly #figures = new Map<string, Figures>();
  readonly #groups: Group[] = [];

  take(result: Result): void {
    const { worker, loopDelayMs, players } = result;
    if (worker === undefined) return;
    let figures = this.#figures.get(worker);
    if (!figures) {
      figures = { games: 0, delays: 0, delayMs: 0, timeouts: 0, overloaded: 0, minutes: new Set() };
      this.#figures.set(worker, figures);
    }
    figures.games++;
    figures.overloaded += Number(result.overloaded ?? false);
    for (const player of players) figures.timeouts += timeoutsOf(player);
    if (typeof loopDelayMs === 'number') {
      figures.delays++;
      figures.delayMs += loopDelayMs;
    }
    for (const minute of minutesOf(result)) figures.minutes.add(minute);
    this.#group(worker, result);
  }

  /** Empty unless workers of a farm have played. */
  partOf({ standings }: Pick<TournamentReport, 'standings'>): Pick<TournamentReport, 'workers'> {
    if (this.#figures.size === 0) return {};
    const places = new Map(standings.map(({ name }, place) => [name, place]));
    const outcomes = new Outcomes(this.#groups, (name) => places.get(name) ?? Number.POSITIVE_INFINITY);
    const names = [...this.#figures.keys()].sort();
    const compared = outcomes.compare(names);
    return { workers: names.map((name) => ({ ...this.#figuresOf(name), ...compared.get(name)! })) };
  }

  #figuresOf(name: string): Omit<WorkerReport, keyof Compared> {
    const { games, delays, delayMs, timeouts, overloaded, minutes } = this.#figures.get(name)!;
    return {
      ...{ name, games, gamesPerMinute: rounded(games / Math.max(1, minutes.size)) },
      delayMs: delays === 0 ? null : rounded(delayMs / delays),
      ...{ timeouts, overloaded },
    };
  }

  #group(worker: string, { seed, players }: Result): void {
    let group = this.#groups.at(-1);
    if (group?.seed !== seed || !players.every(({ name }) => group?.points.has(name))) {
      const points = new Map(players.map(({ name }) => [name, 0]));
      group = { seed, worker, points, games: 0, late: false };
      this.#groups.push(group);
    }
    if (group.worker !== worker) group.worker = undefined;
    group.games++;
    for (const player of players) {
      const { name, outcome } = player;
      const won = outcome === 'won' ? 1 : outcome === 'draw' ? 0.5 : 0;
      group.points.set(name, group.points.get(name)! + won);
      group.late ||= droppedOut(player) || timeoutsOf(player) > 0;
    }
  }
}

type Compared = Pick<WorkerReport, 'comparison' | 'differs'>;
type Outcome = Pick<NonNullable<WorkerReport['differs']>[number], 'points' | 'of' | 'late'>;

/** How groups of games came out, by worker and stage. */
class Outcomes {
  /** By its text. */
  readonly #kinds = new Map<string, Outcome>();
  /** By stage and worker, how often each kind came. */
  readonly #stages: Map<string, number[]>[] = [];

  /** `placeOf`: the lower, the better. */
  constructor(groups: readonly Group[], placeOf: (name: string) => number) {
    for (const [index, { worker, points, games: of, late }] of groups.entries()) {
      if (worker === undefined) continue;
      const [best] = [...points.keys()].sort((one, other) => placeOf(one) - placeOf(other));
      const kind = this.#kindOf({ points: points.get(best!)!, of, late });
      const stage = (this.#stages[Math.floor(index / GROUPS_OF_STAGE)] ??= new Map());
      const own = stage.get(worker) ?? [];
      stage.set(worker, own);
      own[kind] = (own[kind] ?? 0) + 1;
    }
  }

  /** The one that differs most makes the others differ from it: what they are compared with is without it. */
  compare(workers: readonly string[]): ReadonlyMap<string, Compared> {
    const compared = new Map<string, Compared>();
    const left = new Set(workers);
    for (;;) {
      let least: { readonly name: string; readonly p: number } | undefined;
      for (const name of left) {
        const one = this.#compareOne(name, left);
        compared.set(name, one);
        const p = one.comparison?.p ?? 1;
        if (one.differs && p < (least?.p ?? 1)) least = { name, p };
      }
      // Of two, nobody knows which is the odd one.
      if (!least || left.size <= 2) return compared;
      left.delete(least.name);
    }
  }

  #compareOne(worker: string, among: ReadonlySet<string>): Compared {
    const strata = this.#strataOf(worker, among);
    const difference = differenceFromOthers(strata);
    if (!difference) return { comparison: null };
    const { chiSquared, freedom, p, expected } = difference;
    const comparison = { chiSquared: rounded(chiSquared), freedom, p: Number(p.toPrecision(3)) };
    if (p >= 1 / ONE_IN) return { comparison };
    const differs = [...this.#kinds.values()].map((outcome, kind) => ({
      ...outcome,
      groups: strata.reduce((sum, { own }) => sum + own[kind]!, 0),
      expected: rounded(expected[kind]!),
    }));
    return {
      comparison,
      differs: differs.sort(
        (one, other) =>
          Number(one.late) - Number(other.late) || one.of - other.of || one.points - other.points,
      ),
    };
  }

  /** Stages that it has played a part of. */
  #strataOf(worker: string, among: ReadonlySet<string>): readonly Stratum[] {
    const kinds = [...this.#kinds.keys()].map((_, kind) => kind);
    return this.#stages.flatMap((stage) => {
      const own = stage.get(worker);
      if (!own || stage.size === 1) return [];
      const all = kinds.map(() => 0);
      for (const [name, counts] of stage)
        if (among.has(name)) for (const kind of kinds) all[kind]! += counts[kind] ?? 0;
      return [{ own: kinds.map((kind) => own[kind] ?? 0), all }];
    });
  }

  #kindOf(outcome: Outcome): number {
    const key = JSON.stringify(outcome);
    if (!this.#kinds.has(key)) this.#kinds.set(key, outcome);
    return [...this.#kinds.keys()].indexOf(key);
  }
}

function timeoutsOf({ timeouts }: Result['players'][number]): number {
  return typeof timeouts === 'number' ? timeouts : 0;
}

const MINUTE_MS = 60_000;
/** A result of a stranger may say anything. */
const MOST_MINUTES = 1_440;

/** By the clock of the worker. */
function minutesOf({ startedAt, ms }: Result): readonly number[] {
  const start = Date.parse(startedAt);
  const [first, last] = [start, start + ms].map((at) => Math.floor(at / MINUTE_MS)) as [number, number];
  const length = Math.min(MOST_MINUTES, last - first + 1);
  return Array.from({ length }, (_, index) => first + index);
}
