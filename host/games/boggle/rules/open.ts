import { openStream, shuffle } from '../../../core/chance.ts';
import type { Nanos, Seat } from '../../../core/units.ts';
import type { Present } from '../../game.ts';
import { rowsOf } from '../board/board.ts';
import { greetingText } from '../wire/greeting.ts';
import { noticeText } from '../wire/text.ts';
import { FoundWords } from './found-words.ts';
import { type BoggleEffect, type BoggleStep, type Player, type State, type Table, then } from './state.ts';
import { millisecondsOf, nextTurn } from './turns.ts';
import { whoIsLeft } from './verdicts.ts';

export function greet({ options, board, lexicon, names }: Table, seat: Seat): string {
  const { rules, turns, time, timeout } = options;
  const inTurns = rules === 'turns';
  return greetingText({
    rules,
    player: seat,
    names,
    turns: inTurns ? turns : undefined,
    timeMs: inTurns ? undefined : millisecondsOf(time),
    timeoutMs: millisecondsOf(timeout),
    dictionary: lexicon.path,
    board,
  });
}

export function openGame(table: Table, present: readonly Present[], at: Nanos): BoggleStep {
  const { rules, time, turns } = table.options;
  const players = present.map(({ seat }) => seated(seat));
  const endsAt = rules === 'classic' ? at + time : undefined;
  const state: State = { table, players, endsAt, turn: undefined, turnsLeft: turns, over: false };
  const board: BoggleEffect = { do: 'record', event: { type: 'board', rows: rowsOf(table.board) } };
  const step: BoggleStep = { state, effects: [board, ...started(state)] };
  return then(step, (next) => whoIsLeft(next) ?? (rules === 'turns' ? nextTurn(next, 0) : stays(next)));
}

const stays = (state: State): BoggleStep => ({ state, effects: [] });

function seated(seat: Seat): Player {
  return {
    seat,
    standing: { is: 'playing' },
    found: FoundWords.none,
    score: 0,
    isDone: false,
    turns: 0,
    ranOut: undefined,

    droppedBytes: 0,
  };
}

/** All at once. Who never was ready has forfeited, in the words of the wire. */
function started({ players, table }: State): BoggleEffect[] {
  if (players.length === 0) return [];
  const here = new Set(players.map(({ seat }) => seat));
  const absent = table.names.map((_, index) => index + 1).filter((seat) => !here.has(seat));
  const missing = absent.map((player) => noticeText({ type: 'forfeited', player })).join('');
  const text = noticeText({ type: 'start' }) + missing;
  const told = players.map(({ seat }) => ({ seat, text }));
  const [tells] = shuffle(openStream(table.key, 'order'), told);
  return [{ do: 'gate', tells }];
}
