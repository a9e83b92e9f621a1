import type { OpeningDatabase } from './database.ts';
import { isAddress, readAddress, withoutPassword } from './postgres/address.ts';
import { LostConnection, PostgresError, serverFault } from './postgres/errors.ts';
import { migrate } from './postgres/migrate.ts';
import { PostgresDatabase } from './postgres/postgres-database.ts';
import { openSqlite } from './sqlite/open-sqlite.ts';

/**
 * The database at a path or an address (`postgres://…`), taken to the version that the last of the migrations makes: each is one or
 * more statements, and none is ever changed. Several hosts may use it at once.
 */
export async function openDatabase(where: string, migrations: readonly string[]): Promise<OpeningDatabase> {
  return isAddress(where) ? openPostgres(where, migrations) : openSqlite(where, migrations);
}

async function openPostgres(where: string, migrations: readonly string[]): Promise<OpeningDatabase> {
  const read = readAddress(where);
  if (!read.ok) return read;
  const place = withoutPassword(where);
  try {
    const problem = await migrate(read.address, migrations);
    if (problem !== undefined) return { ok: false, problem: `${place}: ${problem}` };
    return { ok: true, database: new PostgresDatabase(place, read.address) };
  } catch (error) {
    if (error instanceof LostConnection || error instanceof PostgresError)
      return { ok: false, problem: `${place}: ${serverFault(error)}` };
    throw error;
  }
}
