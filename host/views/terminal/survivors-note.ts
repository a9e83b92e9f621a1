import type { PlayerResult } from '../../events/result.ts';
import { whoIs } from './words.ts';

const MOST_NAMED = 10;

/** The user may have the right to end what the host could not. */
export function survivorsNote(player: PlayerResult, pids: readonly number[]): string {
  const named = pids.slice(0, MOST_NAMED).join(', ');
  const more = pids.length > MOST_NAMED ? ` and ${pids.length - MOST_NAMED} more` : '';
  const what = pids.length === 1 ? 'process of it is' : 'processes of it are';
  return `${whoIs(player)}: ${pids.length} ${what} still there and could not be ended (pid ${named}${more})`;
}
