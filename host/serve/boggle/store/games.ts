import type { Kysely } from 'kysely';
import { gameIn, gameRow, moveIn, moveRow, type StoredGame, type StoredMove } from './stored-game.ts';
import { type BoggleQueries, type BoggleTables, type GameTable, type MoveTable, these } from './tables.ts';

type Build = Kysely<BoggleTables>;

const ofState = [
  ...(['turns_left', 'next', 'points1', 'points2', 'found'] as const),
  ...(['message', 'winner', 'changes', 'changed_at'] as const),
] as const;
const ofGame = [
  ...(['id', 'seed', 'board', 'user1', 'user2', 'name1', 'name2', 'turns', 'made_at'] as const),
  ...ofState,
] as const;

const insert = (build: Build, row: GameTable) =>
  build.insertInto('boggle_game').values(these(row, ...ofGame));

export async function insertGame({ run }: BoggleQueries, game: StoredGame): Promise<void> {
  await run(insert, gameRow(game));
}

const update = (build: Build, row: GameTable & { readonly seen: number }) =>
  build
    .updateTable('boggle_game')
    .set(these(row, ...ofState))
    .where('id', '=', row.id)
    .where('changes', '=', row.seen);

/** Whether it was as it was read: if not, somebody else has changed it meanwhile. */
export async function updateGame(
  { run }: BoggleQueries,
  { changes: seen }: StoredGame,
  after: StoredGame,
): Promise<boolean> {
  return (await run(update, { ...gameRow(after), seen })) === 1;
}

const ofMove = [
  ...(['game', 'number', 'seat', 'word', 'points', 'path', 'reason', 'message', 'at'] as const),
] as const;

const insertOne = (build: Build, row: MoveTable) =>
  build.insertInto('boggle_move').values(these(row, ...ofMove));

export async function insertMove({ run }: BoggleQueries, game: StoredGame, move: StoredMove): Promise<void> {
  await run(insertOne, moveRow(game, move));
}

const byKey = (build: Build, { key }: { readonly key: string }) =>
  build.selectFrom('boggle_game').selectAll().where('id', '=', key);

export async function gameByKey({ all }: BoggleQueries, key: string): Promise<StoredGame | undefined> {
  const [row] = await all(byKey, { key });
  return row && gameIn(row);
}

const ofUser = (build: Build, { user, most }: { readonly user: string; readonly most: number }) =>
  build
    .selectFrom('boggle_game')
    .selectAll()
    .where((game) => game.or([game('user1', '=', user), game('user2', '=', user)]))
    .orderBy('made_at', 'desc')
    .orderBy('id')
    .limit(most);

/** The newest first. */
export async function gamesOfUser({ all }: BoggleQueries, user: string, most: number): Promise<StoredGame[]> {
  return (await all(ofUser, { user, most })).map(gameIn);
}

const moves = (build: Build, { key, after }: { readonly key: string; readonly after: number }) =>
  build
    .selectFrom('boggle_move')
    .selectAll()
    .where('game', '=', key)
    .where('number', '>', after)
    .orderBy('number');

/** Those that came after so many changes of the game. */
export async function movesOfGame({ all }: BoggleQueries, key: string, after: number): Promise<StoredMove[]> {
  return (await all(moves, { key, after })).map(moveIn);
}

/** Asked for in one query, so that there is only one text of it. */
const AT_ONCE = 50;
const someKeys = (keys: readonly string[], from: number) =>
  Array.from({ length: AT_ONCE }, (_, index) => keys[from + index] ?? '');

const changesOf = (build: Build, keys: readonly string[]) =>
  build
    .selectFrom('boggle_game')
    .select(['id', 'changes'])
    .where('id', 'in', [...someKeys(keys, 0)]);

/** How often each game was changed. */
export async function changesOfGames(
  { all }: BoggleQueries,
  keys: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const changes = new Map<string, number>();
  for (let from = 0; from < keys.length; from += AT_ONCE)
    for (const row of await all(changesOf, someKeys(keys, from))) changes.set(row.id, row.changes);
  return changes;
}

const SHARDS = 8;

type Added = Readonly<Record<'shard' | 'games' | 'turns', number>>;
const add = (build: Build, { shard, games, turns }: Added) =>
  build
    .updateTable('boggle_open')
    .set((open) => ({ games: open('games', '+', games), turns: open('turns', '+', turns) }))
    .where('shard', '=', shard);

/** So many more open games, with so many more turns left. */
export async function addToOpen(
  { run }: BoggleQueries,
  key: string,
  games: number,
  turns: number,
): Promise<void> {
  await run(add, { shard: key.charCodeAt(key.length - 1) % SHARDS, games, turns });
}

const open = (build: Build) => build.selectFrom('boggle_open').select(['games', 'turns']);

export async function openTotals({ all }: BoggleQueries): Promise<{ games: number; turns: number }> {
  const rows = await all(open, {});
  const sum = (column: 'games' | 'turns') => rows.reduce((total, row) => total + row[column], 0);
  return { games: sum('games'), turns: sum('turns') };
}

const waiting = (build: Build, { user }: { readonly user: string }) =>
  build
    .selectFrom('boggle_game')
    .select('id')
    .where(({ or, and }) => or([and({ user1: user, next: 1 }), and({ user2: user, next: 2 })]))
    .orderBy('changed_at')
    .orderBy('id');

/** The keys of those that wait for this user, that which has waited longest first. */
export async function gamesThatWaitFor({ all }: BoggleQueries, user: string): Promise<string[]> {
  return (await all(waiting, { user })).map(({ id }) => id);
}
