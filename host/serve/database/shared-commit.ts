import type { DatabaseSync } from 'node:sqlite';

/** Another transaction made the shared commit fail, so this one may succeed again. */
export class LostCommit extends Error {}

/** A commit takes longer than most transactions, so those of one turn of the loop share it. */
export class SharedCommit {
  readonly #file: DatabaseSync;
  readonly #runs: Record<'begin' | 'commit' | 'rollback' | 'enter' | 'undo' | 'leave', () => void>;
  /** The outcome of transactions since the last commit. */
  #outcome: PromiseWithResolvers<void> | undefined;
  #shares = 0;
  /** This many transactions get separate commits, to find the one that fails. */
  #alone = 0;
  #isInside = false;
  #isDue = false;

  constructor(file: DatabaseSync) {
    const prepared = (sql: string) => {
      const statement = file.prepare(sql);
      return () => void statement.run();
    };
    this.#file = file;
    this.#runs = {
      // An immediate transaction excludes other writers, so nothing collides.
      begin: prepared('BEGIN IMMEDIATE'),
      commit: prepared('COMMIT'),
      rollback: prepared('ROLLBACK'),
      enter: prepared('SAVEPOINT one'),
      undo: prepared('ROLLBACK TO one'),
      leave: prepared('RELEASE one'),
    };
  }

  begin(): void {
    if (!this.#file.isTransaction) this.#runs.begin();
    this.#runs.enter();
    this.#isInside = true;
  }

  /** Commits at the end of this turn of the event loop, or after a transaction in progress. */
  end(isUndone: boolean): void {
    this.#isInside = false;
    // SQLite itself rolls back after some faults.
    if (!this.#file.isTransaction) {
      this.#settle(new LostCommit());
      if (isUndone) return;
      throw new LostCommit();
    }
    if (isUndone) this.#runs.undo();
    this.#runs.leave();
    this.#shares++;
    if (this.#outcome === undefined) {
      this.#outcome = Promise.withResolvers();
      this.#outcome.promise.catch(() => {});
      if (this.#alone === 0) setImmediate(() => this.#commitLater());
    }
    if (this.#alone > 0) this.#alone--;
    else if (!this.#isDue) return;
    const fault = this.#commit();
    if (fault !== undefined) throw fault;
  }

  /** The outcome of ended transactions that are not stored yet. Rejects on a failure. */
  get outcome(): Promise<void> | undefined {
    return this.#outcome?.promise;
  }

  #commitLater(): void {
    // The result is unknown, and nobody waits for a rollback.
    if (this.#outcome === undefined || !this.#file.isOpen) return;
    if (this.#isInside) this.#isDue = true;
    else this.#commit();
  }

  /** Returns the fault. */
  #commit(): unknown {
    let fault: unknown;
    try {
      this.#runs.commit();
    } catch (error) {
      if (this.#file.isTransaction) this.#runs.rollback();
      fault = this.#shares > 1 ? new LostCommit() : error;
      if (this.#shares > 1) this.#alone = this.#shares;
    }
    this.#settle(fault);
    return fault;
  }

  #settle(fault?: unknown): void {
    const outcome = this.#outcome;
    this.#outcome = undefined;
    this.#shares = 0;
    this.#isDue = false;
    if (fault === undefined) outcome?.resolve();
    else outcome?.reject(fault);
  }
}
