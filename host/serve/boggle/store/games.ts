import type { Queries } from '../../database/database.ts';
import { gameIn, moveIn, type StoredGame, type StoredMove, winnerValue } from './stored-game.ts';

export async function insertGame({ run }: Queries, game: StoredGame): Promise<void> {
  const { key, seed, board, users, names, turns, madeAt } = game;
  await run(
    `INSERT INTO boggle_game (id, seed, board, user1, user2, name1, name2, turns, turns_left, next, points1, points2,
      found, message, winner, changes, made_at, changed_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[key, seed, board, ...users, ...names, turns, game.turnsLeft, game.next ?? 0, ...game.points],
    ...[JSON.stringify(game.found), game.message, winnerValue(game.winner), game.changes, madeAt, madeAt],
  );
}

/** Whether it was as it was read: if not, somebody else has changed it meanwhile. */
export async function updateGame({ run }: Queries, before: StoredGame, after: StoredGame): Promise<boolean> {
  const changed = await run(
    `UPDATE boggle_game SET turns_left = ?, next = ?, points1 = ?, points2 = ?, found = ?, message = ?, winner = ?,
      changes = ?, changed_at = ? WHERE id = ? AND changes = ?`,
    ...[after.turnsLeft, after.next ?? 0, ...after.points, JSON.stringify(after.found), after.message],
    ...[winnerValue(after.winner), after.changes, after.changedAt, before.key, before.changes],
  );
  return changed === 1;
}

export async function insertMove(
  { run }: Queries,
  { key, changes }: StoredGame,
  move: StoredMove,
): Promise<void> {
  const { seat, word, points = null, path, reason = null, message, at } = move;
  await run(
    'INSERT INTO boggle_move (game, number, seat, word, points, path, reason, message, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
    ...[
      key,
      changes,
      seat,
      word,
      points,
      path === undefined ? null : JSON.stringify(path),
      reason,
      message,
      at,
    ],
  );
}

export async function gameByKey({ all }: Queries, key: string): Promise<StoredGame | undefined> {
  const [row] = await all('SELECT * FROM boggle_game WHERE id = ?', key);
  return row && gameIn(row);
}

/** The newest first. */
export async function gamesOfUser({ all }: Queries, user: string, most: number): Promise<StoredGame[]> {
  const rows = await all(
    'SELECT * FROM boggle_game WHERE user1 = ? OR user2 = ? ORDER BY made_at DESC, id LIMIT ?',
    ...[user, user, most],
  );
  return rows.map(gameIn);
}

/** Those that came after so many changes of the game. */
export async function movesOfGame({ all }: Queries, key: string, after: number): Promise<StoredMove[]> {
  const rows = await all(
    'SELECT * FROM boggle_move WHERE game = ? AND number > ? ORDER BY number',
    key,
    after,
  );
  return rows.map(moveIn);
}

/** Asked for in one query, so that there is only one text of it. */
const AT_ONCE = 50;
const CHANGES = `SELECT id, changes FROM boggle_game WHERE id IN (${new Array(AT_ONCE).fill('?').join(', ')})`;

/** How often each game was changed. */
export async function changesOfGames(
  { all }: Queries,
  keys: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const changes = new Map<string, number>();
  for (let from = 0; from < keys.length; from += AT_ONCE) {
    const some = Array.from({ length: AT_ONCE }, (_, index) => keys[from + index] ?? '');
    for (const row of await all(CHANGES, ...some)) changes.set(row.id as string, row.changes as number);
  }
  return changes;
}

const SHARDS = 8;

/** So many more open games, with so many more turns left. */
export async function addToOpen({ run }: Queries, key: string, games: number, turns: number): Promise<void> {
  const shard = key.charCodeAt(key.length - 1) % SHARDS;
  await run(
    'UPDATE boggle_open SET games = games + ?, turns = turns + ? WHERE shard = ?',
    ...[games, turns, shard],
  );
}

export async function openTotals({ all }: Queries): Promise<{ games: number; turns: number }> {
  const rows = await all('SELECT games, turns FROM boggle_open');
  const sum = (column: string) => rows.reduce((total, row) => total + (row[column] as number), 0);
  return { games: sum('games'), turns: sum('turns') };
}

/** The keys of those that wait for this user, that which has waited longest first. */
export async function gamesThatWaitFor({ all }: Queries, user: string): Promise<string[]> {
  const rows = await all(
    'SELECT id FROM boggle_game WHERE (user1 = ? AND next = 1) OR (user2 = ? AND next = 2) ORDER BY changed_at, id',
    ...[user, user],
  );
  return rows.map(({ id }) => id as string);
}
