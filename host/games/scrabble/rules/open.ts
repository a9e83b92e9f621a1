import { draw, openStream } from '../../../core/chance.ts';
import type { Seat } from '../../../core/units.ts';
import type { Present, Setup } from '../../game.ts';
import { emptyPosition } from '../judge/position.ts';
import type { scrabbleOptions } from '../options.ts';
import { greetingText } from '../wire/greeting.ts';
import { countWords, noticeText } from '../wire/text.ts';
import { type Bag, countsOf, emptyHand, filledBag, type Hand, take, withTiles } from './bag.ts';
import { boardEvent } from './board-event.ts';
import { rackText } from './rack.ts';
import {
  type Player,
  type ScrabbleEffect,
  type ScrabbleStep,
  type State,
  type Table,
  then,
} from './state.ts';
import { tableOf } from './table.ts';
import { millisecondsOf, nextTurn } from './turns.ts';
import { whoIsLeft } from './verdicts.ts';

export type ScrabbleSetup = Setup<typeof scrabbleOptions>;

/** What is dealt to everybody who was named, whether it will be ready or not. */
export interface Deal {
  readonly table: Table;
  readonly hands: readonly Hand[];
  readonly bag: Bag;
  readonly first: Seat;
}

export function deal(setup: ScrabbleSetup): Deal {
  const table = tableOf(setup);
  let bag = filledBag(table.tiles, openStream(setup.key, 'bag'));
  const hands = setup.names.map(() => {
    let drawn: readonly number[];
    [drawn, bag] = take(bag, table.handSize);
    return withTiles(emptyHand, drawn);
  });
  const [first] = draw(openStream(setup.key, 'first'), setup.names.length);
  return { table, hands, bag, first: first + 1 };
}

export function greet({ table, hands, first }: Deal, seat: Seat): string {
  const { rules, board, tiles, handSize, lexicon, options, names } = table;
  return greetingText({
    rules: rules.name,
    player: seat,
    names,
    first,
    handSize,
    timeoutMs: millisecondsOf(options.timeout),
    dictionary: lexicon?.path,
    board,
    tiles,
    hand: countsOf(hands[seat - 1]!),
  });
}

export function openGame({ table, hands, bag, first }: Deal, present: readonly Present[]): ScrabbleStep {
  const players = present.map(({ seat }) => seated(seat, hands[seat - 1]!));
  const history = { turns: 0, scoreless: 0, playless: 0, pointlessBefore: false, pointless: false };
  const position = emptyPosition;
  const state: State = { table, players, bag, position, turn: undefined, history, over: false };
  const step: ScrabbleStep = { state, effects: [...dealt(state), ...started(state)] };
  return then(step, (next) => whoIsLeft(next) ?? nextTurn(next, first - 1));
}

function seated(seat: Seat, hand: Hand): Player {
  const standing = { is: 'playing' } as const;
  return { seat, standing, hand, score: 0, turns: 0, ranOut: undefined, droppedBytes: 0 };
}

function dealt({ players, table }: State): ScrabbleEffect[] {
  const hands = players.map(({ seat, hand }): ScrabbleEffect => {
    const event = {
      type: 'deal',
      seat,
      tiles: countWords(countsOf(hand)).join(' '),
      rack: rackText(hand, table.rackLetters),
    } as const;
    return { do: 'record', event };
  });
  return [{ do: 'record', event: boardEvent(table) }, ...hands];
}

/** Who never was ready has forfeited, in the words of the wire. */
function started({ players, table }: State): ScrabbleEffect[] {
  const here = new Set(players.map(({ seat }) => seat));
  const absent = table.names.map((_, index) => index + 1).filter((seat) => !here.has(seat));
  const missing = absent.map((player) => noticeText({ type: 'forfeited', player })).join('');
  return players.map(
    ({ seat }): ScrabbleEffect => ({ do: 'tell', seat, text: noticeText({ type: 'start' }) + missing }),
  );
}
