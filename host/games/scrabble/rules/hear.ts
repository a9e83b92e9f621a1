import { dropLate, lateFlood } from '../../line-game/late-answers.ts';
import { hasSay, playerAt } from '../../line-game/players.ts';
import { offending } from '../../line-game/removal.ts';
import { passed } from '../../line-game/turns/passing.ts';
import { turnAnswered } from '../../line-game/turns/turn-clock.ts';
import { placeInTurns } from '../../line-game/turns/turn-place.ts';
import { lineFault } from '../../line-game/wire/move-scanner.ts';
import { andThen, unchanged } from '../../steps.ts';
import { hearChange } from './change.ts';
import { forfeit, remove } from './out.ts';
import { hearPlay } from './play.ts';
import type { HeardMove, Player, ScrabbleStep, State } from './state.ts';
import { turnOver, withoutPoints } from './turns.ts';

/** One line of a player. */
export function hear(state: State, heard: HeardMove): ScrabbleStep {
  const { seat, message, bytes } = heard;
  if (!hasSay(state, seat)) return unchanged(state);
  const player = playerAt(state, seat);
  const place = placeInTurns(state.turn, player, heard);
  switch (place.is) {
    case 'answer': {
      const charged: ScrabbleStep = turnAnswered(state, seat, heard.at);
      return andThen(charged, (next) => answer(next, playerAt(next, seat), heard));
    }
    case 'dropped':
      return drop(state, player, heard);
    case 'out-of-order':
      return remove(state, seat, offending(seat, lineFault(message, 'order', place.problem), bytes));
    default:
      return place satisfies never;
  }
}

function answer(state: State, player: Player, heard: HeardMove): ScrabbleStep {
  const { seat, message, bytes } = heard;
  switch (message.type) {
    case 'play':
      return hearPlay(state, player, heard, message.placements);
    case 'change':
      return hearChange(state, player, heard, message.ids);
    case 'forfeit':
      return forfeit(state, seat, bytes);
    case 'pass': {
      const step: ScrabbleStep = passed(state, { type: 'pass', seat, bytes });
      return andThen(step, (next) => turnOver(next, seat, withoutPoints));
    }
    default:
      return message satisfies never;
  }
}

function drop(state: State, player: Player, heard: HeardMove): ScrabbleStep {
  const flood = lateFlood(state, player, heard, 'of answers to turns that had run out');
  if (!flood) return dropLate(state, player, heard);
  return remove(state, heard.seat, offending(heard.seat, flood, heard.bytes));
}
