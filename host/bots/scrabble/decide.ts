import type { BestPlays } from '../../games/scrabble/moves/best-plays.ts';
import type { FoundPlay } from '../../games/scrabble/moves/search-plays.ts';
import type { Move } from '../../games/scrabble/wire/messages.ts';
import { refuse } from '../expected.ts';
import type { Inbox } from '../inbox.ts';
import type { Listener } from '../listener.ts';
import { partOver, type Turn } from '../turn.ts';
import { checkedMove } from './checked-move.ts';
import { chosenMove } from './chosen-move.ts';
import type { Mover } from './mover.ts';
import type { Choice, Strategy } from './strategy.ts';

/** What is due: a move in this turn. */
export interface Due {
  readonly choice: Choice;
  readonly turn: Turn;
  readonly inbox: Inbox<string>;
  readonly listener: Listener;
  /** By what was heard, the turn is over. */
  isOver(): boolean;
}

/** A move; a sentence where the player cannot play on; none: the turn is over. */
export type Decide = (due: Due) => Promise<Move | string | undefined>;

/** Time to search before it looks for new messages. */
const LOOK_UP_EVERY_MS = 5;
/** The step limit of a turn's search, never reached with ordinary tiles. Steps are counted so that games can be repeated. */
const MOST_STEPS = 20_000_000;
/** The part of a turn's time by the end of which it answers. */
const ANSWER_WITHIN = 0.6;

/** All plays are searched, and the strategy chooses. */
export function bySearch(strategy: Strategy, plays: BestPlays): Decide {
  return async ({ choice, turn, inbox }) => {
    const until = partOver(turn, ANSWER_WITHIN);
    const { position, held } = choice;
    const chooser = strategy(choice);
    if (typeof chooser?.look !== 'function' || typeof chooser.chosen !== 'function')
      refuse('what the strategy returns', 'an object with the functions look and chosen', chooser);
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
    return chosenMove(chooser, choice);
  };
}

/** The mover is asked, and meanwhile the host is heard. */
export function byMover(mover: Mover): Decide {
  return async ({ choice, turn, inbox, listener, isOver }) => {
    const answers: unknown[] = [];
    const hear = async () => {
      answers.push(await mover.move(choice, partOver(turn, 1)));
      inbox.wake();
    };
    await Promise.race([hear(), listener.hearUntil(() => answers.length > 0 || isOver())]);
    return answers.length > 0 ? answerOf(answers[0]) : undefined;
  };
}

function answerOf(given: unknown): Move | string {
  return isSentence(given) ? given : checkedMove('what the mover answers', ANSWERS, given);
}

export const isSentence = (given: unknown): given is string => typeof given === 'string' && given !== '';

const ANSWERS = 'a move with the type play, change, pass or forfeit, or a sentence why it cannot play on';
