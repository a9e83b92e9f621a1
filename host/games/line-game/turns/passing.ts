import type { OwnEvent } from '../../event.ts';
import type { Step } from '../../game.ts';
import type { LineState } from '../line-state.ts';
import { tellAll } from '../telling.ts';
import { sharedNoticeText } from '../wire/shared-notices.ts';

/** A pass is told to all. */
export function passed<State extends LineState, const Event extends OwnEvent & { readonly seat: number }>(
  state: State,
  event: Event,
): Step<State, Event> {
  const { seat } = event;
  const text = sharedNoticeText({ type: 'passed', player: seat });
  return { state, effects: [{ do: 'record', event }, ...tellAll(state, seat, text)] };
}
