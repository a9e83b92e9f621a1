import { userInfo } from 'node:os';
import { withoutPassword } from '../../../core/postgres-address.ts';
import { either } from '../../../core/text.ts';

const sslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
export type SslMode = (typeof sslModes)[number];

export interface Address {
  /** A name or a number; a folder with the socket, if it begins with a slash. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string | undefined;
  readonly database: string;
  readonly sslMode: SslMode;
  /** A file with the certificates to trust; else those of the system. */
  readonly sslRootCertificate: string | undefined;
  readonly connectSeconds: number;
  /** Settings of the session, such as `-c search_path=league`. */
  readonly options: string | undefined;
}

export type ReadAddress =
  | { readonly ok: true; readonly address: Address }
  | { readonly ok: false; readonly problem: string };

/** The parts of an address, as they are written. */
const ADDRESS =
  /^postgres(?:ql)?:\/\/(?:([^:@/?#]*)(?::([^@/?#]*))?@)?(\[[^\]]*\]|[^:@/?#]*)(?::([^@/?#]*))?(?:\/([^/?#]*))?(?:\?([^#]*))?$/;
const DEFAULT_PORT = 5432;
/** Where Debian's PostgreSQL and libpq have their socket. */
const SOCKETS = '/var/run/postgresql';
const CONNECT_SECONDS = 10;
const parameters = [
  'host',
  'port',
  'user',
  'password',
  'dbname',
  'sslmode',
  'sslrootcert',
  'connect_timeout',
  'options',
  'application_name',
];

/** `postgres://user:password@host:port/database?sslmode=…`, as libpq reads it; what is not there has libpq's defaults. */
export function readAddress(where: string): ReadAddress {
  try {
    const [, user, password, host, port, database, query] = ADDRESS.exec(where) ?? refuse(FORM);
    const given = new URLSearchParams(query?.replaceAll('+', '%2B'));
    const unknown = [...given.keys()].find((name) => !parameters.includes(name));
    if (unknown !== undefined) refuse(`expected ${either(parameters)} after the "?"; got "${unknown}"`);
    const of = (name: string, written?: string) => given.get(name) || decoded(written) || undefined;
    const as = of('user', user) ?? userInfo().username;
    return {
      ok: true,
      address: {
        host: of('host', host?.replace(/^\[(.*)\]$/, '$1')) ?? SOCKETS,
        port: wholeNumber('port', of('port', port), DEFAULT_PORT, 65_535),
        user: as,
        password: of('password', password),
        database: of('dbname', database) ?? as,
        sslMode: sslModeOf(of('sslmode')),
        sslRootCertificate: of('sslrootcert'),
        connectSeconds: wholeNumber('connect_timeout', of('connect_timeout'), CONNECT_SECONDS, 3600),
        options: of('options'),
      },
    };
  } catch (error) {
    if (error instanceof AddressRefusal)
      return { ok: false, problem: `${withoutPassword(where)}: ${error.message}` };
    throw error;
  }
}

const FORM =
  'expected postgres://USER:PASSWORD@HOST:PORT/DATABASE; in a user, a password or a folder write @ as %40, : as %3A and / as %2F';

class AddressRefusal extends Error {}

function refuse(problem: string): never {
  throw new AddressRefusal(problem);
}

function decoded(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return refuse('a % is followed by two digits of a byte; write % itself as %25');
  }
}

function sslModeOf(text: string | undefined): SslMode {
  if (text === undefined) return 'prefer';
  return (
    sslModes.find((mode) => mode === text) ?? refuse(`expected sslmode ${either(sslModes)}; got "${text}"`)
  );
}

function wholeNumber(what: string, text: string | undefined, otherwise: number, most: number): number {
  if (text === undefined) return otherwise;
  const number = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= most ? number : refuse(`expected ${what} from 1 to ${most}; got "${text}"`);
}
