import { bananagrams } from './bananagrams/bananagrams.ts';
import { boggle } from './boggle/boggle.ts';
import type { EventsWith } from './event.ts';
import type { Game, Games } from './game.ts';
import { scrabble } from './scrabble/scrabble.ts';

/** Every game there is: one line each. */
export const games = { bananagrams, scrabble, boggle } as const satisfies Games;
export type GameName = keyof typeof games;

// biome-ignore lint/suspicious/noExplicitAny: of all that a game is, its events alone are asked for
type EventsOf<Played> = Played extends Game<any, any, any, any, infer Event> ? Event : never;

/** All that can happen in any of them. */
export type AnyEvent = EventsWith<EventsOf<(typeof games)[GameName]>>;
