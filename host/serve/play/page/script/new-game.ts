import { store, stored } from '../../../../views/parts/script/storage.ts';
import type { GameView } from '../../contract.ts';
import { API, request } from './table-server.ts';

export interface WantedSeat {
  readonly is: 'person' | 'bot' | 'open';
  readonly name?: string;
}

/** A request for a game, as the API takes it. */
interface WantedGame {
  readonly game: string;
  readonly seats: readonly WantedSeat[];
  readonly options?: GameView['options'];
  /** The key of the game that the same people have played before. */
  readonly again?: string;
}

/** Opens the table of a new game. Rejects with the reason why there is none. */
export async function openNewGame(wanted: WantedGame): Promise<void> {
  const { game, key } = (await request('POST', 'games', wanted)) as GameView;
  location.assign(`${API}/../../${game}/games/${key}`);
}

/** The seat of a bot, or of a friend if none is named. */
export function opponent(bot: string | undefined): WantedSeat {
  return bot === undefined ? { is: 'open' } : { is: 'bot', name: bot };
}

/** Opens the table of a new game against others. A text is the reason why there is none. */
export async function startGame(
  game: string,
  others: readonly WantedSeat[],
  options: GameView['options'] = {},
): Promise<string | undefined> {
  try {
    const given = Object.keys(options).length > 0 && { options };
    await openNewGame({ game, ...given, seats: [{ is: 'person' }, ...others] });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

const opponentKey = (game: string) => `wordhost.against.${game}`;

/** The bot of the last game in this browser. A first game is against the second weakest. */
export function usualBot(game: string, bots: readonly string[]): string | undefined {
  const saved = stored(opponentKey(game));
  return bots.find((name) => name === saved) ?? bots[1];
}

export function rememberBot(game: string, name: string): void {
  store(opponentKey(game), name);
}
