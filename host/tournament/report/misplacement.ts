import type { Result } from '../../events/result.ts';
import type { Schedule } from '../schedule/schedule.ts';

/**
 * Why a game that was kept cannot be one of its tournament, after those before it: who meets whom may follow from their
 * results. None: it is one of it.
 */
export function misplacement(
  schedule: Schedule,
  number: number,
  { players }: Pick<Result, 'players'>,
): string | undefined {
  const game = schedule.game(number);
  const isRight =
    game?.players.length === players.length &&
    game.players.every((player, seat) => players[seat]!.entry === player + 1);
  if (isRight) return undefined;
  const was = `was between ${players.map(({ name }) => name).join(', ')}`;
  const [missing] = schedule.due();
  if (game === undefined && missing !== undefined)
    return `${was}, and game ${missing.number} before it is missing`;
  return `${was}, and that does not follow from the games before it`;
}
