import type { DatabaseSync } from 'node:sqlite';

/** What another transaction of the same commit did made it fail for all: this one may succeed if it is done again. */
export class LostCommit extends Error {}

/**
 * Transactions that end in the same turn of the event loop share a commit, which takes longer than most of them. Each is a savepoint
 * within it, so that one can fail alone.
 */
export class SharedCommit {
  readonly #file: DatabaseSync;
  readonly #runs: Record<'begin' | 'commit' | 'rollback' | 'enter' | 'undo' | 'leave', () => void>;
  /** Of the transactions that have ended since the last commit. */
  #outcome: PromiseWithResolvers<void> | undefined;
  #shares = 0;
  /** So many of the next ones have a commit each, so that only the one fails whose fault it is. */
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
      // Once it has begun so, no other process can write: nothing collides.
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

  /** The commit comes at the end of this turn of the event loop, or after a transaction that is still in progress then. */
  end(isUndone: boolean): void {
    this.#isInside = false;
    // After some faults SQLite has rolled back itself.
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

  /** Of the transactions that have ended and are not stored yet. Rejects if they cannot be. */
  get outcome(): Promise<void> | undefined {
    return this.#outcome?.promise;
  }

  #commitLater(): void {
    // What it was to store may be stored, or lost; of what was undone nobody waits for a commit.
    if (this.#outcome === undefined || !this.#file.isOpen) return;
    if (this.#isInside) this.#isDue = true;
    else this.#commit();
  }

  /** The fault, where it failed. */
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
