import { readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import type { ClientConfig } from 'pg';
import { faultWithPath } from '../../../files/output/fault-in-words.ts';
import type { Address } from './address.ts';
import { LostConnection } from './errors.ts';
import { rowValues } from './row-values.ts';

const SILENCE_MS = 60_000;

/** What pg must know to open a connection. */
export function settingsOf(address: Address, isSecure: boolean): ClientConfig {
  const { host, port, user, database, options, connectSeconds } = address;
  return {
    ...{ host, port, user, database },
    password: () => passwordOf(address),
    ssl: isSecure && trust(address),
    sslnegotiation: 'postgres',
    stream: checkedSocket,
    keepAlive: true,
    connectionTimeoutMillis: connectSeconds * 1000,
    query_timeout: SILENCE_MS,
    application_name: 'wordhost',
    ...(options !== undefined && { options }),
    types: rowValues,
    // A transaction begins with its first query, and its end needs no second journey.
    pipeline: true,
  };
}

/** Only where the server asks for one. pg alone would take it from PGPASSWORD, which bots could read, too. */
function passwordOf({ user, password }: Address): string {
  if (password !== undefined) return password;
  throw new LostConnection(
    `the server asks for the password of "${user}". Write it into the address: postgres://${user}:PASSWORD@…`,
  );
}

function trust({ sslMode, sslRootCertificate }: Address): ConnectionOptions {
  if (sslMode === 'prefer' || sslMode === 'require') return { rejectUnauthorized: false };
  return {
    ...(sslRootCertificate !== undefined && { ca: certificates(sslRootCertificate) }),
    ...(sslMode === 'verify-ca' && { checkServerIdentity: () => undefined }),
  };
}

function certificates(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new LostConnection(`sslrootcert: ${faultWithPath(error as Error)}`, error);
  }
}

/** The first bytes of what a server can answer: pg waits for the end of a message, however long it says it is. */
const beginnings = new Set('RENSv');

function checkedSocket(): Socket {
  const socket = new Socket();
  socket.once('data', (piece: Buffer) => {
    if (!beginnings.has(piece.toString('latin1', 0, 1)))
      socket.destroy(new LostConnection('what answers there does not speak the protocol of PostgreSQL'));
  });
  return socket;
}
