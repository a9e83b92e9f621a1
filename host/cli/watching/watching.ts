import { type RecordReading, readRecord } from '../../events/read-record.ts';
import type { AnyGame } from '../../games/game.ts';
import type { MatchPlan } from '../../match/plan/plan.ts';
import type { SeenGame } from '../../runs/game-pictures.ts';
import type { SeriesGame } from '../../runs/play-series.ts';
import { LivePage } from '../../serve/watch/live-page.ts';
import type { FinishedGame } from '../../serve/watch/shown-games.ts';
import type { WatchedRun } from '../../serve/watch/watched-run.ts';
import type { Onlooker } from '../jobs/series-tools.ts';
import { printError, printNotes } from '../print.ts';
import { parseKeptRecord } from '../stores/kept-record.ts';
import { type LiveServer, serveLive } from './live-server.ts';
import { RecordCopies } from './record-copies.ts';

/** What a page shows of a run, but for its games. */
export interface Shown extends Pick<WatchedRun, 'title' | 'progress' | 'isOver' | 'figures'> {
  readonly game: AnyGame;
  /** Told when one more game is counted. */
  readonly counted?: () => void;
  /** Where the run keeps its games; none: nowhere. */
  readonly kept?: KeptGames | undefined;
}

export interface KeptGames {
  /** Those of earlier runs: how many, and the newest, which are last. */
  readonly before: { readonly newest: readonly FinishedGame[]; readonly all: number };
  /** None: its record is not kept. */
  record(number: number): Promise<Uint8Array | undefined>;
  /** All that come are kept with their records. */
  readonly hasRecords: boolean;
}

/** The live page of a run, as long as its command runs. */
export class Watching implements Onlooker, AsyncDisposable {
  readonly #shown: Shown;
  readonly #page: LivePage;
  readonly #copies: RecordCopies | undefined;
  /** By number: the id of the newest game that has it. */
  readonly #ids = new Map<number, string>();
  #server: LiveServer | undefined;

  static async open(port: number, shown: Shown): Promise<Watching> {
    const watching = new Watching(shown);
    try {
      watching.#server = await serveLive(watching.#page, port, (said) => `--watch=${said}`);
    } catch (error) {
      watching.#copies?.[Symbol.dispose]();
      throw error;
    }
    printNotes([watching.#server.line]);
    return watching;
  }

  private constructor(shown: Shown) {
    const { title, game, kept } = shown;
    this.#shown = shown;
    this.#copies = kept?.hasRecords ? undefined : new RecordCopies();
    this.#page = new LivePage({
      ...{ title, game },
      progress: () => shown.progress(),
      figures: () => shown.figures(),
      record: async (number) => await this.#record(number),
    });
    if (kept) this.#page.over(kept.before.newest, kept.before.all);
  }

  get copies(): string | undefined {
    return this.#copies?.folder;
  }

  onLook(look: (isLooking: boolean) => void): void {
    this.#page.onLook = look;
  }

  begins(number: number, { request, players }: MatchPlan): void {
    this.#ids.set(number, request.id);
    const names = players.map(({ name }) => name);
    this.#page.begins(request.id, { number, names, seed: request.seed });
  }

  seen({ id, ...sight }: SeenGame): void {
    this.#page.seen(id, sight);
  }

  /** The same games, each shown as over when it comes. */
  async *through(games: AsyncIterable<SeriesGame>): AsyncGenerator<SeriesGame> {
    for await (const played of games) {
      this.#took(played);
      yield played;
    }
  }

  /** One more game is counted. */
  changed(): void {
    this.#shown.counted?.();
    this.#page.changed();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#page.end('The command has ended. This page stays as it is.');
    await this.#server?.[Symbol.asyncDispose]();
    this.#copies?.[Symbol.dispose]();
  }

  #took(played: SeriesGame): void {
    const { game: number } = played;
    const id = this.#ids.get(number) ?? '';
    this.#ids.delete(number);
    if ('failure' in played || played.again || played.report.result.reason === 'interrupted') {
      this.#page.ends(id, undefined);
      this.#copies?.remove(id);
      return;
    }
    this.#copies?.keep(number, id);
    this.#page.ends(id, { number, result: played.report.result, isKept: true });
  }

  async #record(number: number): Promise<GameToStep | undefined> {
    const { game, kept } = this.#shown;
    const copy = this.#copies?.pathOf(number);
    if (copy !== undefined) return readOr(readRecord(copy, { [game.name]: game }));
    return recordIn(await kept?.record(number), number, game);
  }
}

type GameToStep = Extract<RecordReading, { ok: true }>;

/** What cannot be read is said where the command runs. */
export function recordIn(bytes: Uint8Array | undefined, number: number, game: AnyGame) {
  return bytes && readOr(parseKeptRecord(bytes, `game ${number}`, { [game.name]: game }));
}

function readOr(reading: RecordReading): GameToStep | undefined {
  if (reading.ok) return reading;
  printError(`the live page: ${reading.problem}\n`);
  return undefined;
}
