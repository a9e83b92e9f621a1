import type { Notice } from '../../games/scrabble/wire/messages.ts';
import { readNotice } from '../../games/scrabble/wire/read-notice.ts';
import { moveText } from '../../games/scrabble/wire/text.ts';
import type { Chance } from '../chance.ts';
import type { Inbox } from '../inbox.ts';
import { Listener } from '../listener.ts';
import { endOfPause, type Turn } from '../turn.ts';
import type { Decide } from './decide.ts';
import type { FollowedGame } from './followed-game.ts';

export interface SeatNeeds {
  readonly inbox: Inbox<string>;
  readonly send: (text: string) => void;
  readonly game: FollowedGame;
  readonly decide: Decide;
  readonly pauseMs: number;
  readonly chance: Chance;
  /** Told of each message, when the game has taken it in. */
  readonly heard?: ((notice: Notice) => void) | undefined;
}

/** One player at the table, from its readiness to the end. */
export class Seat {
  readonly #needs: SeatNeeds;
  readonly #listener: Listener;

  constructor(needs: SeatNeeds) {
    this.#needs = needs;
    this.#listener = new Listener(needs.inbox, (line) => {
      const notice = readNotice(line);
      if (!notice) return;
      needs.game.hear(notice);
      needs.heard?.(notice);
    });
  }

  /** Returns a sentence if it cannot play on. */
  async play(): Promise<string | undefined> {
    const { inbox, send, game } = this.#needs;
    send('ready\n');
    while (!inbox.ended) {
      await this.#listener.hearUntil(() => game.turn !== undefined);
      if (!game.turn || inbox.ended) continue;
      const problem = await this.#takeTurn(game.turn);
      if (problem !== undefined) return problem;
    }
    return undefined;
  }

  async #takeTurn(turn: Turn): Promise<string | undefined> {
    const { inbox, game, send, pauseMs, decide, chance } = this.#needs;
    // The turn may run out, or the game may end.
    const isOver = () => game.turn !== turn;
    const due = { choice: game.choice(chance), turn, inbox, listener: this.#listener, isOver };
    const move = await decide(due);
    if (move === undefined || typeof move === 'string') return move;
    await this.#listener.hearUntil(() => !game.turn, endOfPause(turn, pauseMs));
    if (isOver()) return undefined;
    game.answer(move);
    send(`${moveText(move, turn.k)}\n`);
    return undefined;
  }
}
