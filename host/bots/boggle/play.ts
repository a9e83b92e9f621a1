import type { Readable, Writable } from 'node:stream';
import type { Introduction } from '../../games/boggle/wire/greeting.ts';
import { readGreeting } from '../../games/boggle/wire/read-greeting.ts';
import { wordFinder } from '../../games/boggle/words/word-finder.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import { loadLexicon } from '../../lexicon/load.ts';
import { asProgram, type BotOptions, type Pace } from '../as-program.ts';
import { type Chance, chanceFrom } from '../chance.ts';
import { expectFunction, refuse } from '../expected.ts';
import { Inbox } from '../inbox.ts';
import { linesOfGreeting, PartReader } from '../lines.ts';
import { FollowedGame } from './followed-game.ts';
import { Seat } from './seat.ts';

interface Place {
  readonly input: Readable;
  readonly output: Writable;
}

/** What it is told before the game, and all that there is to find. */
export interface Table {
  readonly told: Introduction;
  readonly lexicon: Lexicon;
  /** Every word of the list that is on the board, sorted; found when it is first asked for. */
  readonly words: readonly string[];
  readonly chance: Chance;
}

/**
 * The words that it guesses, the best first. By the classic rules it guesses all of them; in turns the next one that nobody has
 * guessed, and it passes when there is none left.
 */
export type Strategy = (table: Table) => Iterable<string>;

/**
 * Plays a game of Boggle on standard input and output, by either set of rules, from the first line of the host to the last. Gives the
 * exit status: 2, with a sentence on standard error, if it cannot play.
 */
export async function play(strategy: Strategy, options: BotOptions = {}): Promise<number> {
  const place = { input: process.stdin, output: process.stdout };
  return await asProgram(options, async (pace) => await sitDown(place, strategy, pace), 'boggle');
}

/** From the first line of the host to the last. Returns a sentence if it cannot play. */
async function sitDown(
  { input, output }: Place,
  strategy: Strategy,
  { pauseMs, seed }: Pace,
): Promise<string | undefined> {
  const inbox = new Inbox(input, new PartReader('\n'), 'utf8');
  const lines = await linesOfGreeting(inbox);
  if (!lines) return undefined;
  const read = readGreeting(lines);
  if (!read.ok) return `what it was told: ${read.problem}`;
  const { told } = read;
  const loaded = loadLexicon(told.dictionary);
  if (!loaded.ok) return loaded.problem;
  const words = wordsOf(strategy, tableOf(told, loaded.lexicon, seed));
  const game = new FollowedGame(told.player);
  await new Seat({ inbox, output, game, words, pauseMs }).play(told.rules);
  return undefined;
}

function wordsOf(strategy: Strategy, table: Table): Iterator<string> {
  expectFunction('play: the strategy', strategy);
  const words: unknown = strategy(table);
  if (!isIterable(words))
    refuse('what the strategy returns', 'the words that it guesses, as an array', words);
  return checked(words);
}

/** A line of the wire is one word. */
function* checked(words: Iterable<unknown>): Iterator<string> {
  for (const word of words) {
    if (typeof word !== 'string' || !WORD.test(word))
      refuse('a word of the strategy', 'a text of letters', word);
    yield word;
  }
}

const WORD = /^\p{L}+$/u;

function isIterable(given: unknown): given is Iterable<unknown> {
  return typeof given === 'object' && given !== null && Symbol.iterator in given;
}

function tableOf(told: Introduction, lexicon: Lexicon, seed: string): Table {
  let found: readonly string[] | undefined;
  return {
    told,
    lexicon,
    get words() {
      return (found ??= wordFinder(lexicon).wordsOn(told.board));
    },
    chance: chanceFrom(seed),
  };
}
