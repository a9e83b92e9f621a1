import type { Nanos, Seat } from '../../core/units.ts';
import type { OwnEvent } from '../events.ts';
import { andThen, type Heard, type Step, unchanged } from '../game.ts';
import type { Departure } from '../kit/verdict.ts';
import {
  dropLate,
  type LateEvent,
  lateFlood,
  type Removal,
  removalByDeparture,
  removalByOffence,
  removalByTime,
} from './removal.ts';
import { isActive, type LinePlayer, type LineState, playerAt, timingOfMove } from './state.ts';
import type { LimitOfTurn } from './time-bank.ts';
import * as turns from './turns.ts';
import { lineFault, type Spoken } from './wire/scanner.ts';

interface OwnCourse<Player, State, Message, Event extends OwnEvent> {
  answer(state: State, player: Player, heard: Heard<Message>): Step<State, Event>;
  remove(state: State, seat: Seat, removal: Removal): Step<State, Event>;
  /** Ends a turn in which the player made no move. */
  turnOver(state: State, seat: Seat): Step<State, Event>;
}

/** The course of turns that all games in lines share, around each game's own moves. */
export function courseOf<
  Player extends LinePlayer,
  State extends LineState<Player>,
  Message extends Spoken<unknown>,
  Event extends OwnEvent,
>({ answer, remove, turnOver }: OwnCourse<Player, State, Message, Event>) {
  type Next = Step<State, Event | LateEvent | turns.OvertimeEvent | turns.TimeoutEvent>;

  /** Drops a line that came too late, or removes a player that sends too many. */
  function drop(state: State, player: Player, heard: Heard<Message>, what: string): Next {
    const flood = lateFlood(state, player, heard, what);
    if (!flood) return dropLate<Player, State>(state, player, heard);
    return remove(state, heard.seat, removalByOffence(heard.seat, flood, heard.bytes));
  }

  function hear(state: State, heard: Heard<Message>): Next {
    const { seat, message, bytes } = heard;
    if (!isActive(state, seat)) return unchanged(state);
    const player = playerAt<Player>(state, seat);
    const timing = timingOfMove(state.turn, player, heard);
    switch (timing.is) {
      case 'answer': {
        const charged: Next = turns.answerTurn<Player, State>(state, seat, heard.at);
        return andThen(charged, (next) => answer(next, playerAt<Player>(next, seat), heard));
      }
      case 'dropped':
        return drop(state, player, heard, 'of answers to turns that had run out');
      case 'out-of-order':
        return remove(
          state,
          seat,
          removalByOffence(seat, lineFault(message, 'order', timing.problem), bytes),
        );
      default:
        return timing satisfies never;
    }
  }

  /** Counts as a pass, unless the player is removed. */
  function ranOut(state: State, seat: Seat, at: Nanos, of: LimitOfTurn): Next {
    const late: Next = turns.expireTurn<Player, State>(state, seat, at, of);
    return andThen(late, (next) => {
      const removal = removalByTime(next, playerAt<Player>(next, seat), of);
      return removal ? remove(next, seat, removal) : turnOver(next, seat);
    });
  }

  return {
    drop,
    hear,
    leave: (state: State, seat: Seat, departure: Departure): Next =>
      isActive(state, seat) ? remove(state, seat, removalByDeparture(seat, departure)) : unchanged(state),
    spent: (state: State, seat: Seat, cpu: Nanos, at: Nanos): Next =>
      turns.hasOverspent(state, seat, cpu) ? ranOut(state, seat, at, 'turn-cpu') : unchanged(state),
    wake(state: State, at: Nanos): Next {
      const { turn, over } = state;
      return turn && !over
        ? ranOut(state, turn.seat, at, turns.nextLimit(state, turn.seat))
        : unchanged(state);
    },
  };
}
