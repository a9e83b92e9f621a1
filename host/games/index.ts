import { bananagrams } from './bananagrams/bananagrams.ts';
import { boggle } from './boggle/boggle.ts';
import type { AnyGame } from './game.ts';
import { scrabble } from './scrabble/scrabble.ts';

/** Every game there is: one line each. */
export const games = { bananagrams, scrabble, boggle } as const satisfies Record<string, AnyGame>;
export type GameName = keyof typeof games;
