import { isDeepStrictEqual } from 'node:util';
import { zstdDecompressSync } from 'node:zlib';
import { flipped, forged, forgedObject, injected } from '../events/crafted/mutants.ts';
import { changedDecision } from '../events/crafted/try-record.ts';
import { change, keepRecord, rowsOf } from './crafted-stores.ts';
import { Dice } from './dice.ts';

type Forgery = (path: string, dice: Dice, seed: number) => boolean;

/** Changes a store as who knows its format would: hashes, lengths and numbers are right. `isSame`: no decision or result is another. */
export function forgeStore(path: string, seed: number): { readonly what: string; readonly isSame: boolean } {
  const dice = new Dice(seed);
  const [what, forge] = dice.oneOf(Object.entries(forgeries));
  return { what, isSame: forge(path, dice, seed) };
}

const mutants = { forged, injected, flipped };

const forgeries: Readonly<Record<string, Forgery>> = {
  'a value of a result': (path, dice) => {
    const [number, , result] = dice.oneOf(rowsOf(path).game) as [number, string, string];
    const other = forgedObject(result, dice);
    change(path, 'UPDATE game SET result = ? WHERE number = ?', other, number);
    return isDeepStrictEqual(JSON.parse(other), JSON.parse(result));
  },
  'a field of a result twice': (path, dice) => {
    const [number, , result] = dice.oneOf(rowsOf(path).game) as [number, string, string];
    const field = dice.oneOf([
      '"outcome":"won"',
      '"winner":2',
      '"seed":"9"',
      '"players":[]',
      '"__proto__":{}',
    ]);
    const other = dice.roll(2) === 0 ? `{${field},${result.slice(1)}` : `${result.slice(0, -1)},${field}}`;
    change(path, 'UPDATE game SET result = ? WHERE number = ?', other, number);
    return isDeepStrictEqual(JSON.parse(other), JSON.parse(result));
  },
  'the results of two games': (path) => {
    const [[one, , first] = [], [other, , second] = []] = rowsOf(path).game;
    change(path, 'UPDATE game SET result = ? WHERE number = ?', second!, one!);
    change(path, 'UPDATE game SET result = ? WHERE number = ?', first!, other!);
    return false;
  },
  'the records of two games': (path) => {
    const [[one, ...first] = [], [other, ...second] = []] = rowsOf(path).record;
    const sql = 'UPDATE record SET sha256 = ?, bytes = ?, packed = ? WHERE number = ?';
    change(path, sql, ...second, one!);
    change(path, sql, ...first, other!);
    return false;
  },
  ...Object.fromEntries(
    Object.entries(mutants).map(([name, mutant]): [string, Forgery] => [
      `a record: ${name}`,
      (path, dice, seed) => {
        const [number, , , packed] = dice.oneOf(rowsOf(path).record) as [number, string, number, Uint8Array];
        const made = mutant([{ name, text: zstdDecompressSync(packed).toString('utf8') }], seed);
        keepRecord(path, number, made.bytes);
        return changedDecision(made) === undefined;
      },
    ]),
  ),
};
