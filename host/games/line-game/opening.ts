import type { LineState } from './line-state.ts';
import { forfeitedText } from './removal.ts';
import { sharedNoticeText } from './wire/shared-notices.ts';

/** What all that are ready are told first. A player that never was ready has forfeited, in the words of the wire. */
export function startText({ players, terms }: LineState): string {
  const present = new Set(players.map(({ seat }) => seat));
  const absent = terms.names.map((_, index) => index + 1).filter((seat) => !present.has(seat));
  return sharedNoticeText({ type: 'start' }) + absent.map(forfeitedText).join('');
}
