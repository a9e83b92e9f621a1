import { isPostgresAddress } from '../../core/postgres-address.ts';
import type { OpeningDatabase } from './database.ts';

/**
 * Opens the database at a path or an address (`postgres://…`) and applies migrations, which are one or more
 * statements each and never change. Several hosts may use it. Only the needed driver is loaded.
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
