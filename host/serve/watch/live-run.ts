import { lstatSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attempt, UsageError } from '../../core/errors.ts';
import { type RecordReading, readRecord } from '../../events/read-record.ts';
import type { AnyGame } from '../../games/game.ts';
import type { MatchPlan } from '../../match/plan.ts';
import { counts, type RunGame } from '../../runs/experiment.ts';
import { recordPath, type SeenGame } from '../../runs/play-game.ts';
import type { Sink } from '../../runs/run.ts';
import { parseStoredRecord } from '../../runs/store/stored-runs.ts';
import { isStill, nameOf } from '../../seats/process/processes/player-processes.ts';
import type { RunOutput } from '../../views/terminal/run-output.ts';
import { shortPlayerNames } from '../../views/words.ts';
import type { OpenServer } from '../http/server.ts';
import { type FinishedGame, LivePage, type WatchedRun } from './live-page.ts';

export interface RunView
  extends Pick<WatchedRun, 'title' | 'progress' | 'isOver' | 'gamesOfSeed' | 'figures' | 'report'> {
  readonly game: AnyGame;
  readonly counted?: () => void;
  readonly stored?: StoredGames | undefined;
}

export interface StoredGames {
  /** The number of games of earlier runs, and the newest of them, in order. */
  readonly before: { readonly newest: readonly FinishedGame[]; readonly all: number };
  record(number: number): Promise<Uint8Array | undefined>;
  /** All new games are stored with records. */
  readonly hasRecords: boolean;
}

/** The live page of a run, while its command runs. */
export class LiveRun implements Sink, AsyncDisposable {
  readonly #view: RunView;
  readonly #output: RunOutput;
  readonly #page: LivePage;
  readonly #copies: RecordCopies | undefined;
  /** The id of the newest game by its number. */
  readonly #ids = new Map<number, string>();
  #server: LiveServer | undefined;

  static async open(port: number, view: RunView, output: RunOutput): Promise<LiveRun> {
    const live = new LiveRun(view, output);
    try {
      live.#server = await serveLive(live.#page, port, { option: (value) => `--watch=${value}`, output });
    } catch (error) {
      live.#copies?.[Symbol.dispose]();
      throw error;
    }
    output.notes([live.#server.line]);
    return live;
  }

  private constructor(view: RunView, output: RunOutput) {
    const { title, game, stored, report } = view;
    this.#view = view;
    this.#output = output;
    this.#copies = stored?.hasRecords ? undefined : new RecordCopies();
    this.#page = new LivePage({
      title,
      game,
      progress: () => view.progress(),
      gamesOfSeed: view.gamesOfSeed ?? 1,
      figures: () => view.figures(),
      record: async (number) => await this.#record(number),
      ...(report && { report }),
    });
    if (stored) this.#page.over(stored.before.newest, stored.before.all);
  }

  get copies(): string | undefined {
    return this.#copies?.folder;
  }

  onLook(look: (isLooking: boolean) => void): void {
    this.#page.onLook = look;
  }

  begins(number: number, { request, players }: MatchPlan): void {
    this.#ids.set(number, request.id);
    const names = shortPlayerNames(players);
    this.#page.begins(request.id, { number, names });
  }

  seen({ id, ...sight }: SeenGame): void {
    this.#page.seen(id, sight);
  }

  counted(): void {
    this.#view.counted?.();
    this.#page.changed();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#page.end('The command has ended. This page no longer changes.');
    await this.#server?.[Symbol.asyncDispose]();
    this.#copies?.[Symbol.dispose]();
  }

  saved(played: RunGame): void {
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
    const { game, stored } = this.#view;
    const copy = this.#copies?.pathOf(number);
    if (copy !== undefined) return readOr(readRecord(copy, { [game.name]: game }), this.#output);
    return recordIn(await stored?.record(number), number, game, this.#output);
  }
}

type GameToStep = Extract<RecordReading, { ok: true }>;

type ErrorOutput = Pick<RunOutput, 'error'>;

/** The command itself reports why it cannot be read. */
export function recordIn(
  bytes: Uint8Array | undefined,
  number: number,
  game: AnyGame,
  output: ErrorOutput,
): GameToStep | undefined {
  return bytes && readOr(parseStoredRecord(bytes, `game ${number}`, { [game.name]: game }), output);
}

function readOr(reading: RecordReading, output: ErrorOutput): GameToStep | undefined {
  if (reading.ok) return reading;
  output.error(`the live page: ${reading.problem}`);
  return undefined;
}

interface ServeOptions {
  /** The option as the user writes it: `--watch=8017`, `--port 8017`. */
  readonly option: (port: number) => string;
  readonly output: ErrorOutput;
}

interface LiveServer extends OpenServer {
  /** A line for people and for programs that wait for it. */
  readonly line: string;
}

/** Opens a live page on this machine. A busy port is a usage error. */
export async function serveLive(
  page: LivePage,
  port: number,
  { option, output }: ServeOptions,
): Promise<LiveServer> {
  // The server is loaded on demand.
  const [{ openServer }, { liveService }] = await Promise.all([
    import('../http/server.ts'),
    import('./live-service.ts'),
  ]);
  const failed = (error: unknown) => output.error(`the live page: ${(error as Error).message}`);
  const opening = await openServer({ services: [['/', liveService(page)]], port, failed });
  if (!opening.ok) throw new UsageError(`${option(port)}: ${whyNot(opening.code, port, option(0))}`);
  const { server } = opening;
  return { ...server, line: `live page: ${server.address}${page.path}` };
}

function whyNot(code: string, port: number, anyFree: string): string {
  const instead = `${anyFree} for any free port`;
  if (code === 'EADDRINUSE') return `cannot listen: address in use: ${instead}`;
  if (code === 'EACCES' && port < 1024)
    return `cannot listen: permission denied; ports up to 1023 are reserved: ${instead}`;
  return `cannot listen (${code}): ${instead}`;
}

const MOST = 200;

/** The owner is part of the folder's name. */
const NAME = /^wordhost-watch-(?<namespace>\d*)-(?<pid>\d+)-(?<start>\d*)-/;

/** Stores the records of the newest games in a folder until the command ends. */
class RecordCopies implements Disposable {
  readonly folder: string;
  /** The oldest first. */
  readonly #over = new Map<number, string>();
  readonly #remove = () => rmSync(this.folder, { recursive: true, force: true });

  constructor() {
    removeLeft();
    const { pid, start = '' } = nameOf(process.pid);
    this.folder = mkdtempSync(join(tmpdir(), `wordhost-watch-${pidNamespace()}-${pid}-${start}-`));
    process.once('exit', this.#remove);
  }

  /** The record of this game is complete. Removes the oldest at the limit. */
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

  /** Undefined for a game that is not over, or was removed. */
  pathOf(number: number): string | undefined {
    const id = this.#over.get(number);
    return id === undefined ? undefined : recordPath(this.folder, id);
  }

  [Symbol.dispose](): void {
    process.off('exit', this.#remove);
    this.#remove();
  }
}

/** Removes folders of killed commands. */
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

/** In another container a number is another process, and the folder may be shared. */
function pidNamespace(): string {
  return attempt(() => /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '', '');
}
