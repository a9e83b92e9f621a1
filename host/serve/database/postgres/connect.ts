import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { join } from 'node:path';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { faultWithPath } from '../../../files/output/fault-in-words.ts';
import type { Address } from './address.ts';
import { LostConnection } from './errors.ts';
import { sslRequest } from './wire/frontend.ts';

/** A socket on which the server waits for the first message; with TLS where the address wants it. */
export async function connect(address: Address, signal: AbortSignal): Promise<Socket> {
  const isLocal = address.host.startsWith('/');
  const socket = isLocal
    ? connectPlain(join(address.host, `.s.PGSQL.${address.port}`))
    : connectPlain({ host: address.host, port: address.port, noDelay: true, keepAlive: true });
  try {
    await once(socket, 'connect', { signal });
    return isLocal || address.sslMode === 'disable' ? socket : await secured(socket, address, signal);
  } catch (error) {
    socket.destroy();
    throw error instanceof LostConnection
      ? error
      : new LostConnection(connectFault(error as Error, address), error);
  }
}

async function secured(socket: Socket, address: Address, signal: AbortSignal): Promise<Socket> {
  socket.write(sslRequest);
  const [answer] = (await once(socket, 'data', { signal })) as [Buffer];
  // More than the one byte could be put there by somebody in between, and be taken for what comes over TLS.
  if (answer.length !== 1 || !'SN'.includes(answer.toString('latin1')))
    throw new LostConnection('what answers there does not speak the protocol of PostgreSQL');
  if (answer.toString('latin1') === 'S') return withTls(socket, address, signal);
  if (address.sslMode === 'prefer') return socket;
  throw new LostConnection(`the server offers no TLS, and sslmode=${address.sslMode} wants it`);
}

async function withTls(socket: Socket, address: Address, signal: AbortSignal): Promise<Socket> {
  const secure = connectTls({ socket, ...trust(address) });
  try {
    await once(secure, 'secureConnect', { signal });
    return secure;
  } catch (error) {
    secure.destroy();
    throw error;
  }
}

function trust({ host, sslMode, sslRootCertificate }: Address): ConnectionOptions {
  const servername = isIP(host) ? {} : { servername: host };
  if (sslMode === 'prefer' || sslMode === 'require') return { ...servername, rejectUnauthorized: false };
  return {
    ...servername,
    host,
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

function connectFault(error: Error, { host, port, connectSeconds }: Address): string {
  const place = host.startsWith('/') ? `the socket of port ${port} in ${host}` : `${host}:${port}`;
  const { code } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'ABORT_ERR':
      return `${place} did not answer within ${connectSeconds} s`;
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
        : `${place}: ${error.message}`;
  }
}
