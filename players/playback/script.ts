import type { GameRecord } from 'wordhost/records';
import { Heard, isInLines, type Moment } from './heard.ts';

export interface Action {
  readonly after: Moment;
  readonly what: { readonly write: Uint8Array } | { readonly exit: number };
}

export interface Script {
  readonly inLines: boolean;
  readonly actions: readonly Action[];
}

export function scriptOf({ events }: GameRecord, seat: number): Script {
  const inLines = isInLines(
    events.flatMap((event) => (event.type === 'out' && event.seat === seat ? event.text : [])),
  );
  const actions: Action[] = [];
  const sent = new Heard(inLines);
  for (const event of events) {
    if (!('seat' in event) || event.seat !== seat) continue;
    if (event.type === 'out') sent.take(Buffer.from(event.text));
    if (event.type === 'in') actions.push({ after: sent.moment, what: { write: event.data } });
    if (event.type === 'left')
      actions.push({ after: sent.moment, what: { exit: event.cause === 'crashed' ? 1 : 0 } });
  }
  return { inLines, actions };
}
