import { type Dialect, dialects } from '../../host/games/bananagrams/wire/messages.ts';
import { drawn, row } from '../games/drawings.ts';
import { dealtTable, keyNumber } from '../games/table.ts';
import type { Dice } from './dice.ts';

/** What one player wrote at one moment. */
export interface Said {
  readonly seat: number;
  readonly bytes: Buffer;
}

/** A game that is in order as far as it goes: its table, and all that its players wrote. */
export interface Conversation {
  readonly key: number;
  readonly seats: readonly Dialect[];
  readonly options: { readonly hand: number; readonly bunch: Readonly<Record<string, number>> };
  readonly said: readonly Said[];
}

/** Players of both dialects that peel and dump as they may, at a real table, so that every message is a valid one. */
export function conversation(dice: Dice): Conversation {
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
  return { key, seats, options, said };
}

function validMessage(hand: string, number: number | undefined, dice: Dice): string {
  if (dice.roll(4) === 0) return `d${dice.oneOf([...hand])}`;
  const head = number === undefined ? 'p' : `p${String(number).padStart(3, '0')}`;
  return head + laidOut(hand, dice);
}

/** One row or one column, and sometimes a great deal of nothing around it. */
function laidOut(hand: string, dice: Dice): string {
  const form = dice.roll(8);
  if (form === 0) return drawn([...hand].join('\n'));
  if (form > 1) return row(hand);
  const height = 1 + dice.roll(40);
  return `999${String(height).padStart(3, '0')}${hand.padEnd(999 * height, '.')}`;
}
