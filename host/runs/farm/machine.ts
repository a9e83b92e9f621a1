import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, hostname, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { HostFailure, UsageError } from '../../core/errors.ts';
import { drawId } from '../../core/seed.ts';
import { version } from '../../core/version.ts';
import { commandFolder } from '../../files/command-folder.ts';
import { entryFile } from '../../files/package-root.ts';
import { type AnyGame, edition } from '../../games/game.ts';
import { BUILT_IN, cacheFolders, findCached } from '../../lexicon/cache.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import { loadLexicon } from '../../lexicon/load.ts';
import { playersFolder } from '../../seats/process/bundles/bundle-cache.ts';
import type { PrepareTools } from '../../seats/process/bundles/prepare-player.ts';
import { memoryGroups, withoutGroup } from '../../seats/process/limits/memory-groups.ts';
import { type HostingRequest, processSeats, withStrict } from '../../seats/process/process-seats.ts';
import { probeSandbox } from '../../seats/process/sandbox/probe-sandbox.ts';
import { leastRequest } from '../../seats/process/sandbox/sandbox.ts';
import { strictObstacle } from '../../seats/process/sandbox/strict-request.ts';
import { type Executor, LocalExecutor } from '../executor.ts';
import type { FarmPlace } from '../store/contract.ts';
import type { GamesDatabase } from '../store/games-database.ts';
import type { Setup } from '../worker-pool.ts';
import { FarmExecutor } from './farm.ts';
import { bundlesOf, fetchBundle, withPreparedPlayers } from './travelling-players.ts';
import { type FarmSetup, MOST_STDERR } from './wire.ts';
import { FarmWorker } from './worker.ts';

/** Starts processes that play games. */
type OpenPool = (sizes: { readonly jobs: number; readonly workers: number }, setup: Setup) => Executor;

interface FarmRequest {
  readonly game: AnyGame;
  readonly lexicon: Lexicon | undefined;
  readonly hosting: HostingRequest;
  /** The folder that records come to. */
  readonly record: string | undefined;
  /** The folder of records that go into the store. */
  readonly runningFolder: string | undefined;
  readonly thinking: number;
  readonly overlap: boolean;
  readonly weight: number;
  /** Games at once on this machine. With 0 it plays none. */
  readonly jobs: number;
  readonly note: (line: string) => void;
  readonly openPool: OpenPool;
}

/** Workers play the games of a run, and this process does, too, as one of them. */
export async function openFarm({ database, experiment }: FarmPlace, request: FarmRequest): Promise<Executor> {
  const { game, lexicon, record, runningFolder, jobs, thinking, overlap, weight, note, openPool } = request;
  const { stderrCap = MOST_STDERR } = request.hosting;
  const hosting: HostingRequest = {
    ...withWholePaths(request.hosting),
    stderr: 'discard',
    commandFolder: undefined,
    stderrCap: Math.min(stderrCap, MOST_STDERR),
  };
  const farm = await FarmExecutor.open({
    database,
    experiment,
    lexicon,
    record,
    keepsPacked: record === runningFolder,
    note,
    setup: {
      version,
      edition,
      game: game.name,
      thinking,
      overlap,
      weight,
      records: record !== undefined,
      dictionary: lexicon ? { name: lexicon.name, sha256: lexicon.sha256 } : null,
      hosting,
    },
  });
  if (jobs === 0) return farm;
  const [drain, end] = [new AbortController(), new AbortController()];
  const worker = await openWorker(database, {
    experiment,
    slots: jobs,
    openPool,
    gameNamed: async () => game,
    hostingOf: () => hosting,
    lists: async () => lexicon,
    note: (line) => note(`note: this machine ${line}`),
    refused: (problem) =>
      farm.fail(new HostFailure(`${problem}. Use --jobs 0 to play no games on this machine`)),
  });
  const running = worker.run({ drain: drain.signal, end: end.signal });
  running.catch((error: Error) => farm.fail(error));
  return {
    get jobs() {
      return farm.jobs;
    },
    overlap: farm.overlap,
    play: (match, options) => farm.play(match, options),
    recordOf: (id) => farm.recordOf(id),
    async [Symbol.asyncDispose]() {
      await farm[Symbol.asyncDispose]();
      drain.abort();
      end.abort();
      await running.catch(() => {});
    },
  };
}

/** Workers are started in any folder. */
function withWholePaths({ cwd = '.', own, ...hosting }: HostingRequest): HostingRequest {
  const whole = (path: string) => resolve(path);
  const ownWhole = [...(own ?? [])].map(
    ([name, each]) => [name, { ...each, ...(each.cwd !== undefined && { cwd: whole(each.cwd) }) }] as const,
  );
  return withStrict({ ...hosting, cwd: whole(cwd), own: new Map(ownWhole) }, (request) => ({
    ...request,
    readable: request.readable.map(whole),
    writable: request.writable.map(whole),
  }));
}

interface WorkerRequest {
  readonly experiment?: number;
  readonly name?: string | undefined;
  /** Games at once. */
  readonly slots: number;
  readonly gameNamed: (name: string) => Promise<AnyGame>;
  /** What players get of this machine, from what the database says of it. Throws what they do not get. */
  readonly hostingOf: (hosting: HostingRequest) => HostingRequest;
  /** Lists that are in this process already. */
  readonly lists?: () => Promise<Lexicon | undefined>;
  readonly note: (line: string) => void;
  readonly refused?: (problem: string) => void;
  readonly openPool: OpenPool;
}

/** A worker of this machine. */
export async function openWorker(
  database: GamesDatabase,
  { experiment, name, slots, gameNamed, hostingOf, lists, note, refused, openPool }: WorkerRequest,
): Promise<Pick<FarmWorker, 'run'>> {
  const record = realpathSync(mkdtempSync(join(tmpdir(), 'wordhost-worker-')));
  const remove = () => rmSync(record, { recursive: true, force: true });
  process.once('exit', remove);
  const host = hostname();
  const worker = await FarmWorker.open({
    database,
    experiment,
    gameNamed,
    record,
    note,
    ...(refused && { refused }),
    name: name ?? `${host}-${drawId().slice(0, 6)}`,
    facts: {
      host,
      pid: process.pid,
      version,
      slots,
      processors: availableParallelism(),
      since: new Date().toISOString(),
    },
    load: () => Math.round(100 * loadavg()[0]!) / 100,
    lexiconOf: async (list, text) => (await lists?.()) ?? (await listOf(list, text, record)),
    openExecutor: async (setup, lexicon) => {
      const hosting = hostingOf(setup.hosting);
      const fetch = async (sha256: string) => await fetchBundle(database, sha256);
      return await executorOf({ ...setup, hosting }, lexicon, { slots, record, fetch, openPool });
    },
  });
  return {
    async run(stops) {
      try {
        await worker.run(stops);
      } finally {
        process.off('exit', remove);
        remove();
      }
    },
  };
}

/** Finds a word list by its hash: the built-in list, one of the cache, or the text that was sent. */
async function listOf(
  { name, sha256 }: { name: string; sha256: string },
  text: () => Promise<Uint8Array>,
  folder: string,
): Promise<Lexicon> {
  const builtIn = loadLexicon(BUILT_IN);
  if (builtIn.ok && builtIn.lexicon.sha256 === sha256) return { ...builtIn.lexicon, name };
  const cached = findCached(cacheFolders(process.env), sha256);
  if (cached) return { ...cached.automaton, name, sha256, path: cached.textFile };
  const file = join(folder, `${sha256}.words`);
  writeFileSync(file, await text());
  const reading = loadLexicon(file);
  rmSync(file);
  if (!reading.ok) throw new HostFailure(reading.problem);
  if (reading.lexicon.sha256 !== sha256)
    throw new HostFailure(`its word list ${name} is not the one that was sent`);
  return { ...reading.lexicon, name };
}

/** Chooses how this machine plays the games of an experiment, if it can keep the promises. */
async function executorOf(
  setup: FarmSetup,
  lexicon: Lexicon | undefined,
  { slots, record, fetch, openPool }: LocalPlay,
): Promise<Executor> {
  const { sandbox, memoryCap } = setup.hosting;
  const hidden = [record, ...(bundlesOf(setup.hosting).length > 0 ? [playersFolder()] : [])];
  const { strict: least = leastRequest } = setup.hosting;
  const hosting = withStrict(
    { ...setup.hosting, strict: least, commandFolder: commandFolder(entryFile('wordhost')) },
    (request) => ({ ...request, hidden: [...request.hidden, ...hidden] }),
  );
  const { strict = least, own } = hosting;
  const isLimited = [memoryCap, ...[...(own?.values() ?? [])].map((each) => each.memoryCap)].some(Boolean);
  // It must come first: with something started, a control group may not be made ready any more.
  const groups = isLimited ? await memoryGroups(sandbox) : undefined;
  if (sandbox === 'strict' && isLimited && !groups) throw new UsageError(`--memory ${withoutGroup()}`);
  const probed = await probeSandbox(sandbox);
  if ('problem' in probed) throw new UsageError(probed.problem);
  if (sandbox === 'strict') {
    const cwd = hosting.cwd ?? '.';
    const obstacle = await strictObstacle({ cwd, dictionary: lexicon?.path, strict });
    if (obstacle) throw new UsageError(obstacle.problem);
  }
  const recording = { record: setup.records ? record : undefined };
  const executor =
    slots === 1
      ? new LocalExecutor({ ...recording, openSeats: processSeats(hosting) })
      : openPool({ jobs: slots, workers: slots }, { game: setup.game, lexicon, hosting, recording });
  return withPreparedPlayers(executor, hosting, fetch);
}

interface LocalPlay {
  readonly slots: number;
  /** The folder of records. */
  readonly record: string;
  /** Files of players that are not on this machine yet. */
  readonly fetch: PrepareTools['fetch'];
  readonly openPool: OpenPool;
}
