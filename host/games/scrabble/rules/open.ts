import { draw, openStream } from '../../../core/chance.ts';
import type { Seat } from '../../../core/units.ts';
import type { Effect, Present } from '../../game.ts';
import { optionsOf } from '../../kit/own-options.ts';
import { filledPool, takeFrom } from '../../kit/pool.ts';
import { seatedPlayer } from '../../line-game/line-state.ts';
import { startText } from '../../line-game/opening.ts';
import { tell } from '../../line-game/telling.ts';
import { bankTold } from '../../line-game/turns/time-bank.ts';
import { millisecondsOf } from '../../line-game/turns/turn-clock.ts';
import { andThen } from '../../steps.ts';
import { NO_SQUARE } from '../board/board.ts';
import type { ScrabbleEvent } from '../events.ts';
import { emptyPosition } from '../judge/position.ts';
import { type Bag, countsOf, emptyHand, type Hand, tilesOfSet, withTiles } from '../tiles/bag.ts';
import { greetingText } from '../wire/greeting.ts';
import { countText } from '../wire/text.ts';
import { endIfFewAreLeft } from './ends.ts';
import { rackText } from './rack.ts';
import type { Player, ScrabbleStep, State, Terms } from './state.ts';
import { type ScrabbleSetup, termsOf } from './terms.ts';
import { nextTurn } from './turns.ts';

/** What is dealt to everybody who was named, whether it will be ready or not. */
export interface Deal {
  readonly terms: Terms;
  readonly hands: readonly Hand[];
  readonly bag: Bag;
  readonly first: Seat;
}

export function deal(setup: ScrabbleSetup): Deal {
  const terms = termsOf(setup);
  let bag = filledPool(tilesOfSet(terms.tiles), setup, drawnFirst(terms));
  const hands = setup.names.map((_, index) => {
    let drawn: readonly number[];
    [drawn, bag] = takeFrom(bag, index + 1, terms.handSize);
    return withTiles(emptyHand, drawn);
  });
  return { terms, hands, bag, first: firstSeat(setup) };
}

/** Who begins. */
function firstSeat({ options: { first }, key, names }: ScrabbleSetup): Seat {
  return first ?? draw(openStream(key, 'first'), names.length)[0] + 1;
}

/** The tiles of `--draws`: of two kinds with one letter, the first. */
function drawnFirst({ options: { draws = '' }, rackLetters }: Terms): readonly number[] {
  const ids = new Map([...rackLetters].reverse().map(([id, letter]) => [letter, id]));
  return [...draws].map((letter) => ids.get(letter)!);
}

export function greet({ terms, hands, first }: Deal, seat: Seat): string {
  const { rules, board, tiles, handSize, lexicon, names, brief } = terms;
  const options = optionsOf(terms, seat);
  return greetingText({
    rules: rules.name,
    player: seat,
    names,
    first,
    handSize,
    timeoutMs: millisecondsOf(options.timeout),
    bank: bankTold(options),
    dictionary: lexicon?.path,
    board,
    tiles,
    hand: countsOf(hands[seat - 1]!),
    leftover: options.leftover === 'twice' ? options.leftover : undefined,
    brief,
  });
}

export function openGame({ terms, hands, bag, first }: Deal, present: readonly Present[]): ScrabbleStep {
  const players = present.map(
    ({ seat }): Player => ({ ...seatedPlayer(seat, terms), hand: hands[seat - 1]! }),
  );
  const history = { turns: 0, scoreless: 0, playless: 0, pointlessBefore: false, pointless: false };
  const position = emptyPosition;
  const state: State = { terms, players, bag, position, turn: undefined, history, over: false };
  const text = startText(state);
  const started = players.map(({ seat }) => tell(seat, text));
  const step: ScrabbleStep = { state, effects: [...dealt(state), ...started] };
  return andThen(step, (next) => endIfFewAreLeft(next) ?? nextTurn(next, first - 1));
}

function dealt({ players, terms }: State): Effect<ScrabbleEvent>[] {
  const hands = players.map(({ seat, hand }): Effect<ScrabbleEvent> => {
    const event = {
      type: 'deal',
      seat,
      tiles: countText(countsOf(hand)),
      rack: rackText(hand, terms.rackLetters),
    } as const;
    return { do: 'record', event };
  });
  return [{ do: 'record', event: boardEvent(terms) }, ...hands];
}

/** What there is to draw of the board: all of a finite one. */
function boardEvent({ board, rules, handSize }: Terms): ScrabbleEvent {
  const { name, center, layout } = board;
  const drawn = layout && {
    x: layout.x,
    y: layout.y,
    rows: Array.from({ length: layout.height }, (_, row) =>
      Array.from(layout.ids.subarray(row * layout.width, (row + 1) * layout.width), (id) =>
        id === NO_SQUARE ? '#' : board.drawnAs(id),
      ).join(''),
    ),
  };
  return { type: 'board', name, rules: rules.name, handSize, center, layout: drawn ?? null };
}
