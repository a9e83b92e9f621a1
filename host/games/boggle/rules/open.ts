import { type Key, openStream, shuffle } from '../../../core/chance.ts';
import type { Nanos, Seat } from '../../../core/units.ts';
import { andThen, type Effect, type Present, type Setup, unchanged } from '../../game.ts';
import { optionsOf } from '../../kit/option.ts';
import { firstSeatProblem, startText } from '../../line-game/end.ts';
import { seatedPlayer } from '../../line-game/state.ts';
import { bankNotice, bankProblem, hasBank } from '../../line-game/time-bank.ts';
import { millisecondsOf } from '../../line-game/turns.ts';
import { type Board, rollBoard, rowsOf } from '../board.ts';
import type { boggleOptions, Options } from '../options.ts';
import { pathFinder } from '../path-finder.ts';
import { greetingText } from '../wire/greeting.ts';
import { endIfFewAreLeft } from './end.ts';
import { type BoggleStep, FoundWords, type Player, type State, type Terms } from './state.ts';
import { nextTurn } from './turns.ts';

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
    bank: bankNotice(options),
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
  const step: BoggleStep = { state, effects: [{ do: 'record', event }, ...startEffects(state)] };
  return andThen(step, (next) => endIfFewAreLeft(next) ?? begun(next));
}

function begun(state: State): BoggleStep {
  const { rules, first = 1 } = state.terms.options;
  return rules === 'turns' ? nextTurn(state, first - 1) : unchanged(state);
}

function seated(seat: Seat, terms: Terms): Player {
  return { ...seatedPlayer(seat, terms), found: FoundWords.none, isDone: false };
}

/** The order is random. */
function startEffects(state: State): Effect<never>[] {
  if (state.players.length === 0) return [];
  const text = startText(state);
  const told = state.players.map(({ seat }) => ({ seat, text }));
  const [tells] = shuffle(openStream(state.terms.key, 'order'), told);
  return [{ do: 'gate', tells }];
}

type BoggleSetup = Setup<typeof boggleOptions>;

export function termsOf({ options, own, lexicon, names, key }: BoggleSetup): Terms {
  if (!lexicon) throw new Error('Boggle requires a word list');
  const board = boardOf(options, key);
  return { options, own, board, paths: pathFinder(board), lexicon, names, key };
}

/** The given board, or a random one. */
export function boardOf(
  { board, width, height }: Pick<Options, 'width' | 'height'> & { readonly board: Board | undefined },
  key: Key,
): Board {
  return board ?? rollBoard(openStream(key, 'board'), width, height);
}

/** Returns a sentence if this number of players is impossible. */
export function unplayable(options: Options, seats: number): string | undefined {
  const { rules, first, 'turn-cpu': turnCpu } = options;
  if (rules === 'classic' && hasBank(options))
    return '--time-bank is for --rules turns: with the classic rules all play at once, for --time';
  const unbanked = bankProblem(options);
  if (unbanked !== undefined) return unbanked;
  if (rules === 'classic' && Number.isFinite(turnCpu))
    return '--turn-cpu is for --rules turns: the classic rules have no turns; --player-cpu limits the whole game';
  if (rules === 'classic' && first !== undefined)
    return '--first is for --rules turns: with the classic rules all play at once';
  if (rules === 'classic') return undefined;
  if (seats === 2) return firstSeatProblem(options, seats);
  const named = seats === 1 ? 'there is 1' : `there are ${seats}`;
  return `--rules turns is for 2 players, and ${named}: use two players, or --rules classic`;
}
