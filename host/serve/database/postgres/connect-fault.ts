import { DatabaseError } from 'pg';
import type { Address } from './address.ts';
import { LostConnection, lossInWords, serverFault } from './errors.ts';

/** As pg says it. */
export const hasNoTls = (error: unknown): boolean =>
  (error as Error).message === 'The server does not support SSL connections';
const isNoServer = (error: Error) => /establishing an SSL connection/.test(error.message);
const isLate = (error: Error) => error.message === 'timeout expired';

/** Why there is no connection, for people. */
export function connectFault(error: unknown, address: Address): LostConnection {
  return error instanceof LostConnection
    ? error
    : new LostConnection(inWords(error as Error, address), error);
}

function inWords(error: Error, address: Address): string {
  if (error instanceof DatabaseError) return loginFault(error, address);
  const { host, port, connectSeconds, sslMode } = address;
  if (hasNoTls(error)) return `the server offers no TLS, and sslmode=${sslMode} wants it`;
  if (isNoServer(error)) return 'what answers there does not speak the protocol of PostgreSQL';
  const place = host.startsWith('/') ? `the socket of port ${port} in ${host}` : `${host}:${port}`;
  if (isLate(error)) return `${place} did not answer within ${connectSeconds} s`;
  const { code } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'ECONNREFUSED':
    case 'ENOENT':
      return `no PostgreSQL listens at ${place}. Start it, or correct the address`;
    case 'EINVAL':
      return `${place}: the name of its folder is too long for a socket`;
    case 'ENOTFOUND':
      return `there is no host "${host}"`;
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
      return `the password of "${user}" is wrong, or there is no such user`;
    case '28000':
      return `the server does not let "${user}" in: ${error.message}`;
    case '3D000':
      return `there is no database "${database}". Make it: createdb ${database}`;
    default:
      return serverFault(error);
  }
}
