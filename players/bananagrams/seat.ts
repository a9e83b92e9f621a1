import type { Chance } from '../program/chance.ts';
import type { Inbox } from '../program/inbox.ts';
import type { LevelName } from '../program/levels.ts';
import type { PlayerOptions } from './options.ts';
import { drawing } from './solving/board.ts';
import type { Dictionary } from './solving/dictionary.ts';
import { codeOf, letterOf } from './solving/letters.ts';
import { Solver } from './solving/solver.ts';
import { Talk } from './talk.ts';
import type { Notice } from './wire.ts';

/** Boards to try before a tile is dumped; doubled after each refusal in a row. */
const TRIES_BEFORE_DUMP = 400;
/** Time to search before it looks for new messages. */
const LOOK_UP_EVERY_MS = 5;

/** Milliseconds before a peel. A race is won by speed: who knows less takes longer. */
const pauseOfLevel: Readonly<Record<LevelName, number>> = { all: 0, half: 500, few: 2_000 };

export interface SeatNeeds {
  readonly inbox: Inbox<Notice>;
  readonly send: (text: string) => void;
  readonly dictionary: Dictionary;
  readonly options: PlayerOptions;
  readonly chance: Chance;
}

/** One player at the table, from its readiness to the end. */
export class Seat {
  readonly #inbox: Inbox<Notice>;
  readonly #send: (text: string) => void;
  readonly #pauseMs: number;
  readonly #chance: Chance;
  readonly #talk: Talk;
  readonly #solver: Solver;

  constructor({ inbox, send, dictionary, options, chance }: SeatNeeds) {
    this.#inbox = inbox;
    this.#send = send;
    this.#pauseMs = Math.max(options.pauseMs, pauseOfLevel[options.level]);
    this.#chance = chance;
    this.#talk = new Talk(options.dialect);
    this.#solver = new Solver(dictionary, chance);
  }

  async play(): Promise<void> {
    this.#send(this.#talk.ready);
    for (;;) {
      this.#readNews();
      if (this.#inbox.ended) return;
      if (!this.#talk.dealt || this.#talk.over || this.#talk.dumping) await this.#inbox.news();
      else if (!this.#solver.complete) await this.#think();
      else if (this.#talk.mayPeel) await this.#offerPeel();
      else await this.#inbox.news();
    }
  }

  #readNews(): void {
    for (const notice of this.#inbox.take()) this.#solver.give([...this.#talk.hear(notice)].map(codeOf));
  }

  async #think(): Promise<void> {
    const until = performance.now() + LOOK_UP_EVERY_MS;
    const limit = TRIES_BEFORE_DUMP * 2 ** this.#talk.refused;
    while (!this.#solver.complete && this.#solver.tries < limit && performance.now() < until)
      this.#solver.step();
    await this.#inbox.glance();
    if (this.#inbox.empty && !this.#solver.complete && this.#solver.tries >= limit)
      this.#send(this.#talk.dump(letterOf(this.#solver.giveUpHardest())));
  }

  /**
   * Looks first whether somebody else was quicker: the letter that they made us draw must go in as well. Players
   * that pause equally long would all peel at once, so each pause is a little shorter or longer.
   */
  async #offerPeel(): Promise<void> {
    if (this.#pauseMs > 0) await this.#inbox.news(this.#pauseMs * (0.75 + this.#chance() / 2));
    else await this.#inbox.glance();
    if (this.#inbox.empty && !this.#inbox.ended) this.#send(this.#talk.peel(drawing(this.#solver.board)));
  }
}
