import { dropLate, lateFlood } from '../../line-game/late-answers.ts';
import { hasSay, playerAt, withPlayer } from '../../line-game/players.ts';
import { offending } from '../../line-game/removal.ts';
import { passed } from '../../line-game/turns/passing.ts';
import { turnAnswered } from '../../line-game/turns/turn-clock.ts';
import { placeInTurns } from '../../line-game/turns/turn-place.ts';
import { lineFault } from '../../line-game/wire/move-scanner.ts';
import { andThen, unchanged } from '../../steps.ts';
import { endIfAllAreDone } from './done.ts';
import { noteGuess, playGuess } from './guess.ts';
import { forfeit, remove } from './out.ts';
import type { BoggleStep, HeardMove, Player, State } from './state.ts';
import { turnOver } from './turns.ts';

/** One line of a player. */
export function hear(state: State, heard: HeardMove): BoggleStep {
  if (!hasSay(state, heard.seat)) return unchanged(state);
  const player = playerAt(state, heard.seat);
  if (state.terms.options.rules === 'turns') return hearInTurns(state, player, heard);
  return player.isDone ? drop(state, player, heard) : answer(state, player, heard);
}

function hearInTurns(state: State, player: Player, heard: HeardMove): BoggleStep {
  const { seat, message, bytes } = heard;
  const place = placeInTurns(state.turn, player, heard);
  switch (place.is) {
    case 'answer': {
      const charged: BoggleStep = turnAnswered(state, seat, heard.at);
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

function answer(state: State, player: Player, heard: HeardMove): BoggleStep {
  const { seat, message, bytes } = heard;
  switch (message.type) {
    case 'guess':
      return state.terms.options.rules === 'turns'
        ? playGuess(state, player, heard, message.word)
        : noteGuess(state, player, heard, message.word);
    case 'pass': {
      const step: BoggleStep = passed(state, { type: 'pass', seat, bytes });
      return andThen(step, (next) => turnOver(next, seat));
    }
    case 'done': {
      const event = { type: 'done', seat, bytes } as const;
      const done = withPlayer(state, { ...player, isDone: true });
      const step: BoggleStep = { state: done, effects: [{ do: 'record', event }] };
      return andThen(step, endIfAllAreDone);
    }
    case 'forfeit':
      return forfeit(state, seat, bytes);
    case 'unread':
      return drop(state, player, heard);
    default:
      return message satisfies never;
  }
}

function drop(state: State, player: Player, heard: HeardMove): BoggleStep {
  const what = player.isDone ? 'of what it said after done' : 'of answers to turns that had run out';
  const flood = lateFlood(state, player, heard, what);
  if (!flood) return dropLate(state, player, heard);
  return remove(state, heard.seat, offending(heard.seat, flood, heard.bytes));
}
