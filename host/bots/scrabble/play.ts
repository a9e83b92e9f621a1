import type { Readable } from 'node:stream';
import { BestPlays, searchedWords } from '../../games/scrabble/moves/best-plays.ts';
import { asProgram, type BotOptions, type Pace } from '../as-program.ts';
import { chanceFrom } from '../chance.ts';
import { Inbox } from '../inbox.ts';
import { linesOfGreeting, PartReader } from '../lines.ts';
import { followGame } from './follow-game.ts';
import { Seat } from './seat.ts';
import type { Strategy } from './strategy.ts';

export interface PlayOptions extends BotOptions {
  /**
   * The plays that can bring the most are shown first, and those that bring less than the strategy's `least` not at all. Needs
   * some hundredths of a second for a large list, before the first turn (default: false).
   */
  readonly bestFirst?: boolean | undefined;
}

/**
 * Plays a game of Scrabble on standard input and output, from the first line of the host to the last. Gives the exit status: 2,
 * with a sentence on standard error, if it cannot play.
 */
export async function play(strategy: Strategy, options: PlayOptions = {}): Promise<number> {
  const { bestFirst = false } = options;
  const place = { input: process.stdin, send: (text: string) => process.stdout.write(text) };
  return await asProgram(options, async (pace) => await sitDown(place, strategy, { ...pace, bestFirst }));
}

interface Place {
  readonly input: Readable;
  readonly send: (text: string) => void;
}

interface Manner extends Pace {
  readonly bestFirst: boolean;
}

/** From the first line of the host to the last. Returns a sentence if it cannot play. */
export async function sitDown(
  { input, send }: Place,
  strategy: Strategy,
  { pauseMs, seed, bestFirst }: Manner,
): Promise<string | undefined> {
  const inbox = new Inbox(input, new PartReader('\n'), 'utf8');
  const lines = await linesOfGreeting(inbox);
  if (!lines) return undefined;
  const followed = followGame(lines);
  if (typeof followed === 'string') return followed;
  const { game, lexicon } = followed;
  const plays = new BestPlays(game.terms, bestFirst && lexicon ? searchedWords(lexicon) : undefined);
  await new Seat({ inbox, send, game, strategy, plays, pauseMs, chance: chanceFrom(seed) }).play();
  return undefined;
}
