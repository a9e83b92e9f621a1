import { HostFailure } from '../core/errors.ts';
import { counted } from '../core/text.ts';
import type { Result } from '../events/result.ts';
import type { MatchPlan } from '../match/plan.ts';
import type { Executor } from './executor.ts';
import { comesAgain, type Experiment, type RunGame, type RunInterruption } from './experiment.ts';
import { GameQueue, InOrder } from './game-queue.ts';

export interface RunStore {
  /** Games that are saved at once; 1 unless it is set. */
  readonly atOnce?: number;
  /** Returns the game as sinks receive it. */
  save(played: RunGame): Promise<RunGame>;
}

/** The fold of the games of a run. */
export interface Fold {
  take(played: RunGame): void | Promise<void>;
  /** Takes a game that an earlier run has saved. */
  takeEarlier?(earlier: EarlierGame): void;
  /** The game is not one of this run, which ends before it is saved. */
  excludes?(played: RunGame): boolean;
  /** No more games are needed. */
  readonly isDone?: boolean;
}

/** A sink receives the games of a run. */
export interface Sink {
  start?(): void;
  /** A game begins. */
  begins?(game: number, plan: MatchPlan): void;
  /** A game is over and saved. It may have to wait for those before it. */
  saved?(played: RunGame): void;
  /** A game was counted. */
  take?(played: RunGame): void;
  takeEarlier?(earlier: EarlierGame): void;
  /** The run calls it when all sinks have taken a game. */
  counted?(): void;
  /** The run calls it after the last game, also if the run has failed. */
  end?(): void;
  /** Returns whether all of it was written. `interrupted` means that not all games were played. Not called if the run has failed. */
  finish?(interrupted: boolean): boolean;
}

export interface RunOptions {
  readonly executor: Executor;
  readonly fold?: Fold | undefined;
  readonly sinks?: readonly Sink[] | undefined;
  readonly store?: RunStore | undefined;
  /** Games of earlier runs. Then all games are taken in the order of their numbers. */
  readonly earlier?: readonly EarlierGame[] | undefined;
  readonly interruption?: RunInterruption | undefined;
}

export interface RunOutcome {
  /** A game is void, or has a record that is not whole, or a sink has not written all that it should. */
  readonly hostFailed: boolean;
}

/** A game of an earlier run. */
export interface EarlierGame {
  readonly game: number;
  /** The result as `--json` prints it. */
  readonly line: string;
  readonly result: Result;
  /** If it went wrong, and its record was read: the name of that, and what a terminal showed of the game. */
  readonly shown?: { readonly record: string; readonly report: readonly string[] } | undefined;
}

/** Plays an experiment: each game is saved when it is over, then counted, then told. */
export async function run(experiment: Experiment, options: RunOptions): Promise<RunOutcome> {
  const { executor, store, fold, sinks = [], earlier, interruption } = options;
  const queue = new GameQueue(experiment, {
    executor,
    interruption,
    begins(game, plan) {
      for (const sink of sinks) sink.begins?.(game, plan);
    },
  });
  const order = earlier && new InOrder<RunGame | EarlierGame>();
  // A game can be the last one that is needed, so no other is saved before it has been counted.
  const mostSaves = fold?.isDone === undefined ? (store?.atOnce ?? 1) : 1;
  const saving: Promise<RunGame>[] = [];
  let [hostFailed, isClosed, over] = [false, false, 0];
  try {
    for (const sink of sinks) sink.start?.();
    for (const game of earlier ?? []) await count(order!.take(game.game, game));
    while (!fold?.isDone) {
      // A change while the queue is looked at resolves this promise.
      const change = queue.nextChange();
      const canSave = !isClosed && saving.length < mostSaves;
      const next = canSave ? queue.takeOver() : undefined;
      if (next !== undefined) {
        if (fold?.excludes?.(next)) isClosed = true;
        else saving.push(save(next));
        continue;
      }
      if (canSave) queue.begin();
      if (saving.length === 0 && (isClosed || queue.isOver)) break;
      const saved = await Promise.race([change, ...saving.slice(0, 1)]);
      if (saved === undefined) continue;
      saving.shift();
      for (const sink of sinks) sink.saved?.(saved);
      await count(order ? order.take(saved.game, saved, !comesAgain(saved)) : [saved]);
    }
    if (queue.failure && !fold?.isDone) throw queue.failure.error;
    await count(order?.rest() ?? []);
    refuseMissing();
  } finally {
    await queue.end();
    await Promise.allSettled(saving);
    for (const sink of sinks) sink.end?.();
  }
  const interrupted = interruption?.stop.aborted ?? false;
  const areWritten = sinks.map((sink) => sink.finish?.(interrupted) ?? true);
  return { hostFailed: hostFailed || areWritten.includes(false) };

  function save(game: RunGame): Promise<RunGame> {
    const saving = store?.save(game) ?? Promise.resolve(game);
    // A failure is thrown when the games before it are counted.
    saving.catch(() => {});
    return saving;
  }

  async function count(games: readonly (RunGame | EarlierGame)[]): Promise<void> {
    for (const game of games) {
      if (fold?.isDone) return;
      if ('line' in game) {
        fold?.takeEarlier?.(game);
        for (const sink of sinks) sink.takeEarlier?.(game);
      } else {
        hostFailed ||= 'failure' in game || game.report.recordFailure !== undefined;
        over += Number(!comesAgain(game));
        await fold?.take(game);
        for (const sink of sinks) sink.take?.(game);
      }
      for (const sink of sinks) sink.counted?.();
    }
  }

  function refuseMissing(): void {
    const hasReason = isClosed || hostFailed || fold?.isDone || queue.isStopped;
    const left = hasReason ? 0 : (experiment.left?.(over) ?? 0);
    if (left > 0)
      throw new HostFailure(
        `the run has ended without ${counted(left, 'game')} that it should have played: this is a bug in wordhost`,
      );
  }
}
