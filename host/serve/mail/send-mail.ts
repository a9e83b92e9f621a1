import { hostname } from 'node:os';
import { Dialogue } from './dialogue.ts';
import { MailFault } from './mail-fault.ts';
import { type Mail, mailText, withDots } from './mail-text.ts';
import { mailboxAddress, needsUtf8 } from './mailbox-address.ts';
import { isOnThisMachine, type SmtpAddress } from './smtp-address.ts';

/** For all of it. */
const PATIENCE_MS = 60_000;

/** What a server can do, by the words of its answer to EHLO. */
type Abilities = ReadonlyMap<string, readonly string[]>;

/** Hands a mail to a server that takes it to its reader; throws a `MailFault`. */
export async function sendMail(server: SmtpAddress, mail: Mail, patience = PATIENCE_MS): Promise<void> {
  const [from, to] = [mailboxOf(mail.from), mailboxOf(mail.to)];
  const limit = AbortSignal.timeout(patience);
  const dialogue = await Dialogue.begin(server, limit);
  try {
    await expect(dialogue, '', 220, 'the connection');
    const abilities = await introduce(dialogue, server);
    const utf8 = [from, to].some(needsUtf8);
    if (utf8 && !abilities.has('SMTPUTF8'))
      throw new MailFault(`the server takes no letters but those of ASCII in an address: ${to}`, 'never');
    const takes8Bit = abilities.has('8BITMIME');
    const words = `${takes8Bit ? ' BODY=8BITMIME' : ''}${utf8 ? ' SMTPUTF8' : ''}`;
    await expect(dialogue, `MAIL FROM:<${from}>${words}\r\n`, 250, `mails from ${from}`);
    await expect(dialogue, `RCPT TO:<${to}>\r\n`, 250, `mails to ${to}`);
    await expect(dialogue, 'DATA\r\n', 354, 'the mail');
    await hand(dialogue, withDots(mailText({ ...mail, from, to }, takes8Bit)));
  } finally {
    dialogue.end();
  }
}

/** Once all of it is sent, only an answer says what became of it. */
async function hand(dialogue: Dialogue, text: Buffer): Promise<void> {
  const reply = await dialogue.ask(text).catch((error: Error) => {
    throw new MailFault(`${error.message}, after the mail and before its answer`, 'unknown', error);
  });
  if (reply.code !== 250) throw MailFault.ofReply('the mail', reply);
  // It is taken, whatever is said to that.
  await dialogue.ask('QUIT\r\n').catch(() => {});
}

async function introduce(dialogue: Dialogue, server: SmtpAddress): Promise<Abilities> {
  let abilities = await greet(dialogue);
  if (!dialogue.isEncrypted && abilities.has('STARTTLS')) {
    await expect(dialogue, 'STARTTLS\r\n', 220, 'STARTTLS');
    await dialogue.encrypt();
    abilities = await greet(dialogue);
  }
  if (server.login) await logIn(dialogue, server, abilities);
  return abilities;
}

async function greet(dialogue: Dialogue): Promise<Abilities> {
  const name = hostname().replace(/[^\w.-]/g, '-') || 'localhost';
  const reply = await dialogue.ask(`EHLO ${name}\r\n`);
  if (reply.code === 250)
    return new Map(
      reply.lines
        .slice(1)
        .map((line) => line.toUpperCase().split(' '))
        .map(([word = '', ...more]) => [word, more]),
    );
  // A server from before 1995.
  await expect(dialogue, `HELO ${name}\r\n`, 250, 'HELO');
  return new Map();
}

async function logIn(dialogue: Dialogue, server: SmtpAddress, abilities: Abilities): Promise<void> {
  const { user, password } = server.login!;
  if (!dialogue.isEncrypted && !isOnThisMachine(server))
    throw new MailFault(
      'the server offers no TLS, and without it a password is not sent. Use smtps://',
      'later',
    );
  const ways = abilities.get('AUTH') ?? [];
  if (ways.includes('PLAIN')) {
    await expect(
      dialogue,
      `AUTH PLAIN ${base64(`\0${user}\0${password}`)}\r\n`,
      235,
      'the user or its password',
    );
  } else if (ways.includes('LOGIN')) {
    await expect(dialogue, 'AUTH LOGIN\r\n', 334, 'to be logged in to');
    await expect(dialogue, `${base64(user)}\r\n`, 334, 'the user');
    await expect(dialogue, `${base64(password)}\r\n`, 235, 'the user or its password');
  } else throw new MailFault('the server offers neither of the ways to log in, PLAIN and LOGIN', 'later');
}

async function expect(dialogue: Dialogue, sent: string, code: number, step: string): Promise<void> {
  const reply = await dialogue.ask(sent);
  // 251: it will be taken on to somebody else.
  if (reply.code !== code && !(code === 250 && reply.code === 251)) throw MailFault.ofReply(step, reply);
}

function mailboxOf(text: string): string {
  const mailbox = mailboxAddress(text);
  if (mailbox === undefined)
    throw new MailFault(`this is no address that can be written to: ${JSON.stringify(text)}`, 'never');
  return mailbox;
}

const base64 = (text: string) => Buffer.from(text).toString('base64');
