import { sql, type Transaction } from 'kysely';
import { HostFailure } from '../../core/errors.ts';
import { LARGEST_BUNDLE } from '../../files/file-bundle.ts';
import { cachedBundle } from '../../seats/process/bundles/bundle-cache.ts';
import { type PrepareTools, preparePlayer } from '../../seats/process/bundles/prepare-player.ts';
import type { PlayerBundle } from '../../seats/process/player-files.ts';
import type { HostingRequest } from '../../seats/process/process-seats.ts';
import { aborted, type Executor, type Match, type PlayOptions } from '../executor.ts';
import type { GameReport } from '../play-game.ts';
import type { GamesDatabase, GameTables } from '../store/games-database.ts';
import { packRecord, unpackRecord } from '../store/packed-record.ts';

/** An executor of this machine that unpacks and prepares the files of players before their first game here. */
export function withPreparedPlayers(
  executor: Executor,
  hosting: HostingRequest,
  fetch: PrepareTools['fetch'] = async () => undefined,
): Executor {
  if (bundlesOf(hosting).length === 0) return executor;
  const closing = new AbortController();
  const preparing = new Set<Promise<unknown>>();
  const tools = { hosting, fetch, signal: closing.signal };
  const prepared = async ({ request: { players } }: Match) => {
    await Promise.all(
      players.map(async ({ name }) => {
        const own = hosting.own?.get(name);
        if (own?.bundle !== undefined) await preparePlayer(own.bundle, own, tools);
      }),
    );
  };
  return {
    get jobs() {
      return executor.jobs;
    },
    overlap: executor.overlap,
    async play(match: Match, options: PlayOptions): Promise<GameReport> {
      const preparation = prepared(match);
      preparing.add(preparation);
      void preparation.finally(() => preparing.delete(preparation)).catch(() => {});
      await Promise.race([preparation, aborted(options.interrupt), aborted(closing.signal)]);
      return await executor.play(match, options);
    },
    recordOf: (id) => executor.recordOf?.(id),
    look: (isLooking) => executor.look?.(isLooking),
    async [Symbol.asyncDispose]() {
      closing.abort();
      await executor[Symbol.asyncDispose]();
      await Promise.allSettled(preparing);
    },
  };
}

/** The files that the players of a run bring, each once. */
export function bundlesOf({ own }: Pick<HostingRequest, 'own'>): readonly PlayerBundle[] {
  const bundles = [...(own?.values() ?? [])].flatMap(({ bundle }) => bundle ?? []);
  return [...new Map(bundles.map((bundle) => [bundle.sha256, bundle])).values()];
}

/**
 * Puts the packed files of players into the database of a farm, unless it has them. The experiment names them
 * already, because files that no experiment names are deleted.
 */
export async function sendBundles(database: GamesDatabase, bundles: readonly PlayerBundle[]): Promise<void> {
  if (bundles.length === 0) return;
  const hashes = bundles.map(({ sha256 }) => sha256);
  const there = await database.transaction(async (queries) => {
    await lockBundles(queries);
    return await queries.selectFrom('bundle').select('sha256').where('sha256', 'in', hashes).execute();
  });
  const known = new Set(there.map(({ sha256 }) => sha256));
  for (const { sha256, files } of bundles) {
    if (known.has(sha256)) continue;
    const packed = await packRecord(cachedBundle(sha256), LARGEST_BUNDLE);
    if (packed === undefined)
      throw new HostFailure(
        `the files of a player (${files}) are no longer in the cache: run the command again`,
      );
    const [, bytes, text] = packed;
    const insert = database.queries.insertInto('bundle').values({ sha256, bytes, packed: text });
    await database.rows(insert.onConflict((conflict) => conflict.doNothing()));
  }
}

/** Deletes the files that no experiment needs now. */
export async function deleteUnusedBundles(queries: Transaction<GameTables>): Promise<void> {
  await lockBundles(queries);
  await queries
    .deleteFrom('bundle')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('experiment').select('id').where(sql<boolean>`strpos(farm, sha256) > 0`))),
    )
    .execute();
}

/** This keeps files that another scheduler has just found there. */
async function lockBundles(queries: Transaction<GameTables>): Promise<void> {
  await sql`LOCK TABLE wordhost_games.bundle IN SHARE ROW EXCLUSIVE MODE`.execute(queries);
}

/** The packed files of a player; undefined where the database has none of this hash, or others. */
export async function fetchBundle(database: GamesDatabase, sha256: string): Promise<Uint8Array | undefined> {
  const [row] = await database.rows(
    database.queries.selectFrom('bundle').selectAll().where('sha256', '=', sha256),
  );
  return row && (await unpackRecord([sha256, row.bytes, row.packed], LARGEST_BUNDLE));
}
