import { rowsOf } from '../../../games/boggle/board/board.ts';
import type { Told } from '../boggle-service.ts';
import { boardIn, type StoredGame, type StoredMove } from '../store/stored-game.ts';
import type { StoredUser } from '../store/users.ts';
import type { Content, FieldTable } from './fields.ts';

export const gameFields = {
  board: {
    is: 'text',
    note: 'its rows, with a space after each cell and `| ` after each row; `QU` is one cell',
  },
  game_over: { is: 'flag' },
  message: { is: 'text' },
  turns_remaining: { is: 'number', note: 'of both users together' },
  urlsafe_key: { is: 'text' },
  user1_is_next: { is: 'flag', note: 'false once the game is over' },
  user1_name: { is: 'text' },
  user1_points: { is: 'number' },
  user2_name: { is: 'text' },
  user2_points: { is: 'number' },
  winner: { is: 'text', maybe: true, note: 'a name; empty for a draw; absent before the end' },
  words_found: { is: 'words', note: 'in the order of finding' },
  next: { is: 'text', typed: true, maybe: true, note: 'whose turn it is; absent once the game is over' },
  turns: { is: 'number', typed: true, note: 'that the game has' },
  changes: {
    is: 'number',
    typed: true,
    note: 'how often the game was changed: it is greater in what is newer',
  },
} as const satisfies FieldTable;

export const moveFields = {
  user: { is: 'text' },
  message: { is: 'text' },
  word: { is: 'text', typed: true },
  points: { is: 'number', typed: true, maybe: true, note: 'of a word that is right' },
  path: { is: 'numbers', typed: true, maybe: true, note: 'its cells, row by row from 0' },
  reason: {
    is: 'text',
    typed: true,
    maybe: true,
    note: 'notindictionary, alreadyfound or notonboard; of a bot, passed, timeout or forfeited',
  },
} as const satisfies FieldTable;

export const userFields = {
  name: { is: 'text' },
  urlsafe_key: { is: 'text' },
} as const satisfies FieldTable;

export const rankFields = {
  losses: { is: 'number' },
  ...userFields,
  win_percentage: { is: 'share', note: 'games won in all games, from 0 to 1; a draw is half won' },
  wins: { is: 'number' },
  draws: { is: 'number', typed: true },
  is_bot: { is: 'flag', typed: true },
} as const satisfies FieldTable;

export function gameContent({ game, message }: Told): Content {
  const { names, points, next, winner } = game;
  return {
    board: printed(game),
    game_over: next === undefined,
    message,
    turns_remaining: game.turnsLeft,
    urlsafe_key: game.key,
    user1_is_next: next === 1,
    ...{ user1_name: names[0], user1_points: points[0], user2_name: names[1], user2_points: points[1] },
    ...(winner !== undefined && { winner: winner === 'nobody' ? '' : names[winner - 1] }),
    words_found: game.found.map(([word]) => word),
    ...(next !== undefined && { next: names[next - 1] }),
    ...{ turns: game.turns, changes: game.changes },
  };
}

export function moveContent({ names }: StoredGame, move: StoredMove): Content {
  const { seat, message, word, points, path, reason } = move;
  return { user: names[seat - 1], message, word, points, path, reason };
}

export function userContent({ name, key }: StoredUser): Content {
  return { name, urlsafe_key: key };
}

export function rankContent(user: StoredUser): Content {
  const { wins, draws, losses, isBot } = user;
  const games = wins + draws + losses;
  const share = games === 0 ? 0 : (wins + draws / 2) / games;
  return { ...userContent(user), wins, draws, losses, win_percentage: share, is_bot: isBot };
}

function printed(game: StoredGame): string {
  return rowsOf(boardIn(game))
    .map((row) => `${row} | `)
    .join('');
}
