import type { OpenQueries } from '../open-queries.ts';
import type { Connection } from './connection.ts';
import { isLoss, LostConnection } from './errors.ts';

/** Of all that hosts do in one database: "wordhost". */
export const LOCK = '8606223188502737780';

/** As if one transaction came after the other, so that services need not know which database they have. */
const BEGIN = 'BEGIN ISOLATION LEVEL SERIALIZABLE';

/**
 * Transactions run beside each other, and those that have collided before run alone: they collide no more. Each locks before it
 * begins, since what it sees is settled by its first query, and not after the wait in it.
 */
const locks = {
  beside: {
    take: `SELECT pg_advisory_lock_shared(${LOCK})`,
    leave: `SELECT pg_advisory_unlock_shared(${LOCK})`,
  },
  alone: { take: `SELECT pg_advisory_lock(${LOCK})`, leave: `SELECT pg_advisory_unlock(${LOCK})` },
};

/** The server has ended a connection that was kept, as when it was started again: another one can be opened. */
export class NeverBegan extends Error {}

/** One attempt at a transaction; throws why it is undone. */
export async function attempt<Tables, Given>(
  connection: Connection,
  queries: OpenQueries<Tables>,
  work: (queries: OpenQueries<Tables>) => Promise<Given>,
  how: 'beside' | 'alone',
): Promise<Given> {
  const { take, leave } = locks[how];
  // All of this is sent with the first query.
  const begun = settled(connection.command(take), connection.command(BEGIN));
  try {
    const given = await work(queries);
    const fault = await begun;
    if (fault) throw fault.error;
    queries.refuseFailed();
    queries.end();
    await commit(connection, leave);
    return given;
  } catch (error) {
    queries.end();
    const fault = await begun;
    if (fault && isLoss(fault.error))
      throw new NeverBegan('a kept connection was lost', { cause: fault.error });
    await settled(connection.command('ROLLBACK'), connection.command(leave));
    // What the work throws may follow from it.
    throw fault?.error ?? queries.refusal ?? error;
  }
}

async function commit(connection: Connection, leave: string): Promise<void> {
  const committed = connection.command('COMMIT');
  const left = settled(connection.command(leave));
  try {
    const { command } = await committed;
    if (command !== 'COMMIT') throw new Error('a query was refused, and nobody waited for it');
  } catch (error) {
    await left;
    if (!isLoss(error)) throw error;
    const why = `${(error as Error).message}, while a transaction was committed: it may be kept or not`;
    throw new LostConnection(why, error);
  }
}

/** The first error, if there is one, when all have ended. */
async function settled(
  ...promises: readonly Promise<unknown>[]
): Promise<{ readonly error: unknown } | undefined> {
  const outcomes = await Promise.allSettled(promises);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  return failed && { error: failed.reason };
}
