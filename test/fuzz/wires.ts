import { bananagramsWire } from './bananagrams-wire.ts';
import { boggleWire } from './boggle-wire.ts';
import { scrabbleWire } from './scrabble-wire.ts';
import type { Wire } from './wire.ts';

/** Every wire there is: one line each. */
export const wires = {
  bananagrams: bananagramsWire,
  scrabble: scrabbleWire,
  boggle: boggleWire,
} as const satisfies Record<string, Wire>;
