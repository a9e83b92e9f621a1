import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { Introduction } from '../../games/boggle/wire/greeting.ts';
import { readNotice } from '../../games/boggle/wire/read-notice.ts';
import type { Inbox } from '../inbox.ts';
import { Listener } from '../listener.ts';
import { endOfPause, type Turn } from '../turn.ts';
import type { FollowedGame } from './followed-game.ts';

/** The guesses of one write: less than the size of a pipe. */
const GUESSES_AT_ONCE = 500;

export interface SeatNeeds {
  readonly inbox: Inbox<string>;
  readonly output: Writable;
  readonly game: FollowedGame;
  /** What it will guess, the best first: asked for one by one. */
  readonly words: Iterator<string>;
  readonly pauseMs: number;
}

/** One player at the table, from its readiness to the end. */
export class Seat {
  readonly #needs: SeatNeeds;
  readonly #listener: Listener;
  #next: IteratorResult<string> | undefined;

  constructor(needs: SeatNeeds) {
    this.#needs = needs;
    this.#listener = new Listener(needs.inbox, (line) => {
      const notice = readNotice(line);
      if (notice) needs.game.hear(notice);
    });
  }

  async play(rules: Introduction['rules']): Promise<void> {
    const { game } = this.#needs;
    await this.#write('ready\n');
    await this.#hearUntil(() => game.started);
    if (rules === 'classic') await this.#guessAll();
    while (!this.#isOver()) {
      await this.#hearUntil(() => game.turn !== undefined);
      if (game.turn) await this.#takeTurn(game.turn);
    }
  }

  async #guessAll(): Promise<void> {
    const { words, pauseMs } = this.#needs;
    const atOnce = pauseMs > 0 ? 1 : GUESSES_AT_ONCE;
    for (let next = taken(words, atOnce); next.length > 0 && !this.#isOver(); next = taken(words, atOnce)) {
      await this.#hearUntil(() => false, performance.now() + pauseMs);
      if (!this.#isOver()) await this.#write(next.map((word) => `guess ${word}\n`).join(''));
    }
    if (!this.#isOver()) await this.#write('done\n');
  }

  async #takeTurn(turn: Turn): Promise<void> {
    const { game, pauseMs } = this.#needs;
    await this.#hearUntil(() => game.turn !== turn, endOfPause(turn, pauseMs));
    // The turn may have run out, or the game may be over.
    if (game.turn !== turn || this.#isOver()) return;
    const word = this.#nextUnsettled();
    game.answer();
    await this.#write(`@${turn.k} ${word === undefined ? 'pass' : `guess ${word}`}\n`);
  }

  /** What is settled once has no points any more: it is passed over for good. */
  #nextUnsettled(): string | undefined {
    const { words, game } = this.#needs;
    this.#next ??= words.next();
    while (!this.#next.done && game.isSettled(this.#next.value)) this.#next = words.next();
    return this.#next.done ? undefined : this.#next.value;
  }

  #isOver(): boolean {
    return this.#needs.game.over || this.#needs.inbox.ended;
  }

  /** Until that holds, the game is over, or the time is up. */
  async #hearUntil(holds: () => boolean, time?: number): Promise<void> {
    await this.#listener.hearUntil(() => holds() || this.#needs.game.over, time);
  }

  /** Waits if the pipe is full, and still handles SIGTERM. */
  async #write(text: string): Promise<void> {
    const { output } = this.#needs;
    if (!output.write(text)) await once(output, 'drain');
  }
}

/** The next words, at most so many. */
function taken(words: Iterator<string>, most: number): string[] {
  const some: string[] = [];
  while (some.length < most) {
    const next = words.next();
    if (next.done) break;
    some.push(next.value);
  }
  return some;
}
