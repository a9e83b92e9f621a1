import { DatabaseError } from 'pg';
import type { Address } from './address.ts';

/** A connection that has ended, or never was one. */
export class LostConnection extends Error {
  constructor(why: string, cause?: unknown) {
    super(why, { cause });
  }
}

/** The codes are in https://www.postgresql.org/docs/current/errcodes-appendix.html */
const collisions = new Set(['40001', '40P01']);
/** Connections, resources, operators, the system: the rest is about the SQL. */
const OF_THE_SERVER = /^(?:08|53|57|58|F0|XX)|^(?:25006|55P03)$/;
/** Errors that end the connection. */
const ENDS = /^(?:08|57P0[1-5])/;
/** The messages of pg for a connection that has ended. */
const ENDED = /^(?:Connection terminated|Client has encountered a connection error|Client was closed)/;
const SILENT = 'Query read timeout';

const codeOf = (error: unknown) => (error instanceof DatabaseError && error.code) || '';

/** Another transaction was in the way: done again, it may find nobody. */
export const isCollision = (error: unknown): boolean => collisions.has(codeOf(error));

export function isLoss(error: unknown): boolean {
  if (error instanceof DatabaseError) return ENDS.test(codeOf(error));
  const { message, syscall } = error as NodeJS.ErrnoException;
  return (
    error instanceof LostConnection || syscall !== undefined || ENDED.test(message) || message === SILENT
  );
}

/** Neither a mistake in the SQL nor one in its values. Who has collided until its time was over can come again. */
export const isOfServer = (error: unknown): boolean =>
  isLoss(error) || isCollision(error) || OF_THE_SERVER.test(codeOf(error));

/** Says what is wrong with the user's server. */
export function serverFault(error: Error): string {
  if (!(error instanceof DatabaseError)) return lossInWords(error);
  const { code, detail } = error;
  const message = detail === undefined ? error.message : `${error.message}: ${detail}`;
  switch (code) {
    case '53100':
      return `the disk of the server is full (${message})`;
    case '53300':
      return `the server has no connection left (${message}). Raise its max_connections, or run fewer hosts`;
    case '25006':
      return 'the server is read-only: it is a standby, or has default_transaction_read_only';
    case '40001':
    case '40P01':
      return `timeout because of other transactions (${message})`;
    case '57014':
      return `the server took too long (${message})`;
    default:
      return `${message} (PostgreSQL, ${code})`;
  }
}

function lossInWords(error: Error): string {
  if (error instanceof LostConnection) return error.message;
  if (ENDED.test(error.message)) return 'the server closed the connection';
  if (error.message === SILENT) return 'the server did not answer in time';
  return `the connection failed: ${error.message}`;
}

/** Recognizes the message of pg. */
export const hasNoTls = (error: unknown): boolean =>
  (error as Error).message === 'The server does not support SSL connections';
const isNoServer = (error: Error) => /establishing an SSL connection/.test(error.message);
const isLate = (error: Error) => /timeout expired|due to connection timeout/.test(error.message);
const isBusy = (error: Error) => error.message === 'timeout exceeded when trying to connect';

/** Why there is no connection, for people. */
export function connectFault(error: unknown, address: Address): LostConnection {
  return error instanceof LostConnection
    ? error
    : new LostConnection(inWords(error as Error, address), error);
}

function inWords(error: Error, address: Address): string {
  if (error instanceof DatabaseError) return loginFault(error, address);
  const { host, port, connectSeconds, sslMode } = address;
  if (hasNoTls(error)) return `the server does not offer TLS, which sslmode=${sslMode} requires`;
  if (isNoServer(error)) return 'the server does not speak the PostgreSQL protocol';
  const place = host.startsWith('/') ? `the socket of port ${port} in ${host}` : `${host}:${port}`;
  if (isBusy(error)) return 'timeout: all connections were in use';
  if (isLate(error)) return `${place} did not answer within ${connectSeconds} s`;
  const { code } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'ECONNREFUSED':
    case 'ENOENT':
      return `cannot connect to PostgreSQL at ${place}. Start it, or correct the address`;
    case 'EINVAL':
      return `${place}: the name of the folder is too long for a socket`;
    case 'ENOTFOUND':
      return `unknown host "${host}"`;
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `the certificate of the server is not for "${host}"`;
    default:
      return /CERT|SELF_SIGNED|SIGNATURE/.test(code ?? '')
        ? `the certificate of the server is not trusted: ${error.message}. Name the file with the one to trust as sslrootcert`
        : `${place}: ${lossInWords(error)}`;
  }
}

function loginFault(error: DatabaseError, { user, database }: Address): string {
  switch (error.code) {
    case '28P01':
      return `wrong password for "${user}", or no such user`;
    case '28000':
      return `the server refused "${user}": ${error.message}`;
    case '3D000':
      return `no database "${database}". To create it: createdb ${database}`;
    default:
      return serverFault(error);
  }
}

const OLDEST_MAJOR = 12;

/** Says why a server of this version cannot be used. */
export function serverTooOld(version: string): string | undefined {
  if (Number.parseInt(version, 10) >= OLDEST_MAJOR) return undefined;
  return `expected PostgreSQL ${OLDEST_MAJOR} or newer; got ${version}`;
}
