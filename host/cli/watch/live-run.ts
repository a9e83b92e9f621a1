import { lstatSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '../../core/errors.ts';
import { type RecordReading, readRecord } from '../../events/read-record.ts';
import type { AnyGame } from '../../games/game.ts';
import type { MatchPlan } from '../../match/plan.ts';
import { recordPath, type SeenGame } from '../../runs/play-game.ts';
import { counts, type RunGame } from '../../runs/run.ts';
import { isStill, nameOf } from '../../seats/process/processes/player-processes.ts';
import type { OpenServer } from '../../serve/http/server.ts';
import { type FinishedGame, LivePage, type WatchedRun } from '../../serve/watch/live-page.ts';
import type { Watcher } from '../jobs/executor.ts';
import { printError, printNotes } from '../output.ts';
import { parseStoredRecord } from '../stores.ts';

/** What a page shows of a run, but for its games. */
export interface RunView extends Pick<WatchedRun, 'title' | 'progress' | 'isOver' | 'figures'> {
  readonly game: AnyGame;
  /** Told when one more game is counted. */
  readonly counted?: () => void;
  /** Where the run keeps its games; none: nowhere. */
  readonly kept?: StoredGames | undefined;
}

export interface StoredGames {
  /** Those of earlier runs: how many, and the newest, which are last. */
  readonly before: { readonly newest: readonly FinishedGame[]; readonly all: number };
  /** None: its record is not kept. */
  record(number: number): Promise<Uint8Array | undefined>;
  /** All that come are kept with their records. */
  readonly hasRecords: boolean;
}

/** The live page of a run, as long as its command runs. */
export class LiveRun implements Watcher, AsyncDisposable {
  readonly #shown: RunView;
  readonly #page: LivePage;
  readonly #copies: RecordCopies | undefined;
  /** By number: the id of the newest game that has it. */
  readonly #ids = new Map<number, string>();
  #server: LiveServer | undefined;

  static async open(port: number, shown: RunView): Promise<LiveRun> {
    const watching = new LiveRun(shown);
    try {
      watching.#server = await serveLive(watching.#page, port, (said) => `--watch=${said}`);
    } catch (error) {
      watching.#copies?.[Symbol.dispose]();
      throw error;
    }
    printNotes([watching.#server.line]);
    return watching;
  }

  private constructor(shown: RunView) {
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

  /** Before it is counted. */
  over(played: RunGame): void {
    const { game: number } = played;
    const id = this.#ids.get(number) ?? '';
    this.#ids.delete(number);
    if (!counts(played)) {
      this.#page.ends(id, undefined);
      this.#copies?.remove(id);
      return;
    }
    this.#copies?.keep(number, id);
    this.#page.ends(id, { number, result: played.report.result, hasRecord: true });
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
  return bytes && readOr(parseStoredRecord(bytes, `game ${number}`, { [game.name]: game }));
}

function readOr(reading: RecordReading): GameToStep | undefined {
  if (reading.ok) return reading;
  printError(`the live page: ${reading.problem}\n`);
  return undefined;
}

/** How a user says a port: `--watch=8017`, `--port 8017`. */
type SaidPort = (port: number) => string;

interface LiveServer extends OpenServer {
  /** In a line for people, and for programs that wait for it. */
  readonly line: string;
}

/** A live page on this machine, as long as it is not disposed of. A port that cannot be used is a usage error. */
export async function serveLive(page: LivePage, port: number, said: SaidPort): Promise<LiveServer> {
  // What serves is loaded by those who want it.
  const [{ openServer }, { liveService }] = await Promise.all([
    import('../../serve/http/server.ts'),
    import('../../serve/watch/live-service.ts'),
  ]);
  const opening = await openServer({ services: [['/', liveService(page)]], port, failed: tellFailure });
  if (!opening.ok) throw new UsageError(`${said(port)}: ${whyNot(opening.code, port, said(0))}`);
  const { server } = opening;
  return { ...server, line: `live page: ${server.address}${page.path}` };
}

function tellFailure(error: unknown): void {
  printError(`the live page: ${(error as Error).message}\n`);
}

function whyNot(code: string, port: number, anyFree: string): string {
  const instead = `${anyFree} takes any that is free`;
  if (code === 'EADDRINUSE')
    return `expected a port that is free, and another program uses this one: ${instead}`;
  if (code === 'EACCES' && port < 1024)
    return `expected a port that you may use, which are those from 1024 on: ${instead}`;
  return `the page cannot be opened (${code}): ${instead}`;
}

/** The newest games whose records are kept. */
const MOST = 200;

/** Of such a folder: whose it is. */
const NAME = /^wordhost-watch-(?<namespace>\d*)-(?<pid>\d+)-(?<start>\d*)-/;

/** A folder for the records of the newest games of a run, where nobody else keeps them. It goes with the command. */
class RecordCopies implements Disposable {
  readonly folder: string;
  /** By number, the oldest first. */
  readonly #over = new Map<number, string>();
  readonly #remove = () => rmSync(this.folder, { recursive: true, force: true });

  constructor() {
    removeLeft();
    const { pid, start = '' } = nameOf(process.pid);
    this.folder = mkdtempSync(join(tmpdir(), `wordhost-watch-${pidNamespace()}-${pid}-${start}-`));
    process.once('exit', this.#remove);
  }

  /** The record of this game is whole; that of the oldest goes, where there are too many. */
  keep(number: number, id: string): void {
    this.#over.set(number, id);
    if (this.#over.size <= MOST) return;
    const [oldest, oldId] = this.#over.entries().next().value!;
    this.#over.delete(oldest);
    this.remove(oldId);
  }

  remove(id: string): void {
    rmSync(recordPath(this.folder, id), { force: true });
  }

  /** None: the game is not over, or it is long over. */
  pathOf(number: number): string | undefined {
    const id = this.#over.get(number);
    return id === undefined ? undefined : recordPath(this.folder, id);
  }

  [Symbol.dispose](): void {
    process.off('exit', this.#remove);
    this.#remove();
  }
}

/** What commands that were killed have left. */
function removeLeft(): void {
  for (const name of readdirSync(tmpdir())) {
    const { namespace, pid, start } = NAME.exec(name)?.groups ?? {};
    if (namespace !== pidNamespace()) continue;
    if (isStill({ pid: Number(pid), start: start === '' ? undefined : Number(start) })) continue;
    try {
      if (isOwn(join(tmpdir(), name))) rmSync(join(tmpdir(), name), { recursive: true, force: true });
    } catch {
      // Another command has removed it.
    }
  }
}

function isOwn(path: string): boolean {
  const there = lstatSync(path);
  return there.isDirectory() && there.uid === process.getuid?.();
}

/** In another container the same number is another process, and the folder may be shared. */
function pidNamespace(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '';
  } catch {
    return '';
  }
}
