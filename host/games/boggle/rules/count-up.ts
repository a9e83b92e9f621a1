import { pointsOf } from '../words/points.ts';
import type { Player, State } from './state.ts';

/** What one player found: each word with the points that it brought. */
export interface Find {
  readonly player: Player;
  readonly words: readonly string[];
  readonly points: readonly number[];
}

export interface Count {
  /** With everybody's score. */
  readonly state: State;
  readonly finds: readonly Find[];
}

/**
 * Where all play at once, a word counts if only one player found it, which is known at the end. The words of an
 * offender are void, and take no points from others. Where players take turns, all is counted and told already.
 */
export function countUp(state: State): Count {
  if (state.terms.options.rules === 'turns') return { state, finds: [] };
  const finders = state.players.filter(({ status }) => status.is !== 'offender');
  const shared = foundByMore(finders);
  const finds = finders.map((player): Find => {
    const words = player.found.inOrder();
    return { player, words, points: words.map((word) => (shared.has(word) ? 0 : pointsOf(word))) };
  });
  const scores = new Map(finds.map(({ player, points }) => [player.seat, sum(points)]));
  const players = state.players.map((player) => ({ ...player, score: scores.get(player.seat) ?? 0 }));
  return { state: { ...state, players }, finds: finds.filter(({ words }) => words.length > 0) };
}

function foundByMore(finders: readonly Player[]): ReadonlySet<string> {
  const once = new Set<string>();
  const more = new Set<string>();
  for (const { found } of finders)
    for (const word of found.inOrder()) (once.has(word) ? more : once).add(word);
  return more;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
