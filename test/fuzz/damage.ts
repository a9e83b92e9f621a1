import type { Dice } from './dice.ts';
import type { Damage, Said, Wire } from './wire.ts';

const damages: readonly ((...given: [...Parameters<Damage>, telling: Buffer]) => void)[] = [
  /** Cut: the end of it never comes. */
  (said, dice) => change(said, dice, (bytes) => bytes.subarray(0, dice.roll(bytes.length + 1))),
  /** The beginning of it never came. */
  (said, dice) => change(said, dice, (bytes) => bytes.subarray(dice.roll(bytes.length + 1))),
  /** Repeated, once or until it is a flood. */
  (said, dice) =>
    change(said, dice, (bytes) => Buffer.concat(new Array(2 + dice.roll(dice.oneOf([3, 30]))).fill(bytes))),
  /** One bit turned over. */
  (said, dice) => replaceByte(said, dice, (byte) => byte ^ (1 << dice.roll(8))),
  (said, dice, telling) => replaceByte(said, dice, () => dice.oneOf([...telling])),
  /** Something put in between. */
  (said, dice, telling) =>
    change(said, dice, (bytes) => {
      const place = dice.roll(bytes.length + 1);
      const piece = Buffer.from([dice.oneOf([...telling])]);
      return Buffer.concat([bytes.subarray(0, place), piece, bytes.subarray(place)]);
    }),
  /** Glued to what another message, of anybody, says. */
  (said, dice) => change(said, dice, (bytes) => Buffer.concat([bytes, dice.oneOf(said).bytes])),
  /** Said by another, or at another time. */
  (said, dice) => {
    const moved = said.splice(dice.roll(said.length), 1)[0]!;
    const seat = dice.roll(2) === 0 ? moved.seat : dice.oneOf([moved, ...said]).seat;
    said.splice(dice.roll(said.length + 1), 0, { ...moved, seat });
  },
  /** Said again later. */
  (said, dice) => {
    said.splice(dice.roll(said.length + 1), 0, dice.oneOf(said));
  },
];

/** A conversation that went wrong in up to four places; sometimes in none. */
export function damaged(said: readonly Said[], dice: Dice, wire: Wire): Said[] {
  const changed = [...said];
  const all = [...damages, ...wire.damages];
  for (let count = dice.roll(5); count > 0; count--) dice.oneOf(all)(changed, dice, wire.telling);
  return changed;
}

/** One of the messages becomes another. */
export function change(said: Said[], dice: Dice, how: (bytes: Buffer) => Buffer): void {
  const place = dice.roll(said.length);
  const { seat, bytes } = said[place]!;
  said[place] = { seat, bytes: how(bytes) };
}

function replaceByte(said: Said[], dice: Dice, how: (byte: number) => number): void {
  change(said, dice, (bytes) => {
    const copy = Buffer.from(bytes);
    const place = dice.roll(Math.max(1, copy.length));
    if (copy.length > 0) copy[place] = how(copy[place]!);
    return copy;
  });
}
