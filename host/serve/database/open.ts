import type { OpeningDatabase } from './database.ts';
import { openSqlite } from './sqlite/open-sqlite.ts';

/**
 * The database at a path or an address (`postgres://…`), taken to the version that the last of the migrations makes: each is one or
 * more statements, and none is ever changed.
 */
export async function openDatabase(where: string, migrations: readonly string[]): Promise<OpeningDatabase> {
  return openSqlite(where, migrations);
}
