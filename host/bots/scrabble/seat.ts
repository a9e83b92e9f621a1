import type { BestPlays } from '../../games/scrabble/moves/best-plays.ts';
import type { FoundPlay } from '../../games/scrabble/moves/search-plays.ts';
import type { Move } from '../../games/scrabble/wire/messages.ts';
import { readNotice } from '../../games/scrabble/wire/read-notice.ts';
import { moveText } from '../../games/scrabble/wire/text.ts';
import type { Chance } from '../chance.ts';
import type { Inbox } from '../inbox.ts';
import { Listener } from '../listener.ts';
import { endOfPause, partOver, type Turn } from '../turn.ts';
import { chosenMove } from './chosen-move.ts';
import type { FollowedGame } from './followed-game.ts';
import type { Strategy } from './strategy.ts';

/** Time to search before it looks for new messages. */
const LOOK_UP_EVERY_MS = 5;
/** The step limit of a turn's search, never reached with ordinary tiles. Steps are counted so that games can be repeated. */
const MOST_STEPS = 20_000_000;
/** The part of a turn's time by the end of which it answers. */
const ANSWER_WITHIN = 0.6;

export interface SeatNeeds {
  readonly inbox: Inbox<string>;
  readonly send: (text: string) => void;
  readonly game: FollowedGame;
  readonly strategy: Strategy;
  readonly plays: BestPlays;
  readonly pauseMs: number;
  readonly chance: Chance;
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

  async play(): Promise<void> {
    const { inbox, send, game } = this.#needs;
    send('ready\n');
    while (!inbox.ended) {
      await this.#listener.hearUntil(() => game.turn !== undefined);
      if (game.turn && !inbox.ended) await this.#takeTurn(game.turn);
    }
  }

  async #takeTurn(turn: Turn): Promise<void> {
    const { game, send, pauseMs } = this.#needs;
    const move = await this.#search(partOver(turn, ANSWER_WITHIN));
    await this.#listener.hearUntil(() => !game.turn, endOfPause(turn, pauseMs));
    // The turn may have run out, or the game may be over.
    if (game.turn !== turn) return;
    game.answer(move);
    send(`${moveText(move, turn.k)}\n`);
  }

  async #search(until: number): Promise<Move> {
    const { inbox, strategy, chance, game, plays } = this.#needs;
    const { terms, position, held, inBag } = game;
    const chooser = strategy({ terms, position, held, inBag, chance });
    // Judging a play takes as long as the programs of the board.
    const look = (found: FoundPlay) => {
      if (performance.now() < until) chooser.look(found);
      return chooser.least ?? Number.NEGATIVE_INFINITY;
    };
    let lookedUp = performance.now();
    for (const steps of plays.search(position, held, look, chooser.beside)) {
      const now = performance.now();
      if (steps > MOST_STEPS || now > until || inbox.ended) break;
      if (now < lookedUp + LOOK_UP_EVERY_MS) continue;
      await inbox.glance();
      lookedUp = performance.now();
    }
    return chosenMove(chooser, game);
  }
}
