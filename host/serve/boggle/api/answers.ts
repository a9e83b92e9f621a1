import * as z from 'zod';
import { rowsOf } from '../../../games/boggle/board/board.ts';
import { RecentValues } from '../../recent-values.ts';
import type { BoggleService, Told } from '../boggle-service.ts';
import { boardIn, type StoredGame, type StoredMove } from '../store/stored-game.ts';
import type { StoredUser } from '../store/users.ts';
import { number, objectOf, packed, words } from './profiles.ts';

const text = z.string();
const flag = z.boolean();

export const message = { message: text };

export const game = objectOf(
  {
    board: text.describe('its rows, with a space after each cell and ` | ` after each row; `QU` is one cell'),
    game_over: flag,
    message: text,
    turns_remaining: number.describe('of both users together'),
    urlsafe_key: text,
    user1_is_next: flag.describe('false once the game is over'),
    user1_name: text,
    user1_points: number,
    user2_name: text,
    user2_points: number,
    winner: text.describe('a name; empty for a draw; absent before the end').optional(),
    words_found: words.describe('in the order of finding'),
  },
  {
    next: text.describe('whose turn it is; absent once the game is over').optional(),
    turns: z.number().describe('that the game has'),
    changes: z.number().describe('how often the game was changed: it is greater in what is newer'),
  },
);

const move = objectOf(
  { user: text, message: text },
  {
    word: text,
    points: z.number().describe('of a word that is right').optional(),
    path: z.array(z.int()).describe('its cells, row by row from 0').optional(),
    reason: text
      .describe('notindictionary, alreadyfound or notonboard; of a bot, passed, timeout or forfeited')
      .optional(),
  },
);

export const user = objectOf(
  { name: text, urlsafe_key: text },
  { needs_token: flag.describe('whether whoever acts for a user of this server needs its token') },
);

const rank = objectOf(
  {
    losses: number,
    ...user.plain.shape,
    win_percentage: z
      .number()
      .min(0)
      .max(1)
      .describe('games won in all games, from 0 to 1; a draw is half won'),
    wins: number,
  },
  { draws: z.number(), is_bot: flag },
);

export const history = {
  plain: z.object({ game: game.plain, turns: z.array(packed(move.plain)) }),
  typed: z.object({ game: game.typed, turns: z.array(move.typed) }),
};

export const userWithGames = {
  plain: z.object({ user: user.plain, games: z.array(game.plain) }),
  typed: z.object({ user: user.typed, games: z.array(game.typed) }),
};

export const rankings = {
  plain: z.object({ users: z.array(rank.plain) }),
  typed: z.object({ users: z.array(rank.typed) }),
};

type GameContent = z.output<typeof game.typed>;

export function gameContent({ game, message }: Told): GameContent {
  const { names, points, next, winner } = game;
  return {
    board: printed.get(game.board, () => print(game)),
    game_over: next === undefined,
    message,
    turns_remaining: game.turnsLeft,
    urlsafe_key: game.key,
    user1_is_next: next === 1,
    ...{ user1_name: names[0], user1_points: points[0], user2_name: names[1], user2_points: points[1] },
    ...(winner !== undefined && { winner: winner === 'nobody' ? '' : names[winner - 1]! }),
    words_found: game.found.map(([word]) => word),
    ...(next !== undefined && { next: names[next - 1]! }),
    ...{ turns: game.turns, changes: game.changes },
  };
}

export function moveContent({ names }: StoredGame, played: StoredMove): z.output<typeof move.typed> {
  const { seat, message, word, points, path, reason } = played;
  return { user: names[seat - 1]!, message, word, points, path: path && [...path], reason };
}

export function userContent(
  { name, key }: StoredUser,
  { demandsTokens }: Pick<BoggleService, 'demandsTokens'>,
): z.output<typeof user.typed> {
  return { name, urlsafe_key: key, needs_token: demandsTokens };
}

export function rankContent(ranked: StoredUser): z.output<typeof rank.typed> {
  const { name, key, wins, draws, losses, isBot } = ranked;
  const games = wins + draws + losses;
  const share = games === 0 ? 0 : (wins + draws / 2) / games;
  return { losses, name, urlsafe_key: key, win_percentage: share, wins, draws, is_bot: isBot };
}

/** By the texts that the store has: each answer has its board. */
const printed = new RecentValues<string>(1000);

function print(game: StoredGame): string {
  return rowsOf(boardIn(game))
    .map((row) => `${row}  | `)
    .join('');
}
