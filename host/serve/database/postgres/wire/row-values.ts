import type { Row, Value } from '../../database.ts';
import type { Column } from './backend.ts';

type Reader = (text: string) => Value;

const asText: Reader = (text) => text;

const asNumber: Reader = (text) => {
  // A sum of whole numbers is a decimal number to PostgreSQL.
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`expected a whole number up to 2^53; got ${text}`);
  return number;
};

const asTruth: Reader = (text) => (text === 't' ? 1 : 0);

/** By the numbers of the types, which are the same in every PostgreSQL. */
const readers: ReadonlyMap<number, Reader> = new Map([
  ...[20, 21, 23, 26, 700, 701, 1700].map((type) => [type, asNumber] as const),
  ...[18, 19, 25, 705, 1042, 1043, 2278].map((type) => [type, asText] as const),
  [16, asTruth],
]);

export function rowOf(columns: readonly Column[], texts: readonly (string | null)[]): Row {
  return Object.fromEntries(
    columns.map((column, index) => [column.name, cellOf(column, texts[index] ?? null)]),
  );
}

function cellOf({ name, type }: Column, text: string | null): Value {
  if (text === null) return null;
  const read = readers.get(type);
  if (!read)
    throw new RangeError(`${name}: expected a whole number or a text; got the type ${type} of PostgreSQL`);
  return read(text);
}
