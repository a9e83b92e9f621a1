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
  'expected smtp://HOST:PORT or smtps://HOST:PORT, with USER:PASSWORD@ before the host if it wants them (in them write @ as %40, : as %3A), and ?ca=FILE after it for certificates of your own';

export type ReadSmtpAddress =
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
