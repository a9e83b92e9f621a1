import type { Offence } from '../../kit/verdict.ts';
import { excerpt, lineFault } from '../../line-game/move-scanner.ts';
import { placeInTurns } from '../../line-game/turn-place.ts';
import { hearChange } from './change.ts';
import { expel, forfeit } from './out.ts';
import { hearPlay } from './play.ts';
import {
  type HeardMove,
  type Player,
  playerAt,
  type ScrabbleStep,
  type State,
  tellAll,
  then,
  withPlayer,
} from './state.ts';
import { turnOver } from './turns.ts';

/** One line of a player that is at the table. */
export function hear(state: State, heard: HeardMove): ScrabbleStep {
  const player = playerAt(state, heard.seat);
  if (state.over || player.standing.is !== 'playing') return { state, effects: [] };
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
      const effects = tellAll(state, seat, { type: 'passed', player: seat });
      const event = { type: 'pass', seat, bytes } as const;
      const passed: ScrabbleStep = { state, effects: [{ do: 'record', event }, ...effects] };
      return then(passed, (next) => turnOver(next, seat, { points: 0, stood: false }));
    }
    default:
      return message satisfies never;
  }
}

/** Nobody is told; but there is an end to it. */
function drop(state: State, player: Player, { seat, message, bytes }: HeardMove): ScrabbleStep {
  const droppedBytes = player.droppedBytes + bytes[1] - bytes[0];
  const limit = state.table.options['max-late'];
  if (droppedBytes > limit) return expel(state, seat, lateFlood(message.lineNumber, limit), bytes);
  const event = { type: 'late', seat, line: excerpt(message.line), bytes } as const;
  return { state: withPlayer(state, { ...player, droppedBytes }), effects: [{ do: 'record', event }] };
}

function lateFlood(at: number, limit: number): Offence {
  const detail = `more than ${limit} bytes of answers to turns that had run out (--max-late)`;
  return { kind: 'flood', rule: 'late', detail, at, unit: 'line' };
}
