import { userInfo } from 'node:os';
import type { PoolConfig } from 'pg';
import { parse } from 'pg-connection-string';
import { withoutPassword } from '../core/postgres-address.ts';
import { either } from '../core/text.ts';
import { faultWithPath } from '../files/file-fault.ts';

export interface Address {
  /** A name or a number; a folder with the socket, if it begins with a slash. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string | undefined;
  readonly database: string;
  readonly sslMode: string;
  readonly ssl: PoolConfig['ssl'];
  readonly connectSeconds: number;
  /** Settings of the session, such as `-c search_path=league`. */
  readonly options: string | undefined;
}

export type ReadAddress =
  | { readonly ok: true; readonly address: Address }
  | { readonly ok: false; readonly problem: string };

const FORM =
  'expected postgres://USER:PASSWORD@HOST:PORT/DATABASE, with a PORT from 1 to 65535; in a user, a password or a folder write @ as %40, : as %3A and / as %2F';
const DEFAULT_PORT = 5432;
/** The folder of the socket of Debian's PostgreSQL and libpq. */
const SOCKETS = '/var/run/postgresql';
const CONNECT_SECONDS = 10;
const sslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'];
const parameters = [
  ...['host', 'port', 'user', 'password', 'dbname', 'sslmode', 'sslrootcert', 'connect_timeout', 'options'],
  'application_name',
];

/** `postgres://user:password@host:port/database?sslmode=…`, as libpq reads it; what is not there has libpq's defaults. */
export function readAddress(where: string): ReadAddress {
  try {
    return { ok: true, address: addressOf(where) };
  } catch (error) {
    return { ok: false, problem: `${withoutPassword(where)}: ${problemOf(error as NodeJS.ErrnoException)}` };
  }
}

function addressOf(where: string): Address {
  // A library that is given one of these would guess what is meant, or leave it out.
  if (!/^postgres(?:ql)?:\/\/\S*$/.test(where)) throw new RangeError(FORM);
  if (/%(?![\da-f]{2})/i.test(where))
    throw new RangeError('a % must be followed by two hexadecimal digits; write % itself as %25');
  const [, query = ''] = /\?(.*)/.exec(where) ?? [];
  const settings = new URLSearchParams(query);
  const unknown = [...settings.keys()].find((name) => !parameters.includes(name));
  if (unknown !== undefined)
    throw new RangeError(`expected ${either(parameters)} after the "?"; got "${unknown}"`);
  const sslMode = settings.get('sslmode') || 'prefer';
  if (!sslModes.includes(sslMode))
    throw new RangeError(`expected sslmode ${either(sslModes)}; got "${sslMode}"`);
  if (sslMode === 'verify-ca' && !settings.get('sslrootcert'))
    throw new RangeError('sslmode=verify-ca requires sslrootcert, the file with the certificate to trust');
  // A + in an address stands for itself, also in its parameters.
  const config = parse(where.replace(query, query.replaceAll('+', '%2B')), { useLibpqCompat: true });
  const host = config.host || SOCKETS;
  const user = config.user || userInfo().username;
  return {
    host,
    user,
    sslMode,
    password: config.password || undefined,
    options: config.options,
    port: wholeNumber('port', config.port || DEFAULT_PORT, 65_535),
    database: settings.get('dbname') || config.database || user,
    // A server has no TLS on its socket.
    ssl: host.startsWith('/') ? false : ((config.ssl as PoolConfig['ssl']) ?? { rejectUnauthorized: false }),
    connectSeconds: wholeNumber('connect_timeout', settings.get('connect_timeout') || CONNECT_SECONDS, 3600),
  };
}

function problemOf(error: NodeJS.ErrnoException): string {
  if (error.path !== undefined) return `sslrootcert: ${faultWithPath(error)}`;
  return error.code === 'ERR_INVALID_URL' ? FORM : error.message;
}

function wholeNumber(what: string, written: string | number, most: number): number {
  const number = Number(written);
  if (Number.isInteger(number) && number >= 1 && number <= most) return number;
  throw new RangeError(`expected ${what} from 1 to ${most}; got "${written}"`);
}
