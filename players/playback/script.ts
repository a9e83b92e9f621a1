import type { GameRecord } from 'wordhost/records';

/** One action of the player in a record, and how much output of the host it had been sent before. */
export interface Action {
  readonly afterBytes: number;
  /** What it wrote, or its exit status. */
  readonly what: { readonly write: Uint8Array } | { readonly exit: number };
}

/** What one seat did, from the events of a record. */
export function scriptOf({ events }: GameRecord, seat: number): readonly Action[] {
  const actions: Action[] = [];
  let sent = 0;
  for (const event of events) {
    if (!('seat' in event) || event.seat !== seat) continue;
    if (event.type === 'out') sent += Buffer.byteLength(event.text);
    if (event.type === 'in') actions.push({ afterBytes: sent, what: { write: event.data } });
    if (event.type === 'left')
      actions.push({ afterBytes: sent, what: { exit: event.cause === 'crashed' ? 1 : 0 } });
  }
  return actions;
}
