import type { GameRecord } from 'wordhost';

/** One thing that the player of a record did, and how much of the host's output it had been sent by then. */
export interface Deed {
  readonly afterBytes: number;
  /** What it wrote, or the exit status with which it went. */
  readonly what: { readonly write: Uint8Array } | { readonly exit: number };
}

/** What one seat did, from the events of a record. */
export function scriptOf({ events }: GameRecord, seat: number): readonly Deed[] {
  const deeds: Deed[] = [];
  let sent = 0;
  for (const event of events) {
    if (!('seat' in event) || event.seat !== seat) continue;
    if (event.type === 'out') sent += Buffer.byteLength(event.text);
    if (event.type === 'in') deeds.push({ afterBytes: sent, what: { write: event.data } });
    if (event.type === 'left')
      deeds.push({ afterBytes: sent, what: { exit: event.cause === 'crashed' ? 1 : 0 } });
  }
  return deeds;
}
