import { DatabaseError } from 'pg';
import { withoutPassword } from '../../../core/postgres-address.ts';
import type { OpeningDatabase } from '../database.ts';
import { readAddress } from './address.ts';
import { Connections } from './connections.ts';
import { LostConnection, serverFault } from './errors.ts';
import { migrate } from './migrate.ts';
import { PostgresDatabase } from './postgres-database.ts';

/** The database at an address. Several hosts may use it. */
export async function openPostgres<Tables>(
  where: string,
  migrations: readonly string[],
): Promise<OpeningDatabase<Tables>> {
  const read = readAddress(where);
  if (!read.ok) return read;
  const place = withoutPassword(where);
  const connections = new Connections(read.address);
  const problem = await connections.with((connection) => migrate(connection, migrations)).catch(inWords);
  if (problem === undefined) return { ok: true, database: new PostgresDatabase(place, connections) };
  await connections.close();
  return { ok: false, problem: `${place}: ${problem}` };
}

function inWords(error: unknown): string {
  if (error instanceof LostConnection || error instanceof DatabaseError) return serverFault(error);
  throw error;
}
