import { existsSync, readFileSync } from 'node:fs';
import type { Job } from 'pg-boss';
import type { MatchRequest } from '../../match/plan.ts';
import type { GamesDatabase } from '../store/games-database.ts';
import { type PackedRecord, packRecord } from '../store/packed-record.ts';
import type { FarmQueue } from './queue.ts';
import { type Batch, type Outcome, writeOutcome } from './wire.ts';

/** The interval at which a batch records its results, so that they do not wait for its longest game. */
export const FLUSH_MS = 1_000;

interface BatchTools {
  readonly database: GamesDatabase;
  readonly jobs: FarmQueue;
  readonly experiment: number;
  /** The name of this worker. */
  readonly worker: string;
  readonly note: (line: string) => void;
}

interface OverGame {
  readonly id: string;
  readonly outcome: Outcome;
  readonly record: PackedRecord | undefined;
}

/** The games of one job, while this worker has it. */
export class RunningBatch {
  readonly #job: Job<unknown>;
  readonly #batch: Batch;
  readonly #tools: BatchTools;
  readonly #interruptions = new Map<string, AbortController>();
  readonly #interrupted = new Set<string>();
  readonly #recorded = new Set<string>();
  #over: OverGame[] = [];
  #confirmed = performance.now();
  #flushing: Promise<void> = Promise.resolve();
  #isOver = false;
  /** The games of the batch are played elsewhere or are no longer needed. */
  isLeft = false;
  #isHandedBack = false;

  constructor(job: Job<unknown>, batch: Batch, tools: BatchTools) {
    this.#job = job;
    this.#batch = batch;
    this.#tools = tools;
  }

  get queue(): string {
    return this.#job.name;
  }

  get running(): readonly string[] {
    return [...this.#interruptions.keys()];
  }

  get unfinished(): readonly string[] {
    return this.#batch.requests.map(({ id }) => id).filter((id) => !this.#hasOutcome(id));
  }

  get hasResults(): boolean {
    return this.#over.length > 0;
  }

  begin(id: string): AbortSignal {
    const interruption = new AbortController();
    this.#interruptions.set(id, interruption);
    if (this.#interrupted.has(id)) interruption.abort();
    return interruption.signal;
  }

  /** A game that has not begun ends when it is its turn. */
  interrupt(id: string): void {
    this.#interrupted.add(id);
    this.#interruptions.get(id)?.abort();
  }

  leave(): void {
    this.isLeft = true;
    for (const interruption of this.#interruptions.values()) interruption.abort();
  }

  /** When it ends, unfinished games go to other workers. */
  handBack(): void {
    this.#isHandedBack = true;
    this.leave();
  }

  async over(id: string, outcome: Outcome, path: string): Promise<void> {
    const record = existsSync(path) ? await packRecord(readFileSync(path)) : undefined;
    this.#over.push({ id, outcome, record });
    this.#interruptions.delete(id);
    await this.flush(FLUSH_MS);
  }

  /** Records what is over, unless it was done within this time. The last time it is over itself. */
  async flush(withinMs: number): Promise<void> {
    this.#flushing = this.#flushing.then(async () => {
      if (this.#isOver || this.isLeft || performance.now() - this.#confirmed < withinMs) return;
      await this.#record(false);
    });
    await this.#flushing;
  }

  async end(): Promise<void> {
    await this.#flushing;
    this.#isOver = true;
    if (this.isLeft && !this.#isHandedBack) return;
    const rest = this.#batch.requests.filter(({ id }) => !this.#hasOutcome(id));
    await this.#record(true, this.#isHandedBack ? rest : []);
  }

  #hasOutcome(id: string): boolean {
    return this.#recorded.has(id) || this.#over.some((game) => game.id === id);
  }

  /** The results, and that this attempt goes on or is over, are one transaction: nobody else has the job then. */
  async #record(isOver: boolean, rest: readonly MatchRequest[] = []): Promise<void> {
    // More may be over before it is recorded.
    const games = [...this.#over];
    const { database, jobs, experiment, worker, note } = this.#tools;
    let attempts = 0;
    const isRecorded = await database.transaction(async (queries) => {
      attempts++;
      const isMine =
        rest.length > 0
          ? await jobs.handBack(this.#job, { ...this.#batch, requests: rest }, queries)
          : await jobs.confirm(this.#job, isOver, queries);
      if (!isMine || games.length === 0) return isMine;
      const rows = games.map(({ id, outcome, record }) => {
        const [sha256 = null, bytes = null, packed = null] = record ?? [];
        return { id, experiment, worker, report: writeOutcome(outcome), sha256, bytes, packed };
      });
      const insert = queries.insertInto('outcome').values(rows);
      await insert.onConflict((conflict) => conflict.doNothing()).execute();
      return true;
    });
    this.#confirmed = performance.now();
    if (isRecorded) {
      for (const { id } of games) this.#recorded.add(id);
      this.#over = this.#over.slice(games.length);
      return;
    }
    this.leave();
    // After a loss of the connection it may have been recorded by the first try.
    if (attempts === 1)
      note(
        `a batch of ${this.#batch.requests.length} games was taken from this worker: it was silent for too long, or the run has ended. The rest of the batch is not recorded`,
      );
  }
}
