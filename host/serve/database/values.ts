import type { Value } from './database.ts';

/** A value that both databases keep as it is. Anything else is a mistake of ours. */
export function checkedValue(value: Value | undefined): Value {
  if (value === undefined) throw new RangeError('a value of a query is missing');
  if (typeof value === 'number' && !Number.isSafeInteger(value))
    throw new RangeError(`expected a whole number up to 2^53; got ${value}`);
  if (typeof value === 'string' && value.includes('\0'))
    throw new RangeError('expected a text without NUL, which PostgreSQL cannot keep');
  return value;
}

/** A row as SQLite gives it. */
export function checkedRow(row: Readonly<Record<string, unknown>>): Readonly<Record<string, Value>> {
  for (const name in row)
    if (!isValue(row[name]))
      throw new RangeError(`${name}: expected a whole number up to 2^53 or a text; got ${row[name]}`);
  return row as Readonly<Record<string, Value>>;
}

function isValue(value: unknown): value is Value {
  return value === null || typeof value === 'string' || Number.isSafeInteger(value);
}
