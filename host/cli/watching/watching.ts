import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '../../core/usage-error.ts';
import { parseRecordBytes, type RecordReading, readRecord } from '../../events/read-record.ts';
import type { AnyGame } from '../../games/game.ts';
import type { MatchPlan } from '../../match/plan/plan.ts';
import type { SeenGame } from '../../runs/game-pictures.ts';
import { recordPath } from '../../runs/play-game.ts';
import type { SeriesGame } from '../../runs/play-series.ts';
import { type OpenServer, openServer } from '../../serve/http/server.ts';
import { LivePage } from '../../serve/watch/live-page.ts';
import type { WatchedRun } from '../../serve/watch/watched-run.ts';
import type { Onlooker } from '../jobs/series-tools.ts';
import { printError, printNotes } from '../print.ts';

/** What a page shows of a run, but for its games. */
export interface Shown extends Pick<WatchedRun, 'title' | 'progress' | 'figures'> {
  readonly game: AnyGame;
  /** Told when one more game is counted. */
  readonly counted?: () => void;
  /** The record of a game of an earlier run, or of one that is long over. */
  readonly kept?: (number: number) => Promise<Uint8Array | undefined>;
}

/** The newest games that can be stepped through, where nobody else keeps their records. */
const MOST_COPIES = 200;

/** The live page of a run, as long as its command runs. */
export class Watching implements Onlooker, AsyncDisposable {
  readonly copies = mkdtempSync(join(tmpdir(), 'wordhost-watch-'));
  readonly #shown: Shown;
  readonly #page: LivePage;
  /** By number: the id of the newest game that has it. */
  readonly #ids = new Map<number, string>();
  /** The oldest first. */
  readonly #over = new Map<number, string>();
  readonly #remove = () => rmSync(this.copies, { recursive: true, force: true });
  #server: OpenServer | undefined;

  static async open(port: number, shown: Shown): Promise<Watching> {
    const watching = new Watching(shown);
    try {
      await watching.#open(port);
    } catch (error) {
      watching.#remove();
      throw error;
    }
    return watching;
  }

  private constructor(shown: Shown) {
    this.#shown = shown;
    this.#page = new LivePage({
      title: shown.title,
      game: shown.game,
      progress: () => shown.progress(),
      figures: () => shown.figures(),
      record: async (number) => await this.#record(number),
    });
    process.once('exit', this.#remove);
  }

  async #open(port: number): Promise<void> {
    const failed = (error: unknown) => printError(`the live page: ${(error as Error).message}\n`);
    const opening = await openServer({ routes: this.#page.routes, port, failed });
    if (!opening.ok) throw new UsageError(`--watch=${port}: ${whyNot(opening.code, port)}`);
    this.#server = opening.server;
    printNotes([`live page: ${opening.server.address}${this.#page.path}`]);
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
    process.off('exit', this.#remove);
    this.#remove();
  }

  #took(played: SeriesGame): void {
    const { game: number } = played;
    const id = this.#ids.get(number) ?? '';
    this.#ids.delete(number);
    if ('failure' in played || played.again || played.report.result.reason === 'interrupted') {
      this.#page.ends(id, undefined);
      rmSync(recordPath(this.copies, id), { force: true });
      return;
    }
    this.#over.set(number, id);
    for (const [oldest, oldId] of this.#over) {
      if (this.#over.size <= MOST_COPIES) break;
      this.#over.delete(oldest);
      rmSync(recordPath(this.copies, oldId), { force: true });
    }
    this.#page.ends(id, { number, result: played.report.result, isKept: true });
  }

  async #record(number: number): Promise<Extract<RecordReading, { ok: true }> | undefined> {
    const { game, kept } = this.#shown;
    const games = { [game.name]: game };
    const id = this.#over.get(number);
    if (id !== undefined) return readOr(readRecord(recordPath(this.copies, id), games));
    const bytes = await kept?.(number);
    return bytes && readOr(parseRecordBytes(Buffer.from(bytes), `game ${number}`, games));
  }
}

function readOr(reading: RecordReading): Extract<RecordReading, { ok: true }> | undefined {
  if (reading.ok) return reading;
  printError(`the live page: ${reading.problem}\n`);
  return undefined;
}

function whyNot(code: string, port: number): string {
  const anyFree = '--watch=0 takes any that is free';
  if (code === 'EADDRINUSE')
    return `expected a port that is free, and another program uses this one: ${anyFree}`;
  if (code === 'EACCES' && port < 1024)
    return `expected a port that you may use, which are those from 1024 on: ${anyFree}`;
  return `the page cannot be opened (${code}): ${anyFree}`;
}
