import { omit, pick } from '../../../core/fields.ts';
import type { Board } from '../../../games/boggle/board.ts';
import { readBoardText } from '../../../games/boggle/board.ts';
import { compiledQuery } from '../../database/compiled-query.ts';
import type { BoggleQueries, BoggleTables, GameTable, MoveTable, SeatOfTwo } from './tables.ts';
import { countGame, type Outcome } from './users.ts';

export interface StoredGame {
  readonly key: string;
  readonly seed: string;
  /** For example `RSPL/EIBT/ULZA/ESTI`. */
  readonly board: string;
  readonly users: readonly [string, string];
  readonly names: readonly [string, string];
  readonly turns: number;
  readonly turnsLeft: number;
  readonly next: SeatOfTwo | undefined;
  readonly points: readonly [number, number];
  readonly found: readonly FoundWord[];
  /** The message of the newest change. */
  readonly message: string;
  readonly winner: SeatOfTwo | 'nobody' | undefined;
  readonly changes: number;
  readonly madeAt: number;
  readonly changedAt: number;
}

export type TurnResult = Pick<StoredGame, 'turnsLeft' | 'next' | 'points' | 'winner'>;

type FoundWord = readonly [word: string, seat: SeatOfTwo];

/** A guess, right or wrong, or another action of a bot. */
export interface StoredMove {
  readonly seat: SeatOfTwo;
  /** Empty for a turn without a guess, and for the end of a bot. */
  readonly word: string;
  /** Undefined for a wrong guess, which has a reason. */
  readonly points: number | undefined;
  /** Cells, row by row from 0. */
  readonly path: readonly number[] | undefined;
  readonly reason: string | undefined;
  readonly message: string;
  readonly at: number;
}

export function isGuess({ word }: StoredMove): boolean {
  return word !== '';
}

/** Only this program writes boards. */
export function boardIn({ board }: Pick<StoredGame, 'board'>): Board {
  const reading = readBoardText(board);
  if (reading.ok) return reading.value;
  throw new Error(`the store has a board that is none: ${board}`);
}

export function seatOf({ names }: StoredGame, name: string): SeatOfTwo | undefined {
  const index = names.indexOf(name);
  return index === -1 ? undefined : ((index + 1) as SeatOfTwo);
}

function gameIn(row: GameTable): StoredGame {
  const { next, winner } = row;
  return {
    key: row.id,
    seed: row.seed,
    board: row.board,
    users: [row.user1, row.user2],
    names: [row.name1, row.name2],
    turns: row.turns,
    turnsLeft: row.turns_left,
    next: next === 0 ? undefined : next,
    points: [row.points1, row.points2],
    found: JSON.parse(row.found) as FoundWord[],
    message: row.message,
    winner: winner === null ? undefined : winner === 0 ? 'nobody' : winner,
    changes: row.changes,
    madeAt: row.made_at,
    changedAt: row.changed_at,
  };
}

function gameRow(game: StoredGame): GameTable {
  const { winner } = game;
  return {
    id: game.key,
    seed: game.seed,
    board: game.board,
    user1: game.users[0],
    user2: game.users[1],
    name1: game.names[0],
    name2: game.names[1],
    turns: game.turns,
    turns_left: game.turnsLeft,
    next: game.next ?? 0,
    points1: game.points[0],
    points2: game.points[1],
    found: JSON.stringify(game.found),
    message: game.message,
    winner: winner === undefined ? null : winner === 'nobody' ? 0 : winner,
    changes: game.changes,
    made_at: game.madeAt,
    changed_at: game.changedAt,
  };
}

function moveIn(row: MoveTable): StoredMove {
  const { points, path, reason } = row;
  return {
    ...omit(row, ['game', 'number']),
    points: points ?? undefined,
    path: path === null ? undefined : (JSON.parse(path) as number[]),
    reason: reason ?? undefined,
  };
}

/** The move of the newest change. */
function moveRow({ key: game, changes: number }: StoredGame, move: StoredMove): MoveTable {
  const { points = null, path, reason = null } = move;
  return { ...move, game, number, points, reason, path: path === undefined ? null : JSON.stringify(path) };
}

export async function insertGame(queries: BoggleQueries, game: StoredGame): Promise<void> {
  await queries.insertInto('boggle_game').values(gameRow(game)).execute();
}

const updatingGame = compiledQuery((queries: BoggleQueries, game: GameTable & { readonly seen: number }) =>
  queries
    .updateTable('boggle_game')
    .set(pick(game, ['turns_left', 'next', 'points1', 'points2', 'found', 'message', 'winner', 'changes']))
    .set('changed_at', game.changed_at)
    .where('id', '=', game.id)
    .where('changes', '=', game.seen),
);

const insertingMove = compiledQuery((queries: BoggleQueries, move: MoveTable) =>
  queries
    .insertInto('boggle_move')
    .values(pick(move, ['game', 'number', 'seat', 'word', 'points', 'path', 'reason', 'message', 'at'])),
);

const selectingGame = compiledQuery((queries: BoggleQueries, { key }: { readonly key: string }) =>
  queries.selectFrom('boggle_game').selectAll().where('id', '=', key),
);

export async function gameByKey(queries: BoggleQueries, key: string): Promise<StoredGame | undefined> {
  const { rows } = await selectingGame(queries, { key });
  return rows[0] && gameIn(rows[0]);
}

export async function gamesOfUser(queries: BoggleQueries, user: string, most: number): Promise<StoredGame[]> {
  const rows = await queries
    .selectFrom('boggle_game')
    .selectAll()
    .where((game) => game.or({ user1: user, user2: user }))
    .orderBy('made_at', 'desc')
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map(gameIn);
}

export async function movesOfGame(queries: BoggleQueries, key: string, after: number): Promise<StoredMove[]> {
  const rows = await queries
    .selectFrom('boggle_move')
    .selectAll()
    .where('game', '=', key)
    .where('number', '>', after)
    .orderBy('number')
    .execute();
  return rows.map(moveIn);
}

export async function changesOfGames(
  queries: BoggleQueries,
  keys: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await queries
    .selectFrom('boggle_game')
    .select(['id', 'changes'])
    .where('id', 'in', keys)
    .execute();
  return new Map(rows.map(({ id, changes }) => [id, changes]));
}

const SHARDS = 8;

type OpenTable = BoggleTables['boggle_open'];

const addingToOpen = compiledQuery((queries: BoggleQueries, { shard, games, turns }: OpenTable) =>
  queries
    .updateTable('boggle_open')
    .set((open) => ({ games: open('games', '+', games), turns: open('turns', '+', turns) }))
    .where('shard', '=', shard),
);

/** Adds to the totals of open games. */
export async function addToOpen(
  queries: BoggleQueries,
  key: string,
  games: number,
  turns: number,
): Promise<void> {
  await addingToOpen(queries, { shard: key.charCodeAt(key.length - 1) % SHARDS, games, turns });
}

export async function openTotals(queries: BoggleQueries): Promise<{ games: number; turns: number }> {
  const rows = await queries.selectFrom('boggle_open').select(['games', 'turns']).execute();
  const sum = (column: 'games' | 'turns') => rows.reduce((total, row) => total + row[column], 0);
  return { games: sum('games'), turns: sum('turns') };
}

/** Games that wait for this user, the oldest first. */
export async function gamesThatWaitFor(queries: BoggleQueries, user: string): Promise<string[]> {
  const rows = await queries
    .selectFrom('boggle_game')
    .select('id')
    .where(({ or, and }) => or([and({ user1: user, next: 1 }), and({ user2: user, next: 2 })]))
    .orderBy('changed_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

export interface Change {
  readonly game: StoredGame;
  /** Undefined for a new or cancelled game. */
  readonly move?: StoredMove;
}

export function gameAfterChange(
  game: StoredGame,
  result: TurnResult,
  message: string,
  at: number,
): StoredGame {
  return { ...game, ...result, message, changes: game.changes + 1, changedAt: at };
}

/** Returns false if another process has changed the game meanwhile. */
export async function saveChange(
  queries: BoggleQueries,
  before: StoredGame,
  { game, move }: Change,
): Promise<boolean> {
  const { numAffectedRows } = await updatingGame(queries, { ...gameRow(game), seen: before.changes });
  if (numAffectedRows !== 1n) return false;
  if (move) await insertingMove(queries, moveRow(game, move));
  const isOver = game.winner !== undefined;
  await addToOpen(queries, game.key, isOver ? -1 : 0, (isOver ? 0 : game.turnsLeft) - before.turnsLeft);
  if (isOver) await countResult(queries, game);
  return true;
}

/**
 * Rows of users are always changed in the same order, so that two ending games do not wait for each other.
 */
async function countResult(queries: BoggleQueries, { users, winner }: StoredGame): Promise<void> {
  const outcomeOf = (key: string): Outcome =>
    winner === 'nobody' ? 'draws' : winner === users.indexOf(key) + 1 ? 'wins' : 'losses';
  for (const key of users.toSorted()) await countGame(queries, key, outcomeOf(key));
}
