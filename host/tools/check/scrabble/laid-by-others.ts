import type { Action } from './scene.ts';

/** The letters of each other player that a scene shows, in this order, by the player's number. */
export type LaidByOthers = ReadonlyMap<number, string>;

export function laidByOthers(actions: readonly Action[]): LaidByOthers {
  const laid = new Map<number, string>();
  for (const action of actions) {
    if (action.do !== 'other') continue;
    laid.set(action.player, (laid.get(action.player) ?? '') + lettersOf(action));
  }
  return laid;
}

function lettersOf({ does }: Extract<Action, { do: 'other' }>): string {
  if (typeof does === 'string' || 'changes' in does) return '';
  return 'plays' in does ? does.plays : does.fails;
}
