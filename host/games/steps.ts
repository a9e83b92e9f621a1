import type { OwnEvent } from './event.ts';
import type { Step } from './game.ts';

/** One step after another: the effects of both, in order. */
export function andThen<State, Event extends OwnEvent>(
  first: Step<State, Event>,
  next: (state: State) => Step<State, Event>,
): Step<State, Event> {
  const second = next(first.state);
  if (first.effects.length === 0) return second;
  return { state: second.state, effects: [...first.effects, ...second.effects] };
}

export function unchanged<State>(state: State): Step<State, never> {
  return { state, effects: [] };
}
