/** One limit that the machine sets to this host and all that it starts. */
export interface Room {
  readonly of: 'descriptors' | 'processes';
  readonly most: number;
  readonly used: number;
  /** How a user gets more. */
  readonly raise: string;
}

/**
 * Counted on every level: a player holds 6 descriptors (its pipes, its standard error, the line to its shell) and,
 * while it is started, 1 more; under `strict` 6 processes of ours stand around it, one more while it is started. What it
 * starts itself nobody knows; a runtime such as Node has a dozen threads.
 */
const needs = {
  descriptors: { host: 12, player: 7 },
  processes: { host: 4, player: 8 },
} as const;

const words = {
  descriptors: 'file descriptors',
  processes: 'processes and threads',
} as const;

/** Why so many players at once cannot be started, or nothing. */
export function shortage(players: number, rooms: readonly Room[]): string | undefined {
  const tight = rooms.find(({ of, most, used }) => used + needed(players, of) > most);
  if (tight === undefined) return undefined;
  const { of, most, used, raise } = tight;
  const who = players === 1 ? '1 player at once needs' : `${players} players at once need`;
  const there = `${most} may be open or running, ${used} of which are taken`;
  return `${who} ${needed(players, of)} ${words[of]} more, and ${there}: ${raise}`;
}

function needed(players: number, of: Room['of']): number {
  return needs[of].host + players * needs[of].player;
}
