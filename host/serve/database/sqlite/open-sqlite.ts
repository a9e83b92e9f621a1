import { resolve } from 'node:path';
import { faultBeside } from '../../../sqlite/before-opening.ts';
import { refuseOthers, refuseReadOnly } from '../../../sqlite/before-writing.ts';
import { faultOf } from '../../../sqlite/database-fault.ts';
import { refusal } from '../../../sqlite/fault.ts';
import { faultOfPath, openToWrite, realPath } from '../../../sqlite/open-database.ts';
import { migrate, type Schema } from '../../../sqlite/schema.ts';
import { StoreFailure } from '../../../sqlite/store-failure.ts';
import { truncationOf } from '../../../sqlite/truncation.ts';
import type { OpeningDatabase } from '../database.ts';
import { SqliteDatabase } from './sqlite-database.ts';

/** A file, made if it is not there. Several processes may have it open. */
export function openSqlite<Tables>(path: string, migrations: readonly string[]): OpeningDatabase<Tables> {
  const whole = resolve(path);
  try {
    const fault = faultOfPath(whole, true);
    if (fault) return refusal(path, fault);
    const real = realPath(whole);
    const unopened = faultBeside(real);
    if (unopened) return refusal(path, unopened);
    return { ok: true, database: opened<Tables>(real, { of: 'web', migrations }) };
  } catch (error) {
    const found = error instanceof StoreFailure ? error.fault : faultOf(error);
    return refusal(path, found.kind === 'damaged' ? (truncationOf(whole) ?? found) : found);
  }
}

function opened<Tables>(path: string, schema: Schema): SqliteDatabase<Tables> {
  refuseOthers(path, schema);
  refuseReadOnly(path);
  const database = openToWrite(path);
  try {
    const fault = migrate(database, schema);
    if (fault) throw new StoreFailure(path, fault);
    return new SqliteDatabase(path, database);
  } catch (error) {
    database.close();
    throw error;
  }
}
