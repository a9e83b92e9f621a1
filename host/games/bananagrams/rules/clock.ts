import type { Nanos } from '../../../core/units.ts';
import { closeFinish } from './hear.ts';
import type { BananagramsStep, State } from './state.ts';
import { endedWithoutWinner } from './verdicts.ts';

export function alarm(state: State): Nanos | undefined {
  if (state.over) return undefined;
  if (state.finish) return state.finish.until;
  return state.options.stall === 0 ? undefined : state.lastProgress + state.options.stall;
}

export function wake(state: State, at: Nanos): BananagramsStep {
  const due = alarm(state);
  if (due === undefined || at < due) return { state, effects: [] };
  if (state.finish) return closeFinish(state, state.finish, at);
  return endedWithoutWinner(state, 'stalled', 'stalled');
}
