import { UsageError } from '../../../core/errors.ts';
import { visibleJson } from '../../../core/text.ts';
import { printNotes } from '../../output.ts';

export interface ListenAddress {
  readonly host: string;
  /** 0 means any free port. */
  readonly port: number;
}

const ADDRESS = /^(?:\[(?<six>[0-9a-f:.]+)\]|(?<host>[A-Za-z0-9._-]+)):(?<port>\d{1,5})$/i;
const LAST_PORT = 65_535;

/** Reads `127.0.0.1:8080`, `[::1]:8080` or `localhost:0`. */
export function listenAddress(text: string): ListenAddress {
  const { six, host = six, port = '' } = ADDRESS.exec(text)?.groups ?? {};
  if (host === undefined || Number(port) > LAST_PORT)
    throw new UsageError(
      `--listen: expected HOST:PORT with a port up to ${LAST_PORT}, as in 127.0.0.1:8080 or [::1]:8080; got ${JSON.stringify(text)}`,
    );
  return { host, port: Number(port) };
}

/** Says why the server cannot listen there, and what to do. */
export function whyNotListening(code: string, { host, port }: ListenAddress): string {
  const where = `--listen ${host.includes(':') ? `[${host}]` : host}:${port}`;
  switch (code) {
    case 'EADDRINUSE':
      return `${where}: cannot listen: address in use. Give another port, or 0 for any free port`;
    case 'EACCES':
      return `${where}: cannot listen: permission denied. Use a port from 1024 up`;
    case 'EADDRNOTAVAIL':
      return `${where}: cannot listen: not an address of this machine. Use an address such as 127.0.0.1, or 0.0.0.0 for all addresses`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${where}: cannot listen: unknown host name. Use a name or an address of this machine, such as 127.0.0.1`;
    default:
      return `${where}: cannot listen (${code}). Give another address or port`;
  }
}

/** Writes an event with its time as a JSON line on standard error. */
export function reportLine(happened: object): void {
  printNotes([visibleJson({ time: new Date().toISOString(), ...happened })]);
}
