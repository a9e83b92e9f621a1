import type { Board } from '../../../games/boggle/board.ts';
import { readBoardText } from '../../../games/boggle/board.ts';
import { compiledQuery } from '../../database/compiled-query.ts';
import type { BoggleQueries, BoggleTables, GameTable, MoveTable, SeatOfTwo } from './tables.ts';
import { countGame, type Outcome } from './users.ts';

/** A game as the database has it. */
export interface StoredGame {
  readonly key: string;
  readonly seed: string;
  /** `RSPL/EIBT/ULZA/ESTI`. */
  readonly board: string;
  /** The keys of the users, by seat. */
  readonly users: readonly [string, string];
  readonly names: readonly [string, string];
  readonly turns: number;
  readonly turnsLeft: number;
  /** None once the game is over. */
  readonly next: SeatOfTwo | undefined;
  readonly points: readonly [number, number];
  /** In the order of finding. */
  readonly found: readonly FoundWord[];
  /** That of the newest change. */
  readonly message: string;
  /** None before the end. */
  readonly winner: SeatOfTwo | 'nobody' | undefined;
  /** How often it was changed. */
  readonly changes: number;
  /** Times are in milliseconds. */
  readonly madeAt: number;
  readonly changedAt: number;
}

/** What becomes of a game by its rules. */
export type TurnResult = Pick<StoredGame, 'turnsLeft' | 'next' | 'points' | 'winner'>;

type FoundWord = readonly [word: string, seat: SeatOfTwo];

/** A guess, right or wrong; or what a bot did instead. */
export interface StoredMove {
  readonly seat: SeatOfTwo;
  /** Empty for a turn without a guess, and for the end of a bot. */
  readonly word: string;
  /** None for what is not right, which has a reason instead. */
  readonly points: number | undefined;
  /** Its cells, row by row from 0. */
  readonly path: readonly number[] | undefined;
  readonly reason: string | undefined;
  readonly message: string;
  readonly at: number;
}

/** Whether it is one with a word. */
export function isGuess({ word }: StoredMove): boolean {
  return word !== '';
}

/** What is not a board was not written by us. */
export function boardIn({ board }: Pick<StoredGame, 'board'>): Board {
  const reading = readBoardText(board);
  if (reading.ok) return reading.value;
  throw new Error(`the store has a board that is none: ${board}`);
}

/** None: who has this name plays in another game. */
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

function moveIn({ seat, word, points, path, reason, message, at }: MoveTable): StoredMove {
  return {
    ...{ seat, word, message, at },
    points: points ?? undefined,
    path: path === null ? undefined : (JSON.parse(path) as number[]),
    reason: reason ?? undefined,
  };
}

/** The move that the newest change of its game was. */
function moveRow({ key: game, changes: number }: StoredGame, move: StoredMove): MoveTable {
  const { seat, word, points = null, path, reason = null, message, at } = move;
  return {
    ...{ game, number, seat, word, points, reason, message, at },
    path: path === undefined ? null : JSON.stringify(path),
  };
}

export async function insertGame(queries: BoggleQueries, game: StoredGame): Promise<void> {
  await queries.insertInto('boggle_game').values(gameRow(game)).execute();
}

const updatingGame = compiledQuery((queries: BoggleQueries, game: GameTable & { readonly seen: number }) => {
  const { turns_left, next, points1, points2, found, message, winner, changes, changed_at } = game;
  return queries
    .updateTable('boggle_game')
    .set({ turns_left, next, points1, points2, found, message, winner, changes, changed_at })
    .where('id', '=', game.id)
    .where('changes', '=', game.seen);
});

/** Whether it was as it was read: if not, somebody else has changed it meanwhile. */
async function updateGame(
  queries: BoggleQueries,
  { changes: seen }: StoredGame,
  after: StoredGame,
): Promise<boolean> {
  const { numAffectedRows } = await updatingGame(queries, { ...gameRow(after), seen });
  return numAffectedRows === 1n;
}

const insertingMove = compiledQuery((queries: BoggleQueries, move: MoveTable) => {
  const { game, number, seat, word, points, path, reason, message, at } = move;
  return queries
    .insertInto('boggle_move')
    .values({ game, number, seat, word, points, path, reason, message, at });
});

const selectingGame = compiledQuery((queries: BoggleQueries, { key }: { readonly key: string }) =>
  queries.selectFrom('boggle_game').selectAll().where('id', '=', key),
);

export async function gameByKey(queries: BoggleQueries, key: string): Promise<StoredGame | undefined> {
  const { rows } = await selectingGame(queries, { key });
  return rows[0] && gameIn(rows[0]);
}

/** The newest first. */
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

/** Those that came after so many changes of the game. */
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

/** How often each game was changed. */
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

/** So many more open games, with so many more turns left. */
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

/** The keys of those that wait for this user, that which has waited longest first. */
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

/** What became of a game. */
export interface Change {
  readonly game: StoredGame;
  /** None for a game that is new or was cancelled. */
  readonly move?: StoredMove;
}

/** The game after one more change. */
export function gameAfterChange(
  game: StoredGame,
  result: TurnResult,
  message: string,
  at: number,
): StoredGame {
  return { ...game, ...result, message, changes: game.changes + 1, changedAt: at };
}

/** Whether nobody else has changed the game meanwhile. */
export async function saveChange(
  queries: BoggleQueries,
  before: StoredGame,
  { game, move }: Change,
): Promise<boolean> {
  if (!(await updateGame(queries, before, game))) return false;
  if (move) await insertingMove(queries, moveRow(game, move));
  if (game.winner === undefined) {
    await addToOpen(queries, game.key, 0, game.turnsLeft - before.turnsLeft);
    return true;
  }
  await addToOpen(queries, game.key, -1, -before.turnsLeft);
  await countResult(queries, game);
  return true;
}

/** The users' rows are always changed in the same order, so that two games that end do not wait for each other. */
async function countResult(queries: BoggleQueries, { users, winner }: StoredGame): Promise<void> {
  const outcomeOf = (key: string): Outcome =>
    winner === 'nobody' ? 'draws' : winner === users.indexOf(key) + 1 ? 'wins' : 'losses';
  for (const key of users.toSorted()) await countGame(queries, key, outcomeOf(key));
}
