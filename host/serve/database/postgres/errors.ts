import { fieldsOf } from './wire/backend.ts';

/** What a server refused: https://www.postgresql.org/docs/current/errcodes-appendix.html */
export class PostgresError extends Error {
  readonly code: string;

  constructor(body: Buffer) {
    const { C = '', M = 'no message', D } = fieldsOf(body);
    super(D === undefined ? M : `${M}: ${D}`);
    this.code = C;
  }
}

/** A connection that has ended, or never was one. */
export class LostConnection extends Error {
  constructor(why: string, cause?: unknown) {
    super(why, { cause });
  }
}

const collisions = new Set(['40001', '40P01']);
/** Connections, resources, operators, the system: the rest is about the SQL. */
const OF_THE_SERVER = /^(?:08|53|57|58|F0|XX)|^(?:25006|55P03)$/;
/** What ends the connection with it. */
const ENDS = /^(?:08|57P0[1-5])/;

/** Another transaction was in the way: done again, it may find nobody. */
export const isCollision = (error: unknown): boolean =>
  error instanceof PostgresError && collisions.has(error.code);

export const isLoss = (error: unknown): boolean =>
  error instanceof LostConnection || (error instanceof PostgresError && ENDS.test(error.code));

/** A compiled statement does not fit the tables any more, or is gone. */
export const isOutdated = (error: unknown): boolean =>
  error instanceof PostgresError && (error.code === '0A000' || error.code === '26000');

/** Neither a mistake in the SQL nor one in its values. */
export const isOfServer = (error: unknown): boolean =>
  isLoss(error) || (error instanceof PostgresError && OF_THE_SERVER.test(error.code));

/** For people, where their server is at fault. */
export function serverFault(error: Error): string {
  const { code } = error as Partial<PostgresError>;
  switch (code) {
    case '53100':
      return `the disk of the server is full (${error.message})`;
    case '53300':
      return `the server has no connection left (${error.message}). Raise its max_connections, or run fewer hosts`;
    case '25006':
      return 'the server can only be read: it is a standby, or is set to default_transaction_read_only';
    case '57014':
      return `the server took too long (${error.message})`;
    default:
      return code === undefined ? error.message : `${error.message} (PostgreSQL, ${code})`;
  }
}
