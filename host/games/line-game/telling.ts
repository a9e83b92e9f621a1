import type { Seat } from '../../core/units.ts';
import type { Effect } from '../game.ts';
import type { LineState } from './line-state.ts';

type Tell = Effect<never> & { readonly do: 'tell' };

export function tell(seat: Seat, text: string): Tell {
  return { do: 'tell', seat, text };
}

/** All that still play but this one, by seat. */
export function tellOthers({ players }: LineState, mover: Seat, text: string): Tell[] {
  const told: Tell[] = [];
  for (const { seat, status } of players)
    if (seat !== mover && status.is === 'playing') told.push({ do: 'tell', seat, text });
  return told;
}

/** The mover first, then the others by seat. */
export function tellAll(state: LineState, mover: Seat, text: string): Tell[] {
  return [tell(mover, text), ...tellOthers(state, mover, text)];
}
