import { UsageError } from '../../core/usage-error.ts';
import { type AnyGame, type Games, gameNamed } from '../../games/game.ts';

/** The game whose games are in the store at this path. */
export function gameOfStore(games: Games, name: string, path: string): AnyGame {
  const game = gameNamed(games, name);
  if (game) return game;
  throw new UsageError(`${path}: this version of wordhost has no game ${JSON.stringify(name)}`);
}
