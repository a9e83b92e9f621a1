import { isPostgresAddress } from '../../core/postgres-address.ts';
import type { OpeningDatabase } from './database.ts';

/**
 * The database at a path or an address (`postgres://…`), taken to the version that the last of the migrations makes: each is one or
 * more statements, and none is ever changed. Several hosts may use it at once. What only one of the two kinds needs is loaded for it.
 */
export async function openDatabase<Tables>(
  where: string,
  migrations: readonly string[],
): Promise<OpeningDatabase<Tables>> {
  if (isPostgresAddress(where)) {
    const { openPostgres } = await import('./postgres.ts');
    return openPostgres(where, migrations);
  }
  const { openSqlite } = await import('./sqlite.ts');
  return openSqlite(where, migrations);
}
