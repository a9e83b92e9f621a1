import type { Offence } from '../../kit/verdict.ts';
import { excerpt, lineFault } from '../../line-game/move-scanner.ts';
import { placeInTurns } from '../../line-game/turn-place.ts';
import { whoIsDone } from './done.ts';
import { noteGuess, playGuess } from './guess.ts';
import { expel, forfeit } from './out.ts';
import {
  type BoggleStep,
  type HeardMove,
  type Player,
  playerAt,
  type State,
  tellAll,
  then,
  withPlayer,
} from './state.ts';
import { turnOver } from './turns.ts';

/** One line of a player that is at the table. */
export function hear(state: State, heard: HeardMove): BoggleStep {
  const player = playerAt(state, heard.seat);
  if (state.over || player.standing.is !== 'playing') return { state, effects: [] };
  if (state.table.options.rules === 'turns') return hearInTurns(state, player, heard);
  return player.isDone ? drop(state, player, heard) : answer(state, player, heard);
}

function hearInTurns(state: State, player: Player, heard: HeardMove): BoggleStep {
  const place = placeInTurns(state.turn, player, heard);
  switch (place.is) {
    case 'answer':
      return answer(state, player, heard);
    case 'dropped':
      return drop(state, player, heard);
    case 'out-of-order':
      return expel(state, heard.seat, lineFault(heard.message, 'order', place.problem), heard.bytes);
    default:
      return place satisfies never;
  }
}

function answer(state: State, player: Player, heard: HeardMove): BoggleStep {
  const { seat, message, bytes } = heard;
  switch (message.type) {
    case 'guess':
      return state.table.options.rules === 'turns'
        ? playGuess(state, player, heard, message.word)
        : noteGuess(state, player, heard, message.word);
    case 'pass': {
      const effects = tellAll(state, seat, { type: 'passed', player: seat });
      const event = { type: 'pass', seat, bytes } as const;
      const passed: BoggleStep = { state, effects: [{ do: 'record', event }, ...effects] };
      return then(passed, (next) => turnOver(next, seat));
    }
    case 'done': {
      const event = { type: 'done', seat, bytes } as const;
      const done = withPlayer(state, { ...player, isDone: true });
      return then({ state: done, effects: [{ do: 'record', event }] }, whoIsDone);
    }
    case 'forfeit':
      return forfeit(state, seat, bytes);
    case 'unread':
      return drop(state, player, heard);
    default:
      return message satisfies never;
  }
}

/** Nobody is told; but there is an end to it. */
function drop(state: State, player: Player, { seat, message, bytes }: HeardMove): BoggleStep {
  const droppedBytes = player.droppedBytes + bytes[1] - bytes[0];
  const limit = state.table.options['max-late'];
  if (droppedBytes > limit) return expel(state, seat, lateFlood(player, message.lineNumber, limit), bytes);
  const event = { type: 'late', seat, line: excerpt(message.line), bytes } as const;
  return {
    state: withPlayer(state, { ...player, droppedBytes }),
    effects: [{ do: 'record', event, noEffect: true }],
  };
}

function lateFlood({ isDone }: Player, at: number, limit: number): Offence {
  const what = isDone ? 'of what it said after done' : 'of answers to turns that had run out';
  return {
    kind: 'flood',
    rule: 'late',
    detail: `more than ${limit} bytes ${what} (--max-late)`,
    at,
    unit: 'line',
  };
}
