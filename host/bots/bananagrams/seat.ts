import type { Dialect } from '../../games/bananagrams/wire/messages.ts';
import type { Chance } from '../chance.ts';
import { refuse } from '../expected.ts';
import type { Inbox } from '../inbox.ts';
import type { Strategy } from './strategy.ts';
import { Talk } from './talk.ts';

export interface SeatNeeds {
  readonly inbox: Inbox<string>;
  readonly send: (text: string) => void;
  readonly answerTo: ReturnType<Strategy>;
  readonly dialect: Dialect;
  readonly pauseMs: number;
  readonly chance: Chance;
}

/** One player at the table, from its readiness to the end. */
export class Seat {
  readonly #needs: SeatNeeds;
  readonly #talk: Talk;
  #letters = '';
  #drew = '';
  /** All letters of the hand are in it. */
  #rows: readonly string[] | undefined;

  constructor(needs: SeatNeeds) {
    this.#needs = needs;
    this.#talk = new Talk(needs.dialect);
  }

  async play(): Promise<void> {
    const { inbox, send } = this.#needs;
    send(this.#talk.ready);
    for (;;) {
      this.#readNews();
      if (inbox.ended) return;
      if (!this.#talk.mayThink) await inbox.news();
      else if (!this.#rows) await this.#think();
      else if (this.#talk.mayPeel) await this.#offerPeel(this.#rows);
      else await inbox.news();
    }
  }

  #readNews(): void {
    for (const message of this.#needs.inbox.take()) {
      const letters = this.#talk.hear(message);
      if (letters === '') continue;
      this.#letters += letters;
      this.#drew += letters;
      this.#rows = undefined;
    }
  }

  async #think(): Promise<void> {
    const { answerTo, inbox, send } = this.#needs;
    const answer = answerTo({ letters: this.#letters, drew: this.#drew, refused: this.#talk.refused });
    this.#drew = '';
    if (answer && !isAnswer(answer)) refuse('an answer', ANSWERS, answer);
    if (answer && 'dump' in answer) {
      this.#letters = this.#letters.replace(answer.dump, '');
      send(this.#talk.dump(answer.dump));
      return;
    }
    if (answer && 'wait' in answer) return await inbox.news(answer.wait);
    this.#rows = answer?.peel;
    await inbox.glance();
  }

  /**
   * Looks first whether somebody else was quicker: the letter that they made us draw must go in as well. Players
   * that pause equally long would all peel at once, so each pause is a little shorter or longer.
   */
  async #offerPeel(rows: readonly string[]): Promise<void> {
    const { inbox, send, pauseMs, chance } = this.#needs;
    if (pauseMs > 0) await inbox.news(pauseMs * (0.75 + chance() / 2));
    else await inbox.glance();
    if (inbox.empty && !inbox.ended) send(this.#talk.peel(rows));
  }
}

const ANSWERS = '{ peel: rows }, { dump: letter } or { wait: milliseconds }, or nothing';

function isAnswer(answer: Partial<Record<'peel' | 'dump' | 'wait', unknown>>): boolean {
  return Array.isArray(answer.peel) || typeof answer.dump === 'string' || typeof answer.wait === 'number';
}
