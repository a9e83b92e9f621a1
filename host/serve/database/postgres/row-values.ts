import type { CustomTypesConfig } from 'pg';
import type { Value } from '../database.ts';

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

/** How pg reads values: other types than whole numbers and texts are a mistake in the query. */
export const rowValues = {
  getTypeParser: (type: number): Reader => readers.get(type) ?? refuser(type),
} as unknown as CustomTypesConfig;

function refuser(type: number): Reader {
  return () => {
    throw new RangeError(`expected a whole number or a text; got the type ${type} of PostgreSQL`);
  };
}
