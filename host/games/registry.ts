import { bananagrams } from './bananagrams/bananagrams.ts';
import { boggle } from './boggle/boggle.ts';
import type { Games } from './game.ts';
import { scrabble } from './scrabble/scrabble.ts';

/** All built-in games. */
export const games = { bananagrams, scrabble, boggle } as const satisfies Games;
export type GameName = keyof typeof games;
