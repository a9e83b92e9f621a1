import type { Offence } from '../../kit/verdict.ts';
import { gridText, threeDigits, trimmed } from '../wire/grid-text.ts';
import { removePlayer } from './out.ts';
import { type BananagramsStep, type Peel, playerAt, type State, tell, withPlayer } from './state.ts';

/** Being late is no offence. Sending nothing but late peels without end is. */
export function dropLate(state: State, peel: Peel): BananagramsStep {
  const { seat } = peel;
  const lateBytes = playerAt(state, seat).lateBytes + peel.bytes[1] - peel.bytes[0];
  const counted = withPlayer(state, { ...playerAt(state, seat), lateBytes });
  if (lateBytes > state.options['max-late'])
    return removePlayer(counted, seat, flood(state, peel), peel.bytes);
  return late(counted, peel);
}

/** Told only where there was a number, and while there is a game. */
export function late(state: State, { seat, message: { number, grid }, bytes }: Peel): BananagramsStep {
  const said = number === undefined ? null : threeDigits(number);
  const event = { type: 'late', seat, number: said, grid: gridText(trimmed(grid)), bytes } as const;
  const told =
    number === undefined || state.over ? [] : tell(playerAt(state, seat), { type: 'late', number });
  return { state, effects: [{ do: 'record', event, noEffect: true }, ...told] };
}

function flood(state: State, peel: Peel): Offence {
  const limit = state.options['max-late'];
  const detail = `more than ${limit} bytes of peels that came too late (--max-late)`;
  return { kind: 'flood', rule: 'late', detail, at: peel.bytes[0], unit: 'byte' };
}
