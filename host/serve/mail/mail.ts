import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { domainToASCII } from 'node:url';
import type { Reading } from '../../core/reading.ts';
import { faultInWords } from '../../files/file-fault.ts';
import { isLoopback } from '../loopback.ts';

export interface SmtpAddress {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte instead of STARTTLS. */
  readonly isSecure: boolean;
  readonly login: { readonly user: string; readonly password: string } | undefined;
  /** A file with trusted certificates. The default are those of the system. */
  readonly ca: string | undefined;
}

const [PORT, SECURE_PORT] = [25, 465];

const FORM =
  'expected smtp://HOST:PORT or smtps://HOST:PORT, with USER:PASSWORD@ before the host if required (write @ as %40 and : as %3A in these), and ?ca=FILE after it for your own certificates';

type ReadSmtpAddress = Reading<{ address: SmtpAddress }>;

/** Errors never repeat a password. */
export function readSmtpAddress(text: string): ReadSmtpAddress {
  const refused = { ok: false, problem: `${FORM}; got "${text.replace(/\/\/.*@/, '//…@')}"` } as const;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '' || !/^\/?$/.test(url.pathname))
    return refused;
  const unknown = [...url.searchParams.keys()].some((name) => name !== 'ca');
  if (unknown || url.hash !== '' || (url.username === '') !== (url.password === '')) return refused;
  const isSecure = url.protocol === 'smtps:';
  try {
    const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
    return {
      ok: true,
      address: {
        host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
        port: url.port === '' ? (isSecure ? SECURE_PORT : PORT) : Number(url.port),
        isSecure,
        login: user === '' ? undefined : { user, password },
        ca: url.searchParams.get('ca') ?? undefined,
      },
    };
  } catch {
    return refused;
  }
}

/** Connections inside this machine need no TLS, and such a server has no known certificate. */
export const isOnThisMachine = ({ host }: SmtpAddress) => isLoopback(host);

/** Commands and headers accept these characters: no space, quote, bracket or control character. */
const ADDRESS = /^([^\s\p{Cc}\p{Cs}<>()[\]\\,;:"@]{1,64})@([^\s\p{Cc}\p{Cs}<>()[\]\\,;:"@]{1,255})$/u;

/** An address with its domain in ASCII. */
export function mailboxAddress(text: string): string | undefined {
  const [, local, domain] = ADDRESS.exec(text) ?? [];
  const ascii = domainToASCII(domain ?? '');
  return local === undefined || ascii === '' ? undefined : `${local}@${ascii}`;
}

/** Equal for different spellings of a mailbox: dots, a part after `+`, or capitals. */
export function mailboxKey(address: string): string {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at).toLowerCase().replace(/\+.*$/, '').replaceAll('.', '');
  return `${local}@${domainToASCII(address.slice(at + 1))}`;
}

/** Such mail stays here or goes to a numeric address. Other names on the internet have a dot. */
export function isOfThisMachine(address: string): boolean {
  const domain = domainToASCII(address.slice(address.lastIndexOf('@') + 1)).replace(/\.$/, '');
  const isNumber = isIP(domain) !== 0;
  return isNumber || !domain.includes('.') || OF_LOCAL.test(domain) || domain === hostname().toLowerCase();
}

const OF_LOCAL = /\.(?:localhost|localdomain|local|internal)$/;

/** Only servers with SMTPUTF8 accept it. */
export const needsUtf8 = (address: string) => /[^\x20-\x7e]/.test(address);

type Certificates =
  | { readonly ok: true; readonly pem: Buffer }
  | { readonly ok: false; readonly problem: string; readonly cause: unknown };

export function readCertificates(path: string): Certificates {
  let pem: Buffer;
  try {
    pem = readFileSync(path);
  } catch (error) {
    return { ok: false, problem: `ca: ${path}: ${faultInWords(error as Error)}`, cause: error };
  }
  try {
    // TLS would ignore invalid certificates and then trust nobody.
    void new X509Certificate(pem);
    return { ok: true, pem };
  } catch (error) {
    return { ok: false, problem: `ca: ${path}: expected certificates as PEM`, cause: error };
  }
}

/**
 * Why a mail was refused. `later`: it may be tried again. `never`: it would be refused again. `unknown`: it
 * was sent without an answer, so a second mail could be one too many.
 */
export class MailFault extends Error {
  readonly again: 'later' | 'never' | 'unknown';

  constructor(problem: string, again: MailFault['again'], cause?: unknown) {
    super(problem, { cause });
    this.again = again;
  }
}
