import { existsSync } from 'node:fs';
import { openStream, shuffle } from '../core/chance.ts';
import { VoidMatch } from '../core/host-failure.ts';
import { keyOf, seedOfGame } from '../core/seed.ts';
import {
  type Entry,
  type MatchPlan,
  type MatchSettings,
  type PlayerPlan,
  planMatch,
} from '../match/plan/plan.ts';
import { Beginning } from './beginning.ts';
import { type GameReport, type GameTools, playGame, recordPath } from './play-game.ts';

export interface SeriesRequest extends Omit<MatchSettings, 'players' | 'rejudged' | 'id' | 'edition'> {
  readonly games: number;
  /** The numbers of those that have been played before, and are not played again. */
  readonly played?: ReadonlySet<number> | undefined;
  /** Everybody moves on by one seat after each game. */
  readonly rotate: boolean;
  /** The seed of the first group is that of the series itself, whatever comes after it; none: where there is no other group. */
  readonly firstHasSeed?: boolean | undefined;
  /** The next game begins while the players of the last one are ended, where nothing speaks against it. */
  readonly overlap?: boolean | undefined;
  /** How often a game is played again, at most, that was overloaded. */
  readonly rejudges: number;
  /** As many as there are players: each has one to itself, drawn again for each game. */
  readonly processors?: readonly number[] | undefined;
  readonly entries: readonly Entry[];
}

export interface SeriesTools extends GameTools {
  /** Aborted, no more games begin; those that run are finished. */
  readonly stop?: AbortSignal | undefined;
  /** Other processes that play the games, several at once. None: they are played here, one at a time. */
  readonly others?: Others | undefined;
  /** Told of each game as it begins, with its number. */
  readonly begins?: ((game: number, plan: MatchPlan) => void) | undefined;
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
    { next: numbersTo(request.games, request.played), jobs, overlap: canOverlap(request, tools), stop },
    (game, decided) => judge(request, game, { ...tools, interrupt, stop, decided }),
  );
  try {
    yield* beginning.games();
  } finally {
    given.abort();
    await beginning.allOver();
  }
}

function numbersTo(last: number, played: SeriesRequest['played']): () => number | undefined {
  let given = 0;
  return () => {
    do given++;
    while (played?.has(given));
    return given <= last ? given : undefined;
  };
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
    tools.begins?.(game, plan);
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

export async function playOrVoid(plan: MatchPlan, tools: SeriesTools): Promise<GameReport | VoidMatch> {
  try {
    return await (tools.others?.play(plan, tools) ?? playGame(plan, tools));
  } catch (failure) {
    if (failure instanceof VoidMatch) return failure;
    throw failure;
  }
}

export function recordSoFar({ request }: MatchPlan, { record }: SeriesTools): string | undefined {
  const path = record && recordPath(record, request.id);
  return path && existsSync(path) ? path : undefined;
}

/** One game of a series, by its number from 1; played instead of games with these ids. */
export function planGame(request: SeriesRequest, game: number, rejudged: readonly string[] = []): MatchPlan {
  const {
    games,
    played: _,
    rotate,
    firstHasSeed,
    overlap: __,
    rejudges: ___,
    processors,
    entries,
    ...match
  } = request;
  // The games of a group have one seed.
  const size = request.mirrored ? entries.length : 1;
  const hasSeed = game <= size && (firstHasSeed ?? games <= size);
  const ofGame = (text: string) => (hasSeed ? text : seedOfGame(text, Math.ceil(game / size)));
  const playerSeed = request.playerSeed === undefined ? undefined : ofGame(request.playerSeed);
  const seeds = { seed: ofGame(request.seed), playerSeed };
  const players = onProcessors(seated(entries, rotate ? game - 1 : 0), processors, seeds.seed);
  return planMatch({ ...match, ...seeds, players, rejudged });
}

function seated(entries: SeriesRequest['entries'], turns: number): PlayerPlan[] {
  return entries.map((_, index) => {
    const entry = (index + turns) % entries.length;
    return { seat: index + 1, entry: entry + 1, ...entries[entry]! };
  });
}

/** One may be better than another: who has which is drawn for each game. */
function onProcessors(
  players: readonly PlayerPlan[],
  processors: readonly number[] | undefined,
  seed: string,
): readonly PlayerPlan[] {
  if (!processors) return players;
  const [drawn] = shuffle(openStream(keyOf(seed), 'processor'), processors);
  return players.map((player, index) => ({ ...player, processor: drawn[index] }));
}
