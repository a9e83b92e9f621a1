import { inShort } from '../../core/shape.ts';
import { StoreFailure } from '../../sqlite/fault.ts';

/** The columns of each table. Another program may have put any value there. */
const columns = {
  file: { version: 'a number', text: 'a string', canonical: 'a string', keptAt: 'a string' },
  game: { number: 'a number', id: 'a string', result: 'a string' },
  record: { number: 'a number', sha256: 'a string', bytes: 'a number', packed: 'bytes' },
} as const;

export type StoreTable = keyof typeof columns;
export type Row = Readonly<Record<string, unknown>>;

export const keys = { file: 'version', game: 'number', record: 'number' } as const;

/**
 * Checks the rows of a table: the type of each value, and that their keys rise. Pages of a file that lead to one another would give
 * the same rows without end.
 */
export function rowCheck(path: string, table: StoreTable): (row: Row) => Row {
  const types: Readonly<Record<string, 'a number' | 'a string' | 'bytes'>> = columns[table];
  let last = Number.NEGATIVE_INFINITY;
  return (row) => {
    const key = row[keys[table]] as number;
    for (const name in row)
      if (!isOf(types[name]!, row[name])) {
        const found = row[name] instanceof Uint8Array ? 'bytes' : inShort(row[name]);
        throw misfitOf(path, table, key, `${name}: expected ${types[name]}; got ${found}`);
      }
    if (key <= last) throw misfitOf(path, table, key, `expected a row after ${last}`);
    last = key;
    return row;
  };
}

export function misfitOf(path: string, table: StoreTable, row: number, what: string): StoreFailure {
  return new StoreFailure(path, { kind: 'damaged', what: `table ${table}, row ${row}: ${what}` });
}

function isOf(type: 'a number' | 'a string' | 'bytes', value: unknown): boolean {
  if (type === 'bytes') return value instanceof Uint8Array;
  return type === 'a string' ? typeof value === 'string' : Number.isSafeInteger(value);
}
