import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { isPostgresAddress, withoutPassword } from '../../core/postgres-address.ts';
import { faultBeside, faultOfFirstPage } from '../../sqlite/before-opening.ts';
import { faultOf } from '../../sqlite/database-fault.ts';
import { type Refusal, refusal } from '../../sqlite/fault.ts';
import { faultOfPath, faultOfStore, openToRead, realPath } from '../../sqlite/open-database.ts';
import { StoreFailure } from '../../sqlite/store-failure.ts';
import { truncationOf } from '../../sqlite/truncation.ts';
import type { ReadableStore, Store } from './contract.ts';
import { openWriter } from './sqlite/open-writer.ts';
import { schema } from './sqlite/schema.ts';
import { SqliteReader } from './sqlite/sqlite-reader.ts';

export type Opening<Opened> = { readonly ok: true; readonly store: Opened } | Refusal;

const NO_SERVER =
  'games are not kept in PostgreSQL yet. Expected a file (of SQLite), as in `--store league.db`; only `wordhost serve` keeps its users and games there';

/** A store at this path. To be written it has no other writer, and is made if it is not there. */
export async function openStore(path: string, how: { readonly mode: 'write' }): Promise<Opening<Store>>;
export async function openStore(
  path: string,
  how: { readonly mode: 'read' },
): Promise<Opening<ReadableStore>>;
export async function openStore(
  path: string,
  { mode }: { readonly mode: 'read' | 'write' },
): Promise<Opening<ReadableStore>> {
  if (isPostgresAddress(path)) return refusal(withoutPassword(path), { kind: 'system', what: NO_SERVER });
  const whole = resolve(path);
  try {
    const fault = faultOfPath(whole, mode === 'write');
    if (fault) return refusal(path, fault);
    const real = realPath(whole);
    const unopened = faultBeside(real) ?? (existsSync(real) ? faultOfFirstPage(real) : undefined);
    if (unopened) return refusal(path, unopened);
    return { ok: true, store: mode === 'write' ? openWriter(real) : openReader(real) };
  } catch (error) {
    const found = error instanceof StoreFailure ? error.fault : faultOf(error);
    return refusal(path, found.kind === 'damaged' ? (truncationOf(whole) ?? found) : found);
  }
}

function openReader(path: string): SqliteReader {
  const opened = openToRead(path);
  const fault = faultOfStore(path, opened.database, schema);
  if (!fault) return new SqliteReader(path, opened);
  opened.close();
  throw new StoreFailure(path, fault);
}
