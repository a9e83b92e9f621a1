import { Readable } from 'node:stream';
import type { ConnectionOptions } from 'node:tls';
import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { cut } from '../../core/text.ts';
import {
  isOnThisMachine,
  MailFault,
  mailboxAddress,
  needsUtf8,
  readCertificates,
  type SmtpAddress,
} from './mail.ts';

const PATIENCE_MS = 60_000;
/** Nodemailer limits single answers, but not their number or empty lines. */
const MOST_BYTES = 32 * 1024;
const LONGEST_REPLY = 300;

interface Limits {
  readonly patience?: number;
  readonly signal?: AbortSignal;
}

/** Sends a mail over a connection of its own. Throws a `MailFault`. */
export async function sendMail(server: SmtpAddress, mail: Mail, limits: Limits = {}): Promise<void> {
  const [from, to] = [mailboxOf(mail.from), mailboxOf(mail.to)];
  const text = await composeMail({ ...mail, from, to });
  const { host, port, isSecure: secure } = server;
  const connection = new SMTPConnection({
    host,
    port,
    secure,
    tls: trust(server),
    socketCloseTimeout: 0,
  });
  boundAnswers(connection);
  const limited = withLimit(connection, limits);
  let isHanded = false;
  try {
    await limited.step((done) => connection.connect(done));
    const abilities = String(connection.lastServerResponse);
    if ([from, to].some(needsUtf8) && !/^250[ -]SMTPUTF8\b/im.test(abilities))
      throw new MailFault(`the server accepts only ASCII letters in an address: ${to}`, 'never');
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
    // The mail is accepted, whatever the answer to QUIT.
    await limited.step((done) => connection.once('end', done).quit()).catch(() => {});
  } catch (error) {
    throw smtpFault(error as Error, { server, from, to, isHanded });
  } finally {
    limited.end();
  }
}

function boundAnswers(connection: SMTPConnection): void {
  const inner = connection as unknown as { _onData(piece: Buffer): void };
  const read = inner._onData.bind(connection);
  let bytes = 0;
  inner._onData = (piece) => {
    bytes += piece.length;
    if (bytes <= MOST_BYTES) read(piece);
    else connection.emit('error', new MailFault(`the server sent more than ${MOST_BYTES} bytes`, 'later'));
  };
}

type Done = (error?: Error | null) => void;

/** Runs the steps of a connection. Each fails with the connection, or when the total time is over. */
function withLimit(connection: SMTPConnection, { patience = PATIENCE_MS, signal }: Limits) {
  const { promise: failed, reject } = Promise.withResolvers<never>();
  // Nobody waits for it between two steps.
  failed.catch(() => {});
  connection.on('error', reject);
  const timer = setTimeout(() => reject(new MailFault('the server took too long', 'later')), patience);
  const stop = () => reject(new MailFault('the host ended before the server answered', 'later'));
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
    throw new MailFault('the server does not offer TLS, so the password was not sent. Use smtps://', 'later');
  const offered = /^250[ -]AUTH[ =](.*)$/im.exec(abilities)?.[1]?.toUpperCase().split(/\s+/) ?? [];
  const method = ['PLAIN', 'LOGIN'].find((way) => offered.includes(way));
  if (method === undefined)
    throw new MailFault('the server supports neither PLAIN nor LOGIN authentication', 'later');
  return { user, method, credentials: { user, pass: password } };
}

function mailboxOf(text: string): string {
  const mailbox = mailboxAddress(text);
  if (mailbox === undefined)
    throw new MailFault(`this is not a valid address: ${JSON.stringify(text)}`, 'never');
  return mailbox;
}

interface Mail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly id: string;
  readonly date: Date;
}

/** Composes a mail in ASCII, before dots are doubled. */
export async function composeMail({ from, to, subject, text, id, date }: Mail): Promise<Buffer> {
  const composer = new MailComposer({
    from: { name: '', address: from },
    to: { name: '', address: to },
    ...(subject.includes('=?') ? {} : { subject }),
    date,
    text: text.replace(/\r\n|\r|\n/g, '\r\n'),
    messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    // Programs that answer mails of people ignore this one (RFC 3834).
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(subject.includes('=?') && { Subject: { prepared: true, value: encodedWords(subject) } }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return await composer.compile().build();
}

/** Characters have at most four bytes, so that a word has at most 75 in base64. */
const LONGEST_WORD = 11;

/** Encodes a text that readers would decode wrongly (RFC 2047). */
function encodedWords(text: string): string {
  const characters = [...text.toWellFormed()];
  const words: string[] = [];
  for (let from = 0; from < characters.length; from += LONGEST_WORD) {
    const piece = characters.slice(from, from + LONGEST_WORD).join('');
    words.push(`=?UTF-8?B?${Buffer.from(piece).toString('base64')}?=`);
  }
  return words.join('\r\n ');
}

/** The error fields of Nodemailer. */
interface SmtpError extends Error {
  readonly code?: string;
  /** The system error, if `code` is one of Nodemailer. */
  readonly originalCode?: string;
  readonly command?: string;
  readonly response?: string | false;
  readonly responseCode?: number;
}

interface Delivery {
  readonly server: SmtpAddress;
  readonly from: string;
  readonly to: string;
  /** The whole mail was sent. */
  readonly isHanded: boolean;
}

/** Returns why a mail failed, and whether it may be sent again. */
function smtpFault(error: Error, place: Delivery): MailFault {
  if (error instanceof MailFault && !place.isHanded) return error;
  const { command, response, responseCode } = error as SmtpError;
  if (responseCode !== undefined && typeof response === 'string') {
    const isOfMail = command === 'RCPT TO' || command === 'DATA';
    const reply = cut(response.replace(/\r?\n\d{3}[ -]?/g, ' '), LONGEST_REPLY);
    const again = isOfMail && responseCode >= 500 ? 'never' : 'later';
    return new MailFault(`the server refused ${whatIsRefused(command, place)}: ${reply}`, again, error);
  }
  const problem = error instanceof MailFault ? error.message : connectionProblem(error, place.server);
  // Only an answer would tell the result.
  if (place.isHanded)
    return new MailFault(
      `${problem}, after the mail was sent and before the server answered`,
      'unknown',
      error,
    );
  return new MailFault(problem, 'later', error);
}

function whatIsRefused(command: string | undefined, { from, to }: Delivery): string {
  if (command === 'MAIL FROM') return `mails from ${from}`;
  if (command === 'RCPT TO') return `mails to ${to}`;
  if (command === 'DATA') return 'the mail';
  if (command === 'STARTTLS') return command;
  return command?.startsWith('AUTH') ? 'the user or its password' : 'the connection';
}

function connectionProblem(error: SmtpError, { host, port }: SmtpAddress): string {
  const { code, originalCode, message } = error;
  if (code === 'ETIMEDOUT') return 'the server took too long';
  const what =
    originalCode === 'ECONNREFUSED'
      ? 'refused the connection: no program is listening'
      : originalCode === 'ECONNRESET' || message.startsWith('Connection closed')
        ? 'closed the connection'
        : code === 'EPROTOCOL'
          ? 'does not speak SMTP'
          : `failed: ${message}`;
  return `${host}:${port} ${what}`;
}
