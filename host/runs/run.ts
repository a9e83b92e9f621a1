import { existsSync } from 'node:fs';
import { VoidMatch } from '../core/errors.ts';
import type { MatchPlan } from '../match/plan.ts';
import { GameQueue, InOrder } from './game-queue.ts';
import { type GameReport, type GameTools, playGame, recordPath } from './play-game.ts';

/** What to play. */
export interface Experiment {
  /** The number of a game that can begin, each once, going upwards; undefined: none can now. It is asked again when a game is over. */
  next(): number | undefined;
  /** The game of a number, played instead of those with these ids. */
  plan(number: number, rejudged: readonly string[]): MatchPlan;
  /** How often an overloaded game is played again, at most. */
  readonly rejudges: number;
  /** The next game may begin while the players of another are ended. */
  readonly overlap: boolean;
}

/** Plays games, several at once: other processes of this machine, or other machines. */
export interface Executor {
  /** Games at once. */
  readonly jobs: number;
  play(plan: MatchPlan, tools: Pick<GameTools, 'interrupt' | 'decided' | 'gates'>): Promise<GameReport>;
}

export interface RunTools extends GameTools {
  /** Aborted, no more games begin; those that run are finished. */
  readonly stop?: AbortSignal | undefined;
  /** None: this process plays the games, one at a time. */
  readonly executor?: Executor | undefined;
  /** Told of each game as it begins, with its number. */
  readonly begins?: ((game: number, plan: MatchPlan) => void) | undefined;
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
  /** Its record, as far as it came; none: it has none. */
  readonly record?: string | undefined;
}

/** What a run is made of, besides its experiment. */
export interface RunParts<Before extends { readonly game: number } = never> {
  readonly tools: RunTools;
  /** Games of earlier runs. Then all games are taken in the order of their numbers. */
  readonly before?: readonly Before[] | undefined;
  /** Ends the run before a game is saved. */
  readonly endsBefore?: ((played: RunGame) => boolean) | undefined;
  /** Nobody is told of a game before it is saved. */
  readonly store?: { save(played: RunGame): Promise<RunGame> } | undefined;
  readonly livePage?: { over(played: RunGame): void; changed(): void } | undefined;
  /** What counts the games, and those who are told of them. */
  take(game: RunGame | Before): void | Promise<void>;
  /** No more games are needed. */
  readonly isDone?: (() => boolean) | undefined;
}

/** Plays an experiment: each game is saved when it is over, then shown, counted and told. */
export async function run<Before extends { readonly game: number } = never>(
  experiment: Experiment,
  { tools, before, endsBefore, store, livePage, take, isDone }: RunParts<Before>,
): Promise<void> {
  async function* saved(): AsyncGenerator<RunGame> {
    for await (const played of playGames(experiment, tools)) {
      if (endsBefore?.(played)) return;
      const game = (await store?.save(played)) ?? played;
      livePage?.over(game);
      yield game;
    }
  }
  for await (const game of before ? inOrder(saved(), before) : saved()) {
    await take(game);
    livePage?.changed();
    if (isDone?.()) return;
  }
}

/**
 * The games of an experiment, each given out when it is over; one at a time, they come in order. An interruption ends those
 * that run, and the rest. If no more are asked for, those that run are ended.
 */
export async function* playGames(experiment: Experiment, tools: RunTools): AsyncGenerator<RunGame> {
  const given = new AbortController();
  const interrupt = AbortSignal.any([given.signal, ...(tools.interrupt ? [tools.interrupt] : [])]);
  const stop = AbortSignal.any([interrupt, ...(tools.stop ? [tools.stop] : [])]);
  const jobs = tools.executor?.jobs ?? 1;
  // A view of one game shows one at a time.
  const overlap = experiment.overlap && !tools.watch && !tools.trace;
  const queue = new GameQueue<RunGame>(
    { next: () => experiment.next(), jobs, overlap, stop },
    (game, decided) => judge(experiment, game, { ...tools, interrupt, stop, decided }),
  );
  try {
    yield* queue.games();
  } finally {
    given.abort();
    await queue.allOver();
  }
}

/** One game, and again while the machine was overloaded. */
async function* judge(experiment: Experiment, game: number, tools: RunTools): AsyncGenerator<RunGame> {
  const rejudged: string[] = [];
  for (let again = true; again; ) {
    const plan = experiment.plan(game, [...rejudged]);
    tools.begins?.(game, plan);
    const report = await playOrVoid(plan, tools);
    if (report instanceof VoidMatch) {
      yield { game, failure: report, record: recordSoFar(plan, tools) };
      return;
    }
    const { overloaded = false } = report.result;
    again = overloaded && rejudged.length < experiment.rejudges && !tools.stop?.aborted;
    rejudged.push(plan.request.id);
    yield { game, plan, report, again };
  }
}

async function playOrVoid(plan: MatchPlan, tools: RunTools): Promise<GameReport | VoidMatch> {
  try {
    return await (tools.executor?.play(plan, tools) ?? playGame(plan, tools));
  } catch (failure) {
    if (failure instanceof VoidMatch) return failure;
    throw failure;
  }
}

function recordSoFar({ request }: MatchPlan, { record }: RunTools): string | undefined {
  const path = record && recordPath(record, request.id);
  return path && existsSync(path) ? path : undefined;
}

/** The games of a run in the order of their numbers, with those that were played before. */
export async function* inOrder<Before extends { readonly game: number } = never>(
  games: AsyncIterable<RunGame>,
  before: readonly Before[] = [],
): AsyncGenerator<RunGame | Before> {
  const order = new InOrder<RunGame | Before>();
  for (const each of before) yield* order.take(each.game, each);
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
