import {
  type BestPlays,
  type FoundPlay,
  type Message,
  messageText,
  type Placement,
  readNotice,
} from 'wordhost/scrabble';
import type { Chance } from '../program/chance.ts';
import type { Inbox } from '../program/inbox.ts';
import { Listener } from '../program/listener.ts';
import { endOfPause, partOver, type Turn } from '../program/turn.ts';
import type { FollowedGame } from './followed-game.ts';
import { moveWhenStuck } from './move-when-stuck.ts';
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
    const play = await this.#search(partOver(turn, ANSWER_WITHIN));
    await this.#listener.hearUntil(() => !game.turn, endOfPause(turn, pauseMs));
    // The turn may have run out, or the game may be over.
    if (game.turn !== turn) return;
    const move: Message = play ? { type: 'play', placements: play } : moveWhenStuck(game);
    game.answer(move);
    send(`${messageText(move, turn.k)}\n`);
  }

  async #search(until: number): Promise<readonly Placement[] | undefined> {
    const { inbox, strategy, chance, game, plays } = this.#needs;
    const { terms, position, held } = game;
    const chooser = strategy({ terms, position, held, chance });
    // Judging a play takes as long as the programs of the board.
    const look = (found: FoundPlay) => {
      if (performance.now() < until) chooser.look(found);
      return chooser.least ?? Number.NEGATIVE_INFINITY;
    };
    let lookedUp = performance.now();
    for (const steps of plays.search(position, held, look)) {
      const now = performance.now();
      if (steps > MOST_STEPS || now > until || inbox.ended) break;
      if (now < lookedUp + LOOK_UP_EVERY_MS) continue;
      await inbox.glance();
      lookedUp = performance.now();
    }
    return chooser.chosen();
  }
}
