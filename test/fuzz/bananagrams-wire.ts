import assert from 'node:assert/strict';
import { micros, millis } from '../../host/core/units.ts';
import { bananagrams } from '../../host/games/bananagrams/bananagrams.ts';
import { dialects, type Message, SHOWN_CELLS } from '../../host/games/bananagrams/wire/messages.ts';
import type { Scanned } from '../../host/games/game.ts';
import { drawn, row } from '../games/drawings.ts';
import { abc, dealtTable, keyNumber } from '../games/table.ts';
import { change } from './damage.ts';
import type { Dice } from './dice.ts';
import type { Conversation, Damage, Said, Wire } from './wire.ts';

const threeDigits = (count: number) => String(count).padStart(3, '0');

/** Players of both dialects that peel and dump as they may, at a real table, so that every message is a valid one. */
function conversation(dice: Dice): Conversation {
  const key = dice.roll(1000);
  const seats = Array.from({ length: 1 + dice.roll(3) }, () => dice.oneOf(dialects));
  const options = { hand: 1 + dice.roll(3), bunch: { A: 12, B: dice.roll(6), C: dice.roll(6) } };
  const first = seats.map((dialect) => (dialect === 'numbered' ? 'n' : 'r'));
  const table = dealtTable({ seats: first.join(''), key: keyNumber(key), options });
  const said = first.map((byte, index) => ({ seat: index + 1, bytes: Buffer.from(byte) }));
  for (let turn = 4 + dice.roll(16); turn > 0 && !table.verdict; turn--) {
    const seat = 1 + dice.roll(seats.length);
    const number = seats[seat - 1] === 'numbered' ? table.state.peels + 1 : undefined;
    const message = validMessage(table.hand(seat), number, dice);
    said.push({ seat, bytes: Buffer.from(message) });
    table.says(seat, message);
  }
  return { key, seats: seats.length, options, said };
}

function validMessage(hand: string, number: number | undefined, dice: Dice): string {
  if (dice.roll(4) === 0) return `d${dice.oneOf([...hand])}`;
  const head = number === undefined ? 'p' : `p${threeDigits(number)}`;
  return head + laidOut(hand, dice);
}

/** One row or one column, and sometimes a great deal of nothing around it. */
function laidOut(hand: string, dice: Dice): string {
  const form = dice.roll(8);
  if (form === 0) return drawn([...hand].join('\n'));
  if (form > 1) return row(hand);
  const height = 1 + dice.roll(40);
  return `999${threeDigits(height)}${hand.padEnd(999 * height, '.')}`;
}

/** A grid with more letters than there are tiles. */
const tooManyLetters: Damage = (said, dice) =>
  change(said, dice, (bytes) => {
    const height = 1 + dice.roll(20);
    const grid = `100${threeDigits(height)}${'A'.repeat(100 * height)}`;
    // The head of a plain peel, or of a numbered one.
    return Buffer.concat([bytes.subarray(0, dice.oneOf([1, 4])), Buffer.from(grid)]);
  });

function assertBounded(found: Scanned<unknown>): void {
  if (found.kind !== 'message') return;
  const message = found.message as Message;
  if (message.type === 'dump') return;
  const { letters, places, width, height } = message.grid;
  assert(letters.length <= SHOWN_CELLS && places.length === letters.length, 'too many letters are kept');
  assert((places.at(-1) ?? 0) < width * height, 'a letter stands outside its grid');
}

/** Two players with three As each, and so many in the bunch. */
function twoWithAs(dialect: string, bunch: number, first: readonly string[], again: string) {
  const by = (text: string): Said => ({ seat: 1, bytes: Buffer.from(text) });
  const said = [by(dialect), { seat: 2, bytes: Buffer.from('n') }, ...first.map(by)];
  return { key: 1, seats: 2, options: { hand: 3, bunch: { A: 6 + bunch } }, said, again: by(again) };
}

const endless = {
  'late peels': twoWithAs('n', 10, ['p001003001AAA'], 'p001001001A'),
  'late peels in a large grid': twoWithAs('n', 10, ['p001003001AAA'], `p001099099A${'.'.repeat(9799)}A`),
  'refused dumps': twoWithAs('n', 0, [], 'dA'),
  'refused dumps of a plain player': twoWithAs('r', 2, [], 'dA'),
};

export const bananagramsWire: Wire = {
  game: bananagrams,
  lexicon: abc,
  conversation,
  moods: (dice) => ({
    lenient: dice.roll(2) === 0,
    'photo-finish': dice.oneOf([0, 0, micros(3), millis(1)]),
    'max-message': dice.oneOf([998_011, 20_000, 1024]),
    'max-late': dice.oneOf([2 ** 24, 1024]),
    'max-output': dice.oneOf([2 ** 28, 4096]),
  }),
  taken: ['ready', 'peel', 'dump'],
  telling: Buffer.from('rnpdRN.A@Z[a09\n\r\t \0\x7f\xff', 'latin1'),
  damages: [tooManyLetters],
  assertBounded,
  endless,
};
