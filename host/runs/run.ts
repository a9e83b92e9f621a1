import { existsSync } from 'node:fs';
import { VoidMatch } from '../core/errors.ts';
import type { Result } from '../events/result.ts';
import type { MatchPlan } from '../match/plan.ts';
import { type Executor, NotBegun, type PlayOptions } from './executor.ts';
import { GameQueue, InOrder } from './game-queue.ts';
import type { GameReport } from './play-game.ts';

/** What to play. */
export interface Experiment {
  /** The number of a game that can begin, each once, going upwards; undefined: none can now. It is called again when a game is over. */
  next(): number | undefined;
  /** The game of a number, played instead of those with these ids. */
  plan(number: number, rejudged: readonly string[]): MatchPlan;
  /** How often an overloaded game is played again, at most. */
  readonly rejudges: number;
  /** The next game may begin while the players of another are ended. */
  readonly overlap: boolean;
  /**
   * Of an experiment without end, whose run goes on until it is stopped: it calls `wake` whenever `next` may have another answer though
   * no game is over.
   */
  readonly onWake?: (wake: () => void) => void;
}

/** Where the games of a run are saved. */
export interface RunStore {
  /** Games that are saved at once; 1 unless it is set. */
  readonly atOnce?: number;
  /** Answers with what is to be told of the game. */
  save(played: RunGame): Promise<RunGame>;
}

/** What the games of a run come to. */
export interface Fold {
  take(played: RunGame): void | Promise<void>;
  /** The same of a game that an earlier run has saved. */
  takeEarlier?(earlier: EarlierGame): void;
  /** The game is not one of this run, which ends before it is saved. */
  excludes?(played: RunGame): boolean;
  /** No more games are needed. */
  readonly isDone?: boolean;
}

/** Somebody who is told of the games of a run. */
export interface Sink {
  /** Before the first game. */
  start?(): void;
  /** A game begins. */
  begins?(game: number, plan: MatchPlan): void;
  /** A game is over and saved. It may have to wait for those before it. */
  saved?(played: RunGame): void;
  /** A game was counted. */
  take?(played: RunGame): void;
  takeEarlier?(earlier: EarlierGame): void;
  /** After a game of either kind, when all sinks have taken it. */
  counted?(): void;
  /** After the last game, also where the run has failed. */
  end?(): void;
  /** After that, unless the run has failed. Answers whether all of it was written. `interrupted`: not all games were played. */
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

interface RunInterruption {
  /** Aborted, the games that run are ended. */
  readonly signal: AbortSignal;
  /** Aborted, no more games begin; those that run are finished. */
  readonly stop: AbortSignal;
}

export interface RunOutcome {
  /** A game is void, or has a record that is not whole, or a sink has not written all that it should. */
  readonly hostFailed: boolean;
}

export type RunGame = PlayedGame | VoidGame;

export interface PlayedGame {
  readonly game: number;
  readonly plan: MatchPlan;
  readonly report: GameReport;
  /** It does not count: it is played again. */
  readonly again: boolean;
}

/** The host itself failed in the middle of it. */
export interface VoidGame {
  readonly game: number;
  readonly failure: VoidMatch;
  /** The path of its record, as far as it came, if it has one. */
  readonly record?: string | undefined;
}

/** A game of an earlier run. */
export interface EarlierGame {
  readonly game: number;
  /** Its result, as `--json` prints it. */
  readonly line: string;
  readonly result: Result;
  /** If it went wrong, and its record was read: the name of that, and what a terminal showed of the game. */
  readonly shown?: { readonly record: string; readonly report: readonly string[] } | undefined;
}

/** Plays an experiment: each game is saved when it is over, then counted, then told. */
export async function run(experiment: Experiment, options: RunOptions): Promise<RunOutcome> {
  const { earlier, fold, sinks = [], interruption } = options;
  let hostFailed = false;
  try {
    for (const sink of sinks) sink.start?.();
    for await (const game of inOrder(savedGames(experiment, options), earlier)) {
      if ('line' in game) takeEarlier(game, options);
      else {
        hostFailed ||= 'failure' in game || game.report.recordFailure !== undefined;
        await fold?.take(game);
        for (const sink of sinks) sink.take?.(game);
      }
      for (const sink of sinks) sink.counted?.();
      if (fold?.isDone) break;
    }
  } finally {
    for (const sink of sinks) sink.end?.();
  }
  const interrupted = interruption?.stop.aborted ?? false;
  const areWritten = sinks.map((sink) => sink.finish?.(interrupted) ?? true);
  return { hostFailed: hostFailed || areWritten.includes(false) };
}

function takeEarlier(game: EarlierGame, { fold, sinks = [] }: RunOptions): void {
  fold?.takeEarlier?.(game);
  for (const sink of sinks) sink.takeEarlier?.(game);
}

async function* savedGames(experiment: Experiment, options: RunOptions): AsyncGenerator<RunGame> {
  const { store, fold, sinks = [], interruption } = options;
  // Where a game can be the last one that is needed, no other is saved before it has been counted.
  const atOnce = fold?.isDone === undefined ? (store?.atOnce ?? 1) : 1;
  const save = async (played: RunGame) => (await store?.save(played)) ?? played;
  const closing = new AbortController();
  const until = (signal: AbortSignal | undefined) =>
    AbortSignal.any([closing.signal, ...(signal ? [signal] : [])]);
  const [signal, stop] = [until(interruption?.signal), until(interruption?.stop)];
  const games = playGames(experiment, { ...options, interruption: { signal, stop } });
  const saving: Promise<RunGame>[] = [];
  let next: Promise<IteratorResult<RunGame>> | undefined;
  let areAllOver = false;
  try {
    for (;;) {
      if (!areAllOver && saving.length < atOnce) next ??= games.next();
      const oldest = saving[0]?.then(() => 'saved' as const);
      if (next === undefined && oldest === undefined) return;
      const first = await Promise.race([oldest, next].filter((each) => each !== undefined));
      if (first === 'saved') {
        const game = await saving.shift()!;
        for (const sink of sinks) sink.saved?.(game);
        yield game;
        continue;
      }
      next = undefined;
      if (first.done || fold?.excludes?.(first.value)) areAllOver = true;
      else saving.push(save(first.value));
      // It is thrown when its turn has come.
      saving.at(-1)?.catch(() => {});
    }
  } finally {
    closing.abort();
    await games.return(undefined);
    await Promise.allSettled(saving);
  }
}

type PlayingOptions = Pick<RunOptions, 'executor' | 'sinks' | 'interruption'>;

/**
 * The games of an experiment, each given out when it is over; one at a time, they come in order. An interruption ends those
 * that run, and the rest. If no more are asked for, those that run are ended.
 */
export async function* playGames(experiment: Experiment, options: PlayingOptions): AsyncGenerator<RunGame> {
  const { executor, interruption } = options;
  const closing = new AbortController();
  const signal = AbortSignal.any([closing.signal, ...(interruption ? [interruption.signal] : [])]);
  const stop = AbortSignal.any([signal, ...(interruption ? [interruption.stop] : [])]);
  const overlap = experiment.overlap && executor.overlap;
  const queue = new GameQueue<RunGame>(
    {
      ...{ next: () => experiment.next(), onWake: experiment.onWake, overlap, stop },
      // More workers may come.
      get jobs() {
        return executor.jobs;
      },
    },
    (game, decided) => judge(experiment, game, { ...options, interruption: { signal, stop } }, decided),
  );
  try {
    yield* queue.games();
  } finally {
    closing.abort();
    await queue.allOver();
  }
}

/** One game, and again while the machine was overloaded. `decided`: it is over, and its players are being ended. */
async function* judge(
  experiment: Experiment,
  game: number,
  {
    executor,
    sinks = [],
    interruption: { signal, stop },
  }: PlayingOptions & {
    readonly interruption: RunInterruption;
  },
  decided: () => void,
): AsyncGenerator<RunGame> {
  const rejudged: string[] = [];
  for (let again = true; again; ) {
    const plan = experiment.plan(game, [...rejudged]);
    for (const sink of sinks) sink.begins?.(game, plan);
    const report = await playOrVoid(executor, plan, { interrupt: signal, stop, decided });
    if (report instanceof NotBegun) return;
    if (report instanceof VoidMatch) {
      yield { game, failure: report, record: recordSoFar(executor, plan) };
      return;
    }
    const { overloaded = false } = report.result;
    again = overloaded && rejudged.length < experiment.rejudges && !stop.aborted;
    rejudged.push(plan.request.id);
    yield { game, plan, report, again };
  }
}

async function playOrVoid(
  executor: Executor,
  plan: MatchPlan,
  options: PlayOptions,
): Promise<GameReport | VoidMatch | NotBegun> {
  try {
    return await executor.play(plan, options);
  } catch (failure) {
    if (failure instanceof VoidMatch || failure instanceof NotBegun) return failure;
    throw failure;
  }
}

function recordSoFar(executor: Executor, { request }: MatchPlan): string | undefined {
  const path = executor.recordOf?.(request.id);
  return path !== undefined && existsSync(path) ? path : undefined;
}

/** The games of a run. With those of earlier runs, all of them in the order of their numbers. */
async function* inOrder(
  games: AsyncIterable<RunGame>,
  earlier?: readonly EarlierGame[],
): AsyncGenerator<RunGame | EarlierGame> {
  if (!earlier) return yield* games;
  const order = new InOrder<RunGame | EarlierGame>();
  for (const each of earlier) yield* order.take(each.game, each);
  for await (const played of games) yield* order.take(played.game, played, !comesAgain(played));
  yield* order.rest();
}

/** Another one with this number follows. */
export function comesAgain(played: RunGame): boolean {
  return 'again' in played && played.again;
}

/** It says something about somebody, and is not played again. */
export function counts(played: RunGame): played is PlayedGame {
  return 'report' in played && !played.again && played.report.result.reason !== 'interrupted';
}
