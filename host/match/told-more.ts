import type { Effect } from '../games/game.ts';

/** What one seat is told in a row of tells goes out together, at the place of the last. */
export function isToldMore(effects: readonly Effect[], index: number): boolean {
  const { seat } = effects[index] as Effect & { readonly do: 'tell' };
  for (let next = index + 1; next < effects.length; next++) {
    const effect = effects[next]!;
    if (effect.do === 'tell' && effect.seat === seat) return true;
    if (effect.do !== 'tell' && effect.do !== 'record') return false;
  }
  return false;
}
