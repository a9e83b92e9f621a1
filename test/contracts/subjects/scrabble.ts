import { millis, seconds } from '../../../host/core/units.ts';
import { namedChoice } from '../../../host/games/scrabble/board/board-choice.ts';
import type { State } from '../../../host/games/scrabble/rules/state.ts';
import { scrabble } from '../../../host/games/scrabble/scrabble.ts';
import { builtInTileSet } from '../../../host/games/scrabble/tiles/tile-set.ts';
import { greetingText, type Introduction, readGreeting } from '../../../host/games/scrabble/wire/greeting.ts';
import type { Move, Notice, Placement } from '../../../host/games/scrabble/wire/messages.ts';
import { countsOf, moveText, noticeText, readNotice } from '../../../host/games/scrabble/wire/messages.ts';
import type { Dice } from '../../fuzz/dice.ts';
import fc from '../../support/laws.ts';
import type { LineSubject } from './line-subject.ts';
import { player, sharedNotices } from './shared-notices.ts';
import type { Speaker } from './subject.ts';

const { name, tiles } = builtInTileSet('english')!;
/** Few enough that they are all laid now and then. */
const few = { name, tiles: tiles.map((tile) => ({ ...tile, count: Math.ceil(tile.count / 8) })) };
const endless = { timeout: Number.POSITIVE_INFINITY };
const shared = { tiles: few, handsize: 3, timeout: seconds(20), 'max-late': 256 };

function board(chosen: string): unknown {
  const reading = namedChoice(chosen);
  if (!reading?.ok) throw new Error(`there is no board ${chosen}`);
  return reading.value;
}

const integer = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const letter = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const placement: fc.Arbitrary<Placement> = fc.record({
  x: integer,
  y: integer,
  id: integer,
  letter,
  points: integer,
});
const moves: fc.Arbitrary<Move> = fc.oneof(
  fc.record({ type: fc.constant('play' as const), placements: fc.array(placement, { maxLength: 9 }) }),
  fc.record({ type: fc.constant('change' as const), ids: fc.array(integer, { maxLength: 9 }) }),
  fc.constantFrom({ type: 'pass' as const }, { type: 'forfeit' as const }),
);

const placements = fc.array(placement, { maxLength: 7 });
const drawn = fc.array(fc.record({ id: fc.nat(40), count: fc.integer({ min: 1, max: 9 }) }), {
  maxLength: 5,
});
const notices: fc.Arbitrary<Notice> = fc.oneof(
  sharedNotices,
  fc.constant<Notice>({ type: 'failed' }),
  fc.constant<Notice>({ type: 'error', words: ['wordnotindictionary', 'XQ'] }),
  fc.record({ type: fc.constant('bag' as const), tiles: fc.nat(200) }),
  fc.record({ type: fc.constant('turn' as const), ms: fc.option(fc.nat(), { nil: undefined }), k: fc.nat() }),
  fc.record({ type: fc.constant('played' as const), player, points: integer, placements }),
  fc.record({ type: fc.constant('playfailed' as const), player, placements }),
  fc.record({ type: fc.constant('playsuccess' as const), points: integer, placements, drawn }),
  fc.record({ type: fc.constant('changed' as const), player, tiles: fc.nat(9) }),
  fc.record({ type: fc.constant('changesuccess' as const), drawn }),
);

/** All words go. */
export const scrabbleSubject: LineSubject<Move, Notice, Introduction> = {
  game: scrabble,
  lexicon: undefined,
  tables: [
    { seats: 2, options: shared },
    {
      seats: 3,
      options: { ...shared, first: 3, rules: 'simple', 'last-player': 'continue' },
      own: [{ timeout: millis(15) }, undefined, { timeout: millis(500), 'turn-cpu': seconds(3) }],
    },
    { seats: 2, options: { ...shared, rules: 'course', board: board('infinite'), illegal: 'forfeit' } },
    { seats: 1, options: { ...shared, handsize: 7, 'turn-cpu': seconds(5), 'max-turns': 20 } },
    {
      seats: 1,
      options: { ...shared, ...endless, 'time-bank': millis(1), margin: 0, 'overtime-limit': seconds(70) },
    },
    { seats: 2, options: { ...shared, 'time-bank': seconds(25), increment: seconds(1), overtime: 'lose' } },
    { seats: 3, options: { ...shared, timeout: millis(15), margin: 0, 'max-timeouts': 1 } },
    { seats: 2, options: { ...shared, illegal: 'retry=2', 'time-bank': seconds(25), increment: seconds(1) } },
    {
      seats: 2,
      options: { ...shared, position: '15/15/15/15/15/15/15/6CAT6/7A7/15/15/15/15/15/15 E/ 12/30 1' },
    },
  ],
  speaker,
  wires: [
    {
      name: 'tournament',
      options: { handsize: 7 },
      inTurns: true,
      moves,
      words: ['play', 'pass', 'change', 'forfeit', '4D2', '0', '-1', 'x'],
      long: ['change ', ' 4'],
    },
  ],
  notices,
  moveText,
  noticeText,
  readNotice,
  greetings: [],
  greetingText,
  readGreeting,
  tilesIn: ({ bag, position, players }: State) =>
    players.reduce(
      (sum, { hand }) => sum + [...hand.values()].reduce((held, count) => held + count, 0),
      bag.left + position.count,
    ),
};

function speaker(dice: Dice): Speaker {
  const hand = new Map<number, number>();
  let laid = 0;
  let turn = 0;
  const add = (id: number, count: number) => hand.set(id, (hand.get(id) ?? 0) + count);
  const held = () => [...hand].filter(([, count]) => count > 0).map(([id]) => id);

  function hears(text: string): void {
    for (const line of text.split('\n')) {
      if (line.startsWith('hand'))
        for (const { id, count } of countsOf(line.split(' ').slice(1))) add(id, count);
      const notice = readNotice(line);
      if (notice?.type === 'turn') turn = notice.k;
      if (notice?.type === 'playsuccess' || notice?.type === 'played') laid += notice.placements.length;
      if (notice?.type === 'playsuccess') for (const { id } of notice.placements) add(id, -1);
      if (notice?.type === 'playsuccess' || notice?.type === 'changesuccess')
        for (const { id, count } of notice.drawn) add(id, count);
    }
  }

  /** A staircase from the centre on. */
  function place(step: number): string {
    const id = dice.oneOf([...held(), ...held(), 9]);
    const face = tiles.find((tile) => tile.id === id)!.faces[0]!;
    return `${Math.ceil(step / 2)} ${Math.floor(step / 2)} ${id}${face.letter}${face.points}`;
  }

  return {
    ready: 'ready\n',
    hears,
    says() {
      const fate = dice.roll(40);
      const tag = dice.roll(2) === 0 ? `@${turn} ` : '';
      if (fate === 0) return `${tag}forfeit\n`;
      if (fate < 6) return `${tag}pass\n`;
      if (fate < 10 && held().length > 0) {
        const id = dice.oneOf(held());
        add(id, -1);
        return `${tag}change ${id}\n`;
      }
      const count = laid === 0 ? 2 : 1;
      return `${tag}play ${Array.from({ length: count }, (_, index) => place(laid + index)).join(' ')}\n`;
    },
  };
}
