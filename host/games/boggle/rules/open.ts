import { openStream, shuffle } from '../../../core/chance.ts';
import type { Nanos, Seat } from '../../../core/units.ts';
import type { Effect, Present } from '../../game.ts';
import { optionsOf } from '../../kit/own-options.ts';
import { seatedPlayer } from '../../line-game/line-state.ts';
import { startText } from '../../line-game/opening.ts';
import { bankTold } from '../../line-game/turns/time-bank.ts';
import { millisecondsOf } from '../../line-game/turns/turn-clock.ts';
import { andThen, unchanged } from '../../steps.ts';
import { rowsOf } from '../board/board.ts';
import { greetingText } from '../wire/greeting.ts';
import { FoundWords } from './found-words.ts';
import type { BoggleStep, Player, State, Terms } from './state.ts';
import { nextTurn } from './turns.ts';
import { endIfFewAreLeft } from './verdicts.ts';

export function greet(terms: Terms, seat: Seat): string {
  const { board, lexicon, names } = terms;
  const options = optionsOf(terms, seat);
  const { rules, turns, time, timeout } = options;
  const inTurns = rules === 'turns';
  return greetingText({
    rules,
    player: seat,
    names,
    turns: inTurns ? turns : undefined,
    timeMs: inTurns ? undefined : millisecondsOf(time),
    timeoutMs: millisecondsOf(timeout),
    bank: bankTold(options),
    dictionary: lexicon.path,
    board,
  });
}

export function openGame(terms: Terms, present: readonly Present[], at: Nanos): BoggleStep {
  const { rules, time, turns } = terms.options;
  const players = present.map(({ seat }) => seated(seat, terms));
  const endsAt = rules === 'classic' ? at + time : undefined;
  const state: State = { terms, players, endsAt, turn: undefined, turnsLeft: turns, over: false };
  const event = { type: 'board', rows: rowsOf(terms.board) } as const;
  const step: BoggleStep = { state, effects: [{ do: 'record', event }, ...started(state)] };
  return andThen(step, (next) => endIfFewAreLeft(next) ?? begun(next));
}

function begun(state: State): BoggleStep {
  const { rules, first = 1 } = state.terms.options;
  return rules === 'turns' ? nextTurn(state, first - 1) : unchanged(state);
}

function seated(seat: Seat, terms: Terms): Player {
  return { ...seatedPlayer(seat, terms), found: FoundWords.none, isDone: false };
}

/** All at once, in an order that is drawn. */
function started(state: State): Effect<never>[] {
  if (state.players.length === 0) return [];
  const text = startText(state);
  const told = state.players.map(({ seat }) => ({ seat, text }));
  const [tells] = shuffle(openStream(state.terms.key, 'order'), told);
  return [{ do: 'gate', tells }];
}
