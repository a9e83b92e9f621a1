import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { domainToASCII } from 'node:url';
import { faultInWords } from '../../files/file-fault.ts';
import { isLoopback } from '../loopback.ts';

/** A server that takes mails. */
export interface SmtpAddress {
  readonly host: string;
  readonly port: number;
  /** From the first byte, and not by STARTTLS. */
  readonly isSecure: boolean;
  readonly login: { readonly user: string; readonly password: string } | undefined;
  /** A file with the certificates to trust; else those of the system. */
  readonly ca: string | undefined;
}

const [PORT, SECURE_PORT] = [25, 465];

const FORM =
  'expected smtp://HOST:PORT or smtps://HOST:PORT, with USER:PASSWORD@ before the host if required (write @ as %40 and : as %3A in these), and ?ca=FILE after it for your own certificates';

type ReadSmtpAddress =
  | { readonly ok: true; readonly address: SmtpAddress }
  | { readonly ok: false; readonly problem: string };

/** Its parts, or what is wrong with it; a password is not repeated. */
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

/** What stays on this machine needs no TLS, and a server there has no certificate that others know. */
export const isOnThisMachine = ({ host }: SmtpAddress) => isLoopback(host);

/** One that commands and headers take as it is: it is without a space, a quote, a bracket or a control character. */
const ADDRESS = /^([^\s\p{Cc}\p{Cs}<>()[\]\\,;:"@]{1,64})@([^\s\p{Cc}\p{Cs}<>()[\]\\,;:"@]{1,255})$/u;

/** An address with its domain in ASCII; undefined where it is none. */
export function mailboxAddress(text: string): string | undefined {
  const [, local, domain] = ADDRESS.exec(text) ?? [];
  const ascii = domainToASCII(domain ?? '');
  return local === undefined || ascii === '' ? undefined : `${local}@${ascii}`;
}

/** The same for all ways to write one mailbox that its server may know: with dots, with a part after `+`, in capitals. */
export function mailboxKey(address: string): string {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at).toLowerCase().replace(/\+.*$/, '').replaceAll('.', '');
  return `${local}@${domainToASCII(address.slice(at + 1))}`;
}

/** What is written to it stays here, or goes to who has a number: the names of the rest of the internet have a dot. */
export function isOfThisMachine(address: string): boolean {
  const domain = domainToASCII(address.slice(address.lastIndexOf('@') + 1)).replace(/\.$/, '');
  const isNumber = isIP(domain) !== 0;
  return isNumber || !domain.includes('.') || OF_LOCAL.test(domain) || domain === hostname().toLowerCase();
}

const OF_LOCAL = /\.(?:localhost|localdomain|local|internal)$/;

/** Only a server with SMTPUTF8 can take it. */
export const needsUtf8 = (address: string) => /[^\x20-\x7e]/.test(address);

type Certificates =
  | { readonly ok: true; readonly pem: Buffer }
  | { readonly ok: false; readonly problem: string; readonly cause: unknown };

/** Those in a file, or why there are none. */
export function readCertificates(path: string): Certificates {
  let pem: Buffer;
  try {
    pem = readFileSync(path);
  } catch (error) {
    return { ok: false, problem: `ca: ${path}: ${faultInWords(error as Error)}`, cause: error };
  }
  try {
    // TLS would leave out what is none, and then trust nobody.
    void new X509Certificate(pem);
    return { ok: true, pem };
  } catch (error) {
    return { ok: false, problem: `ca: ${path}: expected certificates as PEM`, cause: error };
  }
}

/**
 * Why a mail was not taken, for people. `later`: it may be tried again. `never`: it would be refused again. `unknown`: it was sent
 * and not answered, so that a second one could be one too many.
 */
export class MailFault extends Error {
  readonly again: 'later' | 'never' | 'unknown';

  constructor(problem: string, again: MailFault['again'], cause?: unknown) {
    super(problem, { cause });
    this.again = again;
  }
}
