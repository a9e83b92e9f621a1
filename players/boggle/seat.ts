import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { type Greeting, readNotice } from 'wordhost/boggle';
import type { Inbox } from '../program/inbox.ts';
import { Listener } from '../program/listener.ts';
import { endOfPause, type Turn } from '../program/turn.ts';
import type { FollowedGame } from './followed-game.ts';

/** The guesses of one write: less than the size of a pipe. */
const GUESSES_AT_ONCE = 500;

export interface SeatNeeds {
  readonly inbox: Inbox<string>;
  readonly output: Writable;
  readonly game: FollowedGame;
  /** All that it will guess, the best first. */
  readonly words: readonly string[];
  readonly pauseMs: number;
}

/** One player at the table, from its readiness to the end. */
export class Seat {
  readonly #needs: SeatNeeds;
  readonly #listener: Listener;

  constructor(needs: SeatNeeds) {
    this.#needs = needs;
    this.#listener = new Listener(needs.inbox, (line) => {
      const notice = readNotice(line);
      if (notice) needs.game.hear(notice);
    });
  }

  async play(rules: Greeting['rules']): Promise<void> {
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
    for (let next = 0; next < words.length && !this.#isOver(); next += atOnce) {
      await this.#hearUntil(() => false, performance.now() + pauseMs);
      const guesses = words.slice(next, next + atOnce).map((word) => `guess ${word}\n`);
      if (!this.#isOver()) await this.#write(guesses.join(''));
    }
    if (!this.#isOver()) await this.#write('done\n');
  }

  async #takeTurn(turn: Turn): Promise<void> {
    const { game, words, pauseMs } = this.#needs;
    await this.#hearUntil(() => game.turn !== turn, endOfPause(turn, pauseMs));
    // The turn may have run out, or the game may be over.
    if (game.turn !== turn || this.#isOver()) return;
    const word = words.find((each) => !game.isSettled(each));
    game.answer();
    await this.#write(`@${turn.k} ${word === undefined ? 'pass' : `guess ${word}`}\n`);
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
