import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { type Introduction, readGreeting } from '../../games/boggle/wire/greeting.ts';
import { type Notice, readNotice } from '../../games/boggle/wire/messages.ts';
import { finderFor } from '../../games/boggle/word-finder.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import { loadLexicon } from '../../lexicon/load.ts';
import type { ProgramInput } from '../../seats/remote/program-seats.ts';
import { asProgram, type BotOptions, type Pace } from '../as-program.ts';
import { type Chance, chanceFrom } from '../chance.ts';
import { Inbox, Listener, linesOfGreeting, PartReader } from '../inbox.ts';
import { expectFunction, refuse } from '../misuse.ts';
import { endOfPause, startTurn, type Turn } from '../turn.ts';

interface BotPlace {
  readonly input: Readable | ProgramInput;
  /** Waits while a pipe is full. */
  readonly send: (text: string) => void | Promise<void>;
  /** An already loaded word list. Otherwise the file that the host names is read. */
  readonly lexicon?: Lexicon | undefined;
  /** The number of turns that the host has counted before a restart. They are not answered again. */
  readonly past?: number;
}

export interface Table {
  readonly told: Introduction;
  readonly lexicon: Lexicon;
  /** Every word of the list that is on the board, sorted. Computed on first use. */
  readonly words: readonly string[];
  readonly chance: Chance;
  /** Changes during the game. */
  readonly game: FollowedGame;
}

/**
 * Yields guesses, the best first. The classic rules let a bot guess all of them. In turns it guesses the next
 * one that nobody has guessed, and passes when none is left. Undefined passes one turn.
 */
export type Strategy = (table: Table) => Iterable<string> | AsyncIterable<string | undefined>;

/**
 * Plays a game of Boggle on standard input and output by either set of rules. Returns the exit status: 2,
 * with a sentence on standard error, if it cannot play.
 */
export async function play(strategy: Strategy, options: BotOptions = {}): Promise<number> {
  const send = async (text: string) => {
    if (!process.stdout.write(text)) await once(process.stdout, 'drain');
  };
  const place = { input: process.stdin, send };
  return await asProgram(options, async (pace) => await sitDown(place, strategy, pace), 'boggle');
}

/** Returns a sentence if the bot cannot play. */
export async function sitDown(
  { input, send, lexicon, past = 0 }: BotPlace,
  strategy: Strategy,
  { pauseMs, seed }: Pace,
): Promise<string | undefined> {
  const inbox = new Inbox(input, new PartReader('\n'), 'utf8');
  const lines = await linesOfGreeting(inbox);
  if (!lines) return undefined;
  const read = readGreeting(lines);
  if (!read.ok) return `cannot read the start of the game: ${read.problem}`;
  const { told } = read;
  const loaded = lexicon ? { ok: true as const, lexicon } : loadLexicon(told.dictionary);
  if (!loaded.ok) return loaded.problem;
  const game = new FollowedGame(told.player);
  const words = wordsOf(strategy, tableOf(told, loaded.lexicon, seed, game));
  await new Seat({ inbox, send, past, game, words, pauseMs }).play(told.rules);
  return undefined;
}

type Words = Iterator<string> | AsyncIterator<string | undefined>;

function wordsOf(strategy: Strategy, table: Table): Words {
  expectFunction('play: the strategy', strategy);
  const words: unknown = strategy(table);
  if (isAsyncIterable(words)) return words[Symbol.asyncIterator]();
  if (!isIterable(words)) refuse('what the strategy returns', 'an array of the words that it guesses', words);
  return checkWords(words);
}

/** A line of the wire is one word. */
function* checkWords(words: Iterable<unknown>): Iterator<string> {
  for (const word of words) {
    if (typeof word !== 'string' || !WORD.test(word))
      refuse('a word of the strategy', 'a string of letters', word);
    yield word;
  }
}

const WORD = /^\p{L}+$/u;

function isIterable(given: unknown): given is Iterable<unknown> {
  return typeof given === 'object' && given !== null && Symbol.iterator in given;
}

function isAsyncIterable(given: unknown): given is AsyncIterable<string | undefined> {
  return typeof given === 'object' && given !== null && Symbol.asyncIterator in given;
}

export function tableOf(told: Introduction, lexicon: Lexicon, seed: string, game: FollowedGame): Table {
  let found: readonly string[] | undefined;
  return {
    told,
    lexicon,
    get words() {
      return (found ??= finderFor(lexicon).wordsOn(told.board));
    },
    chance: chanceFrom(seed),
    game,
  };
}

/** The guesses of a write need less than the size of a pipe. */
const GUESSES_AT_ONCE = 500;

interface SeatNeeds {
  readonly inbox: Inbox<string>;
  readonly send: BotPlace['send'];
  readonly past: number;
  readonly game: FollowedGame;
  /** Guesses, the best first, computed on demand. */
  readonly words: Words;
  readonly pauseMs: number;
}

class Seat {
  readonly #needs: SeatNeeds;
  readonly #listener: Listener;
  #next: IteratorResult<string | undefined> | undefined;

  constructor(needs: SeatNeeds) {
    this.#needs = needs;
    this.#listener = new Listener(needs.inbox, (line) => {
      const notice = readNotice(line);
      if (notice) needs.game.hear(notice);
    });
  }

  async play(rules: Introduction['rules']): Promise<void> {
    const { game } = this.#needs;
    await this.#needs.send('ready\n');
    await this.#hearUntil(() => game.startedAt !== undefined);
    if (rules === 'classic') await this.#guessAll();
    while (!this.#isOver()) {
      await this.#hearUntil(() => game.turn !== undefined);
      if (game.turn) await this.#takeTurn(game.turn);
    }
  }

  async #guessAll(): Promise<void> {
    const { words, pauseMs } = this.#needs;
    const atOnce = pauseMs > 0 ? 1 : GUESSES_AT_ONCE;
    for (;;) {
      const next = await this.#whileHearing(takeWords(words, atOnce));
      if (!next || next.length === 0 || this.#isOver()) break;
      await this.#hearUntil(() => false, performance.now() + pauseMs);
      if (!this.#isOver()) await this.#needs.send(next.map((word) => `guess ${word}\n`).join(''));
    }
    if (!this.#isOver()) await this.#needs.send('done\n');
  }

  async #takeTurn(turn: Turn): Promise<void> {
    const { game, past, pauseMs } = this.#needs;
    if (turn.k <= past) return game.answer();
    await this.#hearUntil(() => game.turn !== turn, endOfPause(turn, pauseMs));
    // The turn may have run out, or the game may be over.
    if (game.turn !== turn || this.#isOver()) return;
    const word = await this.#nextUnsettled();
    if (game.turn !== turn || this.#isOver()) return;
    game.answer();
    await this.#needs.send(`@${turn.k} ${word === undefined ? 'pass' : `guess ${word}`}\n`);
  }

  /** A settled word never has points again, so the player skips it for good. */
  async #nextUnsettled(): Promise<string | undefined> {
    const { words, game } = this.#needs;
    const next = async () => (this.#next = (await this.#whileHearing(words.next())) ?? this.#next);
    if (!this.#next || this.#next.value === undefined) await next();
    while (this.#next?.value !== undefined && game.isSettled(this.#next.value) && !this.#isOver())
      await next();
    return this.#next?.value;
  }

  /** Waits for words, and hears the host meanwhile. Undefined if the game is over first. */
  async #whileHearing<Value>(coming: Value | Promise<Value>): Promise<Value | undefined> {
    if (!(coming instanceof Promise)) return coming;
    const came: Value[] = [];
    const hear = async () => {
      came.push(await coming);
      this.#needs.inbox.wake();
    };
    await Promise.race([hear(), this.#hearUntil(() => came.length > 0 || this.#needs.inbox.ended)]);
    return came[0];
  }

  #isOver(): boolean {
    return this.#needs.game.over || this.#needs.inbox.ended;
  }

  async #hearUntil(holds: () => boolean, time?: number): Promise<void> {
    await this.#listener.hearUntil(() => holds() || this.#needs.game.over, time);
  }
}

/** Words that come one by one are guessed at once. */
function takeWords(words: Words, most: number): string[] | Promise<string[]> {
  const some: string[] = [];
  while (some.length < most) {
    const next = words.next();
    if (next instanceof Promise)
      return next.then(({ value }: IteratorResult<string | undefined>) =>
        value === undefined ? [] : [value],
      );
    if (next.done) break;
    if (next.value !== undefined) some.push(next.value);
  }
  return some;
}

interface Guess {
  readonly player: number;
  readonly word: string;
  /** Undefined if it was wrong. */
  readonly points?: number | undefined;
}

export class FollowedGame {
  readonly #player: number;
  readonly #settled = new Set<string>();
  /** The guesses of all players, in a game in turns. */
  readonly guesses: Guess[] = [];
  readonly scores = new Map<number, number>();
  /** Turns of the game, this one included. */
  left = 0;
  /** The time of `performance.now()`. */
  startedAt: number | undefined;
  over = false;
  turn: Turn | undefined;

  constructor(player: number) {
    this.#player = player;
  }

  hear(notice: Notice): void {
    switch (notice.type) {
      case 'start':
        this.startedAt = performance.now();
        break;
      case 'turn':
        this.left = notice.left;
        this.turn = startTurn(notice);
        break;
      case 'scored':
        this.scores.set(notice.player, (this.scores.get(notice.player) ?? 0) + notice.points);
        this.guesses.push(notice);
        this.#settled.add(notice.word);
        break;
      case 'missed':
        this.guesses.push({ player: notice.player, word: notice.word });
        this.#settled.add(notice.word);
        break;
      case 'timeout':
      case 'forfeited':
        if (notice.player === this.#player) this.turn = undefined;
        break;
      case 'gameover':
        this.turn = undefined;
        this.over = true;
        break;
      case 'passed':
      case 'bank':
      case 'found':
        break;
      default:
        notice satisfies never;
    }
  }

  /** A word that was guessed before has no points. Case does not matter. */
  isSettled(word: string): boolean {
    return this.#settled.has(word.toUpperCase());
  }

  answer(): void {
    this.turn = undefined;
  }
}
