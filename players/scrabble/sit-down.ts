import type { Readable } from 'node:stream';
import { type Lexicon, loadLexicon } from 'wordhost/lexicon';
import { readGreeting, ruleSets } from 'wordhost/scrabble';
import { chanceFrom } from '../program/chance.ts';
import { Inbox } from '../program/inbox.ts';
import { LineReader, linesOfGreeting } from '../program/lines.ts';
import { FollowedGame } from './followed-game.ts';
import { withKnownWords } from './known-words.ts';
import type { PlayerOptions } from './options.ts';
import { Seat } from './seat.ts';
import type { Strategy } from './strategy.ts';

export interface Place {
  readonly input: Readable;
  readonly send: (text: string) => void;
}

/** From the first line of the host to the last. Returns a sentence if it cannot play. */
export async function sitDown(
  { input, send }: Place,
  strategy: Strategy,
  { pauseMs, seed, level }: PlayerOptions,
): Promise<string | undefined> {
  const inbox = new Inbox(input, new LineReader(), 'utf8');
  const lines = await linesOfGreeting(inbox);
  if (!lines) return undefined;
  const game = gameOf(lines);
  if (typeof game === 'string') return game;
  const known = withKnownWords(strategy, level, seed);
  await new Seat({ inbox, send, game, strategy: known, pauseMs, chance: chanceFrom(seed) }).play();
  return undefined;
}

function gameOf(lines: readonly string[]): FollowedGame | string {
  const read = readGreeting(lines);
  if (!read.ok) return `the board that it was told: ${read.problem}`;
  const { told } = read;
  const rules = Object.values(ruleSets).find(({ name }) => name === told.rules);
  if (!rules) return `it does not know the rules ${told.rules}, only ${Object.keys(ruleSets).join(', ')}`;
  const loaded = told.dictionary === undefined ? undefined : loadLexicon(told.dictionary);
  if (loaded?.ok === false) return loaded.problem;
  const lexicon: Lexicon | undefined = loaded?.lexicon;
  return new FollowedGame(told, rules, lexicon);
}
