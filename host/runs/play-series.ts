import { existsSync } from 'node:fs';
import { VoidMatch } from '../core/host-failure.ts';
import type { MatchPlan } from '../match/plan/plan.ts';
import { Beginning } from './beginning.ts';
import { planGame, type SeriesRequest } from './plan-game.ts';
import { type GameReport, type GameTools, playGame, recordPath } from './play-game.ts';

export interface SeriesTools extends GameTools {
  /** Aborted, no more games begin; those that run are finished. */
  readonly stop?: AbortSignal | undefined;
  /** Other processes that play the games, several at once. None: they are played here, one at a time. */
  readonly others?: Others | undefined;
}

/** Played by somebody else than this process. */
export interface Others {
  /** Games at once. */
  readonly jobs: number;
  play(plan: MatchPlan, tools: Pick<GameTools, 'interrupt' | 'decided' | 'gates'>): Promise<GameReport>;
}

export type SeriesGame = PlayedGame | VoidGame;

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

/**
 * The games of a series, each given out when it is over; one at a time, they come in order. An interruption ends those
 * that run, and the rest. If no more are asked for, those that run are ended.
 */
export async function* playSeries(request: SeriesRequest, tools: SeriesTools): AsyncGenerator<SeriesGame> {
  const given = new AbortController();
  const interrupt = AbortSignal.any([given.signal, ...(tools.interrupt ? [tools.interrupt] : [])]);
  const stop = AbortSignal.any([interrupt, ...(tools.stop ? [tools.stop] : [])]);
  const jobs = tools.others?.jobs ?? 1;
  const beginning = new Beginning<SeriesGame>(
    { games: request.games, jobs, overlap: canOverlap(request, tools), stop },
    (game, decided) => judge(request, game, { ...tools, interrupt, stop, decided }),
  );
  try {
    yield* beginning.games();
  } finally {
    given.abort();
    await beginning.allOver();
  }
}

/** Whether a game is played again is known at its end; a processor has one player; and who watches wants one game at a time. */
function canOverlap({ overlap = false, rejudges, processors }: SeriesRequest, { watch, trace }: GameTools) {
  return overlap && rejudges === 0 && !processors && !watch && !trace;
}

/** One game, and again while the machine was overloaded. */
async function* judge(request: SeriesRequest, game: number, tools: SeriesTools): AsyncGenerator<SeriesGame> {
  const rejudged: string[] = [];
  for (let again = true; again; ) {
    const plan = planGame(request, game, [...rejudged]);
    const report = await playOrVoid(plan, tools);
    if (report instanceof VoidMatch) {
      yield { game, failure: report, record: recordSoFar(plan, tools) };
      return;
    }
    const { overloaded = false } = report.result;
    again = overloaded && rejudged.length < request.rejudges && !tools.stop?.aborted;
    rejudged.push(plan.request.id);
    yield { game, plan, report, again };
  }
}

async function playOrVoid(plan: MatchPlan, tools: SeriesTools): Promise<GameReport | VoidMatch> {
  try {
    return await (tools.others?.play(plan, tools) ?? playGame(plan, tools));
  } catch (failure) {
    if (failure instanceof VoidMatch) return failure;
    throw failure;
  }
}

function recordSoFar({ request }: MatchPlan, { record }: SeriesTools): string | undefined {
  const path = record && recordPath(record, request.id);
  return path && existsSync(path) ? path : undefined;
}
