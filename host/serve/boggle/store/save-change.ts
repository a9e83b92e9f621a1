import type { TurnResult } from '../game-rules.ts';
import { addToOpen, insertMove, type StoredGame, type StoredMove, updateGame } from './games.ts';
import type { BoggleQueries } from './tables.ts';
import { countGame } from './users.ts';

/** What became of a game. */
export interface Change {
  readonly game: StoredGame;
  /** None for a game that is new or was cancelled. */
  readonly move?: StoredMove;
}

/** The game after one more change. */
export function gameAfterChange(
  game: StoredGame,
  turned: TurnResult,
  message: string,
  at: number,
): StoredGame {
  return { ...game, ...turned, message, changes: game.changes + 1, changedAt: at };
}

/** Whether nobody else has changed the game meanwhile. */
export async function saveChange(
  queries: BoggleQueries,
  before: StoredGame,
  { game, move }: Change,
): Promise<boolean> {
  if (!(await updateGame(queries, before, game))) return false;
  if (move) await insertMove(queries, game, move);
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
  const results = users.map((key, index) => ({
    key,
    outcome: winner === 'nobody' ? 'draws' : winner === index + 1 ? 'wins' : 'losses',
  })) as { key: string; outcome: 'wins' | 'draws' | 'losses' }[];
  for (const { key, outcome } of results.sort((a, b) => (a.key < b.key ? -1 : 1)))
    await countGame(queries, key, outcome);
}
