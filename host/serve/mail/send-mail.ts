import { Readable } from 'node:stream';
import type { ConnectionOptions } from 'node:tls';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { readCertificates } from './certificates.ts';
import { composedMail, type Mail } from './composed-mail.ts';
import { MailFault } from './mail-fault.ts';
import { mailboxAddress, needsUtf8 } from './mailbox-address.ts';
import { isOnThisMachine, type SmtpAddress } from './smtp-address.ts';
import { smtpFault } from './smtp-fault.ts';

const PATIENCE_MS = 60_000;

interface Limits {
  /** In milliseconds, for all of it. */
  readonly patience?: number;
  /** The attempt ends with it. */
  readonly signal?: AbortSignal;
}

/** Hands a mail to a server that takes it to its reader; throws a `MailFault`. Each mail has a connection of its own. */
export async function sendMail(server: SmtpAddress, mail: Mail, limits: Limits = {}): Promise<void> {
  const [from, to] = [mailboxOf(mail.from), mailboxOf(mail.to)];
  const text = await composedMail({ ...mail, from, to });
  const { host, port, isSecure: secure } = server;
  const connection = new SMTPConnection({ host, port, secure, tls: trust(server) });
  const limited = withLimit(connection, limits);
  let isHanded = false;
  try {
    await limited.step((done) => connection.connect(done));
    const abilities = String(connection.lastServerResponse);
    if ([from, to].some(needsUtf8) && !/^250[ -]SMTPUTF8\b/im.test(abilities))
      throw new MailFault(`the server takes no letters but those of ASCII in an address: ${to}`, 'never');
    if (server.login) {
      const auth = loginOf(server, connection.secure, abilities);
      await limited.step((done) => connection.login(auth, done));
    }
    const handed = Readable.from(
      (function* () {
        isHanded = true;
        yield text;
      })(),
    );
    await limited.step((done) => connection.send({ from, to: [to] }, handed, done));
    isHanded = false;
    // It is taken, whatever is said to that.
    await limited.step((done) => connection.once('end', done).quit()).catch(() => {});
  } catch (error) {
    throw smtpFault(error as Error, { server, from, to, isHanded });
  } finally {
    limited.end();
  }
}

type Done = (error?: Error | null) => void;

/** Steps of a connection, one after the other; each fails when the connection does, or when all of it takes too long. */
function withLimit(connection: SMTPConnection, { patience = PATIENCE_MS, signal }: Limits) {
  const { promise: failed, reject } = Promise.withResolvers<never>();
  // Between two steps nobody waits for it.
  failed.catch(() => {});
  connection.on('error', reject);
  const timer = setTimeout(() => reject(new MailFault('the server took too long', 'later')), patience);
  const stop = () => reject(new MailFault('the host ended before the server had answered', 'later'));
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop);
  return {
    async step(act: (done: Done) => void): Promise<void> {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      act((error) => (error ? reject(error) : resolve()));
      await Promise.race([promise, failed]);
    },
    end() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      connection.close();
    },
  };
}

function trust(address: SmtpAddress): ConnectionOptions {
  if (address.ca === undefined) return { rejectUnauthorized: !isOnThisMachine(address) };
  const read = readCertificates(address.ca);
  if (read.ok) return { ca: read.pem };
  throw new MailFault(read.problem, 'later', read.cause);
}

function loginOf(server: SmtpAddress, isEncrypted: boolean, abilities: string) {
  const { user, password } = server.login!;
  if (!isEncrypted && !isOnThisMachine(server))
    throw new MailFault(
      'the server offers no TLS, and without it a password is not sent. Use smtps://',
      'later',
    );
  const offered = /^250[ -]AUTH[ =](.*)$/im.exec(abilities)?.[1]?.toUpperCase().split(/\s+/) ?? [];
  const method = ['PLAIN', 'LOGIN'].find((way) => offered.includes(way));
  if (method === undefined)
    throw new MailFault('the server offers neither of the ways to log in, PLAIN and LOGIN', 'later');
  return { user, method, credentials: { user, pass: password } };
}

function mailboxOf(text: string): string {
  const mailbox = mailboxAddress(text);
  if (mailbox === undefined)
    throw new MailFault(`this is no address that can be written to: ${JSON.stringify(text)}`, 'never');
  return mailbox;
}
