import type { Readable, Writable } from 'node:stream';
import { type Greeting, readGreeting, wordFinder } from 'wordhost/boggle';
import { loadLexicon } from 'wordhost/lexicon';
import { chanceFrom } from '../program/chance.ts';
import { Inbox } from '../program/inbox.ts';
import { LineReader, linesOfGreeting } from '../program/lines.ts';
import { FollowedGame } from './followed-game.ts';
import { knownWords } from './levels.ts';
import type { PlayerOptions } from './options.ts';
import { Seat } from './seat.ts';

export interface Place {
  readonly input: Readable;
  readonly output: Writable;
}

/** From the first line of the host to the last. Returns a sentence if it cannot play. */
export async function sitDown({ input, output }: Place, options: PlayerOptions): Promise<string | undefined> {
  const inbox = new Inbox(input, new LineReader(), 'utf8');
  const lines = await linesOfGreeting(inbox);
  if (!lines) return undefined;
  const read = readGreeting(lines);
  if (!read.ok) return `what it was told: ${read.problem}`;
  const words = wordsFor(read.told, options);
  if (typeof words === 'string') return words;
  const game = new FollowedGame(read.told.player);
  await new Seat({ inbox, output, game, words, pauseMs: options.pauseMs }).play(read.told.rules);
  return undefined;
}

/** All that it will guess, or why there is no list. */
function wordsFor({ board, dictionary }: Greeting, { level, seed }: PlayerOptions): string[] | string {
  const loaded = loadLexicon(dictionary);
  if (!loaded.ok) return loaded.problem;
  return knownWords(wordFinder(loaded.lexicon).wordsOn(board), level, chanceFrom(seed));
}
