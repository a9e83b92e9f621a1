import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { readSmtpAddress } from '../../../host/serve/mail/mail.ts';
import { sendMail } from '../../../host/serve/mail/send-mail.ts';
import { until } from '../../support/until.ts';
import { isThere, without } from '../../support/without.ts';
import { FaultyServer } from './faulty-server.ts';
import { SmtpServer } from './smtp-server.ts';

const mail = {
  ...{ from: 'host@wordhost.example', to: 'ann@example.org', subject: 'Grüße\r\nBcc: all@example.org' },
  ...{ text: 'Hello\n.\n..two\nÄnn\n', id: 'turn1', date: new Date(0) },
};
const LONG = 60_000;

function addressOf(url: string) {
  return expectOk(readSmtpAddress(url)).address;
}

const send = (url: string, changes: Partial<typeof mail> = {}, patience = LONG) =>
  sendMail(addressOf(url), { ...mail, ...changes }, { patience });

t.test('a mail arrives as it was written', async (t) => {
  await using server = await SmtpServer.start();
  await send(server.url);
  const [received] = server.received;
  t.match(received, { from: mail.from, to: [mail.to], isEncrypted: false });
  const [head = '', body] = Buffer.from(received!.text, 'latin1').toString().split('\r\n\r\n');
  t.equal(body, 'Hello\r\n.\r\n..two\r\nÄnn\r\n');
  t.notMatch(head, /^Bcc/m, 'no header by a name');
});

t.test('a server with few abilities gets a mail, too', async (t) => {
  await using server = await FaultyServer.start((command) =>
    command.startsWith('EHLO') ? '502 what?' : undefined,
  );
  await send(server.url, { to: 'ann@bücher.example' });
  t.match(server.commands, [/^EHLO /, /^HELO /, /^MAIL FROM:<[^>]*>$/, /^RCPT TO:/, 'DATA', 'QUIT']);
  t.equal(server.mails.length, 1);
  t.match(server.mails[0], /^Content-Transfer-Encoding: (base64|quoted-printable)\r$/m);
  t.match(server.mails[0], /^[\x20-\x7e\r\n]*$/, 'all of it is ASCII');
  await t.rejects(send(server.url, { to: 'änn@example.org' }), {
    again: 'never',
    message: /accepts only ASCII letters/,
  });
});

t.test('an address in other letters goes to a server that takes it', async (t) => {
  await using server = await SmtpServer.start();
  await send(server.url, { to: 'änn@bücher.example' });
  t.match(server.received, [{ to: ['änn@bücher.example'], hasUtf8Address: true }]);
  await using plain = await FaultyServer.start((command) =>
    command.startsWith('EHLO') ? '250-mail.example\r\n250 SMTPUTF8' : undefined,
  );
  await send(plain.url, { to: 'änn@bücher.example' });
  t.match(plain.commands[1], /SMTPUTF8$/);
  t.equal(Buffer.from(plain.commands[2]!, 'latin1').toString(), 'RCPT TO:<änn@xn--bcher-kva.example>');
});

t.test('what would be another command is never sent', async (t) => {
  await using server = await FaultyServer.start();
  await t.rejects(send(server.url, { to: 'ann@example.org>\r\nRCPT TO:<all@example.org' }), {
    again: 'never',
    message: /not a valid address/,
  });
  t.same(server.commands, []);
});

t.test('what a server refuses is said, and whether it may be tried again', async (t) => {
  const cases: readonly (readonly [at: string, answer: string, again: string, message: RegExp])[] = [
    ['connect', '421 too busy', 'later', /refused the connection: 421 too busy/],
    ['connect', 'drop', 'later', /closed the connection/],
    ['connect', 'HTTP/1.1 400 Bad', 'later', /does not speak SMTP/],
    ['MAIL', '550 not from you', 'later', /refused mails from host@wordhost\.example: 550/],
    ['RCPT', '450 greylisted', 'later', /refused mails to ann@example\.org: 450 greylisted/],
    ['RCPT', '550 no such user', 'never', /refused mails to ann@example\.org: 550 no such user/],
    ['RCPT', 'drop', 'later', /closed the connection/],
    ['DATA', '554 no', 'never', /refused the mail: 554 no/],
    ['mail', '452 full', 'later', /refused the mail: 452 full/],
    ['mail', '552 too long', 'never', /refused the mail: 552/],
    ['mail', 'drop', 'unknown', /mail.*sent.*answered/],
  ];
  for (const [at, answer, again, message] of cases) {
    await using server = await FaultyServer.start((command) => (command.startsWith(at) ? answer : undefined));
    await t.rejects(send(server.url), { again, message }, `${at}: ${answer}`);
  }
});

t.test('a server that never stops talking is left, whenever it begins', async (t) => {
  const floods = ['\r\n'.repeat(500_000), '250-x\r\n'.repeat(200_000), '2'.repeat(1_000_000)];
  for (const at of ['connect', 'EHLO', 'MAIL', 'RCPT', 'DATA', 'mail'])
    for (const flood of floods) {
      await using server = await FaultyServer.start((command) =>
        command.startsWith(at) ? flood : undefined,
      );
      const failure = await send(server.url).catch((error) => error);
      const [again, end] = at === 'mail' ? ['unknown', ', after the mail was sent'] : ['later', ''];
      const message = new RegExp(`^the server sent more than 32768 bytes${end}`);
      t.match(failure, { again, message }, at);
    }
  await using long = await FaultyServer.start((command) =>
    command.startsWith('RCPT') ? `550 ${'no '.repeat(10_000)}` : undefined,
  );
  const { message } = await send(long.url).catch((error) => error);
  t.match(message, /refused mails to ann@example\.org: 550 no no/);
  t.ok(message.length < 400, 'in short');
});

t.test('a mail that was taken is sent, whatever comes after', async (t) => {
  await using server = await FaultyServer.start((command) => (command === 'QUIT' ? 'drop' : undefined));
  await send(server.url);
  t.equal(server.mails.length, 1);
});

t.test('a server that is silent or not there does not hold anybody up', async (t) => {
  for (const at of ['connect', 'EHLO', 'RCPT']) {
    await using server = await FaultyServer.start((command) =>
      command.startsWith(at) ? 'silence' : undefined,
    );
    await t.rejects(send(server.url, {}, 200), { again: 'later', message: /too long|in time/ }, at);
  }
  await using slow = await FaultyServer.start((command) => (command === 'mail' ? 'silence' : undefined));
  // Where the machine is slow, a short time is over before the server has the mail.
  const failureWithin = async (limit: number) => await send(slow.url, {}, limit).catch((error) => error);
  let failure = await failureWithin(200);
  for (let limit = 400; failure?.again === 'later' && limit < 60_000; limit *= 2)
    failure = await failureWithin(limit);
  t.match(failure, { again: 'unknown', message: /took too long/ });
  const gone = await SmtpServer.start();
  const { url } = gone;
  await gone[Symbol.asyncDispose]();
  await t.rejects(send(url), {
    again: 'later',
    message: /^127\.0\.0\.1:\d+ refused the connection: no program is listening$/,
  });
});

t.test('users log in by the ways that a server offers', async (t) => {
  const login = { user: 'ann', password: 'sé:cret' };
  for (const ways of ['PLAIN LOGIN', 'LOGIN', 'CRAM-MD5']) {
    await using server = await SmtpServer.start({ login, ways: ways.split(' ') });
    const url = (password: string) => server.url.replace('//', `//ann:${encodeURIComponent(password)}@`);
    if (ways.endsWith('MD5')) {
      await t.rejects(send(url(login.password)), { message: /supports neither PLAIN nor LOGIN/ });
      continue;
    }
    await send(url(login.password));
    t.equal(server.received[0]?.user, 'ann', ways);
    await t.rejects(send(url('guess')), { again: 'later', message: /refused.*password: 535/ }, ways);
  }
});

function certificateFor(t: Test, name: string) {
  const folder = t.testdir();
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const words = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=x'.split(
    ' ',
  );
  execFileSync('openssl', [...words, '-addext', `subjectAltName=${name}`, '-out', cert, '-keyout', key], {
    stdio: 'ignore',
  });
  return { path: cert, cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
}

t.test(
  'TLS is used where it is offered, and certificates are checked',
  { skip: without('openssl') },
  async (t) => {
    const certificate = certificateFor(t, 'IP:127.0.0.1');
    for (const isSecure of [true, false]) {
      await using server = await SmtpServer.start({ certificate, isSecure });
      await send(`${server.url}?ca=${certificate.path}`);
      await send(server.url);
      t.same(
        server.received.map((each) => each.isEncrypted),
        [true, true],
        isSecure ? 'smtps' : 'STARTTLS',
      );
    }
    const other = certificateFor(t, 'DNS:other.example');
    await using server = await SmtpServer.start({ certificate: other, isSecure: true });
    await t.rejects(send(`${server.url}?ca=${other.path}`), {
      again: 'later',
      message: /certificate's altnames/,
    });
    await t.rejects(send(`${server.url}?ca=/none`), {
      again: 'later',
      message: /ca: \/none: no such file/,
    });
  },
);

const SMTPD = `
import asyncore, email, smtpd, sys
class Server(smtpd.SMTPServer):
    def process_message(self, peer, mailfrom, rcpttos, data, **more):
        mail = email.message_from_bytes(data if isinstance(data, bytes) else data.encode())
        sys.stdout.buffer.write(b'|'.join([mailfrom.encode(), *[each.encode() for each in rcpttos], mail['From'].encode(), mail.get_payload(decode=True)]) + b'\\n--end--\\n')
        sys.stdout.buffer.flush()
Server(('127.0.0.1', int(sys.argv[1])), None, enable_SMTPUTF8=True)
print('ready', flush=True)
asyncore.loop()
`;

import { expectOk } from '../../support/expect-ok.ts';

const hasSmtpd = isThere('python3') && spawnSyncOk('python3', ['-W', 'ignore', '-c', 'import smtpd']);

function spawnSyncOk(program: string, words: readonly string[]): boolean {
  try {
    execFileSync(program, words, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

t.test(
  "Python's server of mail takes a mail",
  { skip: !hasSmtpd && 'this Python has no smtpd' },
  async (t) => {
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const { port } = probe.address() as { port: number };
    probe.close();
    await once(probe, 'close');
    const python = spawn('python3', ['-W', 'ignore', '-c', SMTPD, String(port)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    t.teardown(() => python.kill());
    let said = '';
    python.stdout.setEncoding('utf8').on('data', (piece: string) => {
      said += piece;
    });
    await until(() => said.includes('ready'), 'Python');
    await send(`smtp://127.0.0.1:${port}`, { to: 'änn@example.org' });
    await until(() => said.includes('--end--'), 'the mail');
    t.match(
      said.replaceAll('\r', ''),
      'host@wordhost.example|änn@example.org|host@wordhost.example|Hello\n.\n..two\nÄnn\n',
    );
  },
);
