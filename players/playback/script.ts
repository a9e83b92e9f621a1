import type { GameRecord } from 'wordhost/records';
import { Heard, type Wire, wireOf } from './heard.ts';

/** One action of the player in a record, and how much output of the host it had been sent before. */
export interface Action {
  readonly after: number;
  /** What it wrote, or its exit status. */
  readonly what: { readonly write: Uint8Array } | { readonly exit: number };
}

export interface Script {
  readonly wire: Wire;
  readonly actions: readonly Action[];
}

/** What one seat did, from the events of a record. */
export function scriptOf({ events }: GameRecord, seat: number): Script {
  const wire = wireOf(
    events.flatMap((event) => (event.type === 'out' && event.seat === seat ? event.text : [])),
  );
  const actions: Action[] = [];
  const sent = new Heard(wire);
  for (const event of events) {
    if (!('seat' in event) || event.seat !== seat) continue;
    if (event.type === 'out') sent.take(Buffer.from(event.text));
    if (event.type === 'in') actions.push({ after: sent.amount, what: { write: event.data } });
    if (event.type === 'left')
      actions.push({ after: sent.amount, what: { exit: event.cause === 'crashed' ? 1 : 0 } });
  }
  return { wire, actions };
}
