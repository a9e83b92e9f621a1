import { openStream, shuffle } from '../core/chance.ts';
import { VoidMatch } from '../core/host-failure.ts';
import { keyOf, seedOfGame } from '../core/seed.ts';
import { type MatchPlan, type MatchSettings, type PlayerPlan, planMatch } from '../match/plan/plan.ts';
import { type GameReport, type GameTools, playGame } from './play-game.ts';

export interface SeriesRequest extends Omit<MatchSettings, 'players' | 'rejudged' | 'id' | 'edition'> {
  readonly games: number;
  /** Everybody moves on by one seat after each game. */
  readonly rotate: boolean;
  /** The next game begins while the players of the last one are ended, where nothing speaks against it. */
  readonly overlap?: boolean | undefined;
  /** How often a game is played again, at most, that was overloaded. */
  readonly rejudges: number;
  /** As many as there are players: each has one to itself, drawn again for each game. */
  readonly processors?: readonly number[] | undefined;
  readonly entries: readonly { readonly name: string; readonly command: string }[];
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
}

/** Games one after another, each given out when it is over. An interruption ends the one that runs, and the rest. */
export function playSeries(request: SeriesRequest, tools: GameTools): AsyncGenerator<SeriesGame> {
  return canOverlap(request, tools) ? overlapping(request, tools) : oneByOne(request, tools);
}

/** Whether a game is played again is known at its end; a processor has one player; and who watches wants one game at a time. */
function canOverlap({ overlap = false, rejudges, processors }: SeriesRequest, { watch, trace }: GameTools) {
  return overlap && rejudges === 0 && !processors && !watch && !trace;
}

async function* oneByOne(request: SeriesRequest, tools: GameTools): AsyncGenerator<SeriesGame> {
  for (let game = 1; game <= request.games && !tools.interrupt?.aborted; game++)
    yield* judgeOrVoid(request, game, tools);
}

/** The players of a game are started while those of the one before are ended: two games at once, and never more. */
async function* overlapping(request: SeriesRequest, tools: GameTools): AsyncGenerator<SeriesGame> {
  const given = new AbortController();
  const interrupt = AbortSignal.any([given.signal, ...(tools.interrupt ? [tools.interrupt] : [])]);
  const begin = (game: number) => beginGame(request, game, { ...tools, interrupt });
  let next: BegunGame | undefined = begin(1);
  try {
    for (let game = 1; next; game++) {
      const current: BegunGame = next;
      const goesOn = (await current.decided) && game < request.games && !interrupt.aborted;
      next = goesOn ? begin(game + 1) : undefined;
      yield* await current.over;
    }
  } finally {
    // Nobody asks for the game that has begun.
    given.abort();
    await next?.over.catch(() => {});
  }
}

interface BegunGame {
  /** Whether it went well until it was decided. */
  readonly decided: Promise<boolean>;
  readonly over: Promise<readonly SeriesGame[]>;
}

function beginGame(request: SeriesRequest, game: number, tools: GameTools): BegunGame {
  const { promise: decided, resolve } = Promise.withResolvers<boolean>();
  const over = allOf(judgeOrVoid(request, game, { ...tools, decided: () => resolve(true) }));
  over.then(
    () => resolve(true),
    () => resolve(false),
  );
  return { decided, over };
}

async function allOf(games: AsyncIterable<SeriesGame>): Promise<readonly SeriesGame[]> {
  const all: SeriesGame[] = [];
  for await (const game of games) all.push(game);
  return all;
}

async function* judgeOrVoid(
  request: SeriesRequest,
  game: number,
  tools: GameTools,
): AsyncGenerator<SeriesGame> {
  try {
    yield* judge(request, game, tools);
  } catch (failure) {
    if (!(failure instanceof VoidMatch)) throw failure;
    yield { game, failure };
  }
}

/** One game, and again while the machine was overloaded. */
async function* judge(request: SeriesRequest, game: number, tools: GameTools): AsyncGenerator<PlayedGame> {
  const rejudged: string[] = [];
  for (let again = true; again; ) {
    const plan = planGame(request, game, [...rejudged]);
    const report = await playGame(plan, tools);
    const { overloaded = false } = report.result;
    again = overloaded && rejudged.length < request.rejudges && !tools.interrupt?.aborted;
    rejudged.push(plan.request.id);
    yield { game, plan, report, again };
  }
}

function planGame(request: SeriesRequest, game: number, rejudged: readonly string[]): MatchPlan {
  const { games, rotate, overlap: _, rejudges: __, processors, entries, ...match } = request;
  // The games of a group have one seed.
  const size = request.mirrored ? entries.length : 1;
  const ofGame = (text: string) => (games <= size ? text : seedOfGame(text, Math.ceil(game / size)));
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
