import type { LineState } from './line-state.ts';
import { forfeitedText } from './removal.ts';
import { sharedNoticeText } from './wire/shared-notices.ts';

/** A sentence for the user where nobody sits in the seat that is to begin. */
export function nobodyBegins(
  { first }: { readonly first: number | undefined },
  seats: number,
): string | undefined {
  if (first === undefined || first <= seats) return undefined;
  return `--first ${first}: expected a seat from 1 to ${seats}, since ${seats} play`;
}

/** What all that are ready are told first. A player that never was ready has forfeited, in the words of the wire. */
export function startText({ players, terms }: LineState): string {
  const present = new Set(players.map(({ seat }) => seat));
  const absent = terms.names.map((_, index) => index + 1).filter((seat) => !present.has(seat));
  return sharedNoticeText({ type: 'start' }) + absent.map(forfeitedText).join('');
}
