import { visible } from '../../core/text/visible.ts';
import type { PlayerWarnings } from '../../events/player-warnings.ts';
import { leftBatchClass, type PlayerResult, type Result } from '../../events/result.ts';
import { whoIs } from './words.ts';

/** A player that left the class for batch work wins more races. */
export function schedulingNotes({ players }: Result): readonly string[] {
  return players
    .filter(leftBatchClass)
    .map((player) => `${whoIs(player)} left the class for batch work: it was ${visible(player.scheduling!)}`);
}

/** A line for each warning of each of these players. */
export function warningNotes(
  warnings: PlayerWarnings,
  players: readonly { readonly entry: number; readonly name: string }[],
): readonly string[] {
  return players.flatMap((player) => warnings.of(player.entry).map((text) => `${whoIs(player)} ${text}`));
}

const MOST_NAMED = 10;

/** The user may have the right to end what the host could not. */
export function survivorsNote(player: PlayerResult, pids: readonly number[]): string {
  const named = pids.slice(0, MOST_NAMED).join(', ');
  const more = pids.length > MOST_NAMED ? ` and ${pids.length - MOST_NAMED} more` : '';
  const what = pids.length === 1 ? 'process of it is' : 'processes of it are';
  return `${whoIs(player)}: ${pids.length} ${what} still there and could not be ended (pid ${named}${more})`;
}
