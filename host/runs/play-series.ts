import { existsSync } from 'node:fs';
import { openStream, shuffle } from '../core/chance.ts';
import { VoidMatch } from '../core/errors.ts';
import { keyOf, seedOfGame } from '../core/seed.ts';
import { type Entry, type MatchPlan, type MatchSettings, type PlayerPlan, planMatch } from '../match/plan.ts';
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
  const beginning = new GameQueue<SeriesGame>(
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

/** Which games there are, and how many of them at once. */
interface QueueOptions {
  /** Answers each number once, going upwards; none: no more can begin now. It is asked again when a game is over. */
  readonly next: () => number | undefined;
  readonly jobs: number;
  /** A game may begin while the players of another are ended. */
  readonly overlap: boolean;
  /** No more begin. */
  readonly stop: AbortSignal;
}

/** Plays a game, by its number from 1: what comes of it. `decided` is called when only its end is awaited. */
type Play<Game> = (game: number, decided: () => void) => AsyncIterable<Game>;

/** Games whose players hear the end and are ended, for each that is played: a short game takes a fifth of that time. */
export const MOST_ENDING = 4;
/** While the oldest game goes on, so many others may begin for each that is played at once: what waits for it is bounded. */
const MOST_AHEAD = 32;

/** Begins the games of a run, so many at once, and gives out what comes of them as it comes; one at a time, in order. */
export class GameQueue<Game> {
  readonly #terms: QueueOptions;
  readonly #play: Play<Game>;
  /** Begun and not over, the oldest first. */
  readonly #running = new Map<number, Promise<void>>();
  /** Of these, those that are being decided. */
  readonly #undecided = new Set<number>();
  readonly #ready: { readonly game: number; readonly one: Game }[] = [];
  /** The next one that begins, if it has been asked for. */
  #waiting: number | undefined;
  #failure: { readonly error: unknown } | undefined;
  #change = Promise.withResolvers<void>();

  constructor(terms: QueueOptions, play: Play<Game>) {
    this.#terms = terms;
    this.#play = play;
  }

  /** After a failure no more begin; what runs is finished and given out before it is thrown. */
  async *games(): AsyncGenerator<Game> {
    for (;;) {
      for (let due = this.#takeDue(); due; due = this.#takeDue()) yield due.one;
      this.#begin();
      if (this.#running.size === 0) break;
      await this.#change.promise;
      this.#change = Promise.withResolvers();
    }
    if (this.#failure) throw this.#failure.error;
  }

  async allOver(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  /** One at a time, they come in order: the next may have ended while the players of the last one still did. */
  #takeDue(): { readonly one: Game } | undefined {
    if (this.#terms.jobs > 1) return this.#ready.shift();
    const [oldest = Number.POSITIVE_INFINITY] = this.#running.keys();
    const first = Math.min(...this.#ready.map(({ game }) => game));
    if (first > oldest) return undefined;
    const [due] = this.#ready.splice(
      this.#ready.findIndex(({ game }) => game === first),
      1,
    );
    return due;
  }

  #begin(): void {
    const { next, stop } = this.#terms;
    while (this.#hasPlace() && !this.#failure && !stop.aborted) {
      this.#waiting ??= next();
      const game = this.#waiting;
      if (game === undefined || this.#isFarAhead(game)) return;
      this.#waiting = undefined;
      this.#undecided.add(game);
      // It may be decided at once, and then the next begins within this call.
      this.#running.set(game, Promise.resolve());
      this.#running.set(game, this.#playToEnd(game));
    }
  }

  #isFarAhead(game: number): boolean {
    const [oldest = game] = this.#running.keys();
    return game - oldest >= MOST_AHEAD * this.#terms.jobs;
  }

  #hasPlace(): boolean {
    const { jobs, overlap } = this.#terms;
    if (this.#ready.length >= jobs) return false;
    if (!overlap) return this.#running.size < jobs;
    return this.#undecided.size < jobs && this.#running.size < (1 + MOST_ENDING) * jobs;
  }

  async #playToEnd(game: number): Promise<void> {
    try {
      for await (const one of this.#play(game, () => this.#decided(game))) {
        this.#ready.push({ game, one });
        this.#change.resolve();
      }
    } catch (error) {
      this.#failure ??= { error };
    }
    this.#running.delete(game);
    this.#undecided.delete(game);
    this.#change.resolve();
  }

  /** At once: whoever takes the games may be busy. */
  #decided(game: number): void {
    this.#undecided.delete(game);
    if (this.#terms.overlap) this.#begin();
  }
}

/** Gives out what belongs to games in the order of their numbers, whatever the order in which they end. */
export class InOrder<Item> {
  readonly #waiting = new Map<number, Item[]>();
  /** Those that nothing more comes of. */
  readonly #over = new Set<number>();
  #next = 1;

  /** Of the game with this number, and with `isLast` nothing more comes of it. Answers with what is due now. */
  take(game: number, item: Item, isLast = true): readonly Item[] {
    const items = this.#waiting.get(game);
    if (items) items.push(item);
    else this.#waiting.set(game, [item]);
    if (isLast) this.#over.add(game);
    const due: Item[] = [];
    for (; this.#over.delete(this.#next); this.#next++) due.push(...this.#taken(this.#next));
    return due;
  }

  /** What still waits for a game that does not come any more. */
  rest(): readonly Item[] {
    const games = [...this.#waiting.keys()].sort((one, other) => one - other);
    return games.flatMap((game) => this.#taken(game));
  }

  #taken(game: number): readonly Item[] {
    const items = this.#waiting.get(game) ?? [];
    this.#waiting.delete(game);
    return items;
  }
}

/** The games of a series in the order of their numbers, with those that were played before. */
export async function* inOrder<Before extends { readonly game: number } = never>(
  games: AsyncIterable<SeriesGame>,
  before: readonly Before[] = [],
): AsyncGenerator<SeriesGame | Before> {
  const order = new InOrder<SeriesGame | Before>();
  for (const each of before) yield* order.take(each.game, each);
  for await (const played of games) yield* order.take(played.game, played, !comesAgain(played));
  yield* order.rest();
}

/** Another one with this number follows. */
export function comesAgain(played: SeriesGame): boolean {
  return 'again' in played && played.again;
}
