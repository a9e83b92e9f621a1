import { rowsOf } from '../../../games/boggle/board.ts';
import { RecentValues } from '../../recent-values.ts';
import type { BoggleService, GameNotice } from '../boggle-service.ts';
import { boardIn, type StoredGame, type StoredMove } from '../store/games.ts';
import type { StoredUser } from '../store/users.ts';
import type { GameAnswer, MoveAnswer, RankedUser, UserAnswer } from './schemas.ts';

export function gameContent({ game, message }: GameNotice): GameAnswer {
  const { names, points, next, winner } = game;
  return {
    board: printed.get(game.board, () => print(game)),
    game_over: next === undefined,
    message,
    turns_remaining: game.turnsLeft,
    urlsafe_key: game.key,
    user1_is_next: next === 1,
    user1_name: names[0],
    user1_points: points[0],
    user2_name: names[1],
    user2_points: points[1],
    ...(winner !== undefined && { winner: winner === 'nobody' ? '' : names[winner - 1]! }),
    words_found: game.found.map(([word]) => word),
    ...(next !== undefined && { next: names[next - 1]! }),
    turns: game.turns,
    changes: game.changes,
  };
}

export function moveContent({ names }: StoredGame, played: StoredMove): MoveAnswer {
  const { seat, message, word, points, path, reason } = played;
  return { user: names[seat - 1]!, message, word, points, path: path && [...path], reason };
}

export function userContent(
  { name, key }: StoredUser,
  { demandsTokens }: Pick<BoggleService, 'demandsTokens'>,
): UserAnswer {
  return { name, urlsafe_key: key, needs_token: demandsTokens };
}

export function rankContent(ranked: StoredUser): RankedUser {
  const { name, key, wins, draws, losses, isBot } = ranked;
  const games = wins + draws + losses;
  const share = games === 0 ? 0 : (wins + draws / 2) / games;
  return { losses, name, urlsafe_key: key, win_percentage: share, wins, draws, is_bot: isBot };
}

/** Boards by their stored texts: each answer has its board. */
const printed = new RecentValues<string>(1000);

function print(game: StoredGame): string {
  return rowsOf(boardIn(game))
    .map((row) => `${row}  | `)
    .join('');
}
