import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import t, { type Test } from 'tap';
import { mailboxAddress, mailboxKey, readSmtpAddress } from '../../../host/serve/mail/mail.ts';
import { composeMail, sendMail } from '../../../host/serve/mail/send-mail.ts';
import { allOf } from '../../support/all-of.ts';
import { expectOk } from '../../support/expect-ok.ts';

t.test('composed mail', async (t) => {
  const mail = {
    ...{ from: 'host@wordhost.example', to: 'ann@example.org', subject: 'Your turn', text: 'Hello\nAnn\n' },
    ...{ id: 'turn1', date: new Date(0) },
  };

  t.test('a mail has its headers, once each, and lines that end as SMTP wants it', async (t) => {
    const [head = '', body] = String(await composeMail(mail)).split('\r\n\r\n');
    t.same(head.split('\r\n').sort(), [
      ...['Auto-Submitted: auto-generated', 'Content-Transfer-Encoding: 7bit'],
      ...['Content-Type: text/plain; charset=utf-8', 'Date: Thu, 01 Jan 1970 00:00:00 +0000'],
      ...['From: host@wordhost.example', 'MIME-Version: 1.0', 'Message-ID: <turn1@wordhost.example>'],
      ...['Subject: Your turn', 'To: ann@example.org'],
    ]);
    t.equal(body, 'Hello\r\nAnn\r\n');
  });

  t.test('whatever is in a name stays in its header; a mail is ASCII in short lines', async (t) => {
    for (const text of [
      ...['Bob\r\nBcc: all@example.org', 'Bob\nX: y', 'Bjørn', '漢'.repeat(80), '👩‍👩‍👧'.repeat(20)],
      ...['a'.repeat(300), '=?utf-8?B?Qm9i?=', '\u2028\u0085\0\u0001', '', ' ', '.', '..\n.\n'],
    ]) {
      const written = String(
        await composeMail({ ...mail, subject: `against ${text}`, text: `against ${text}` }),
      );
      t.notMatch(written, /[^\x20-\x7e\r\n]|\r(?!\n)|(?<!\r)\n|^[^\r\n]{999}/m, encodeURIComponent(text));
      const names = written
        .split('\r\n\r\n')[0]!
        .split(/\r\n(?! )/)
        .map((line) => line.split(':')[0]);
      t.same(names.sort(), [
        ...['Auto-Submitted', 'Content-Transfer-Encoding', 'Content-Type', 'Date', 'From', 'MIME-Version'],
        ...['Message-ID', 'Subject', 'To'],
      ]);
    }
  });

  t.test('an address that could end its command or its header is none', async (t) => {
    t.equal(mailboxAddress('ann+x@example.org'), 'ann+x@example.org');
    t.equal(mailboxAddress('ann@bücher.example'), 'ann@xn--bcher-kva.example');
    t.equal(mailboxAddress('änn@example.org'), 'änn@example.org');
    for (const bad of [
      ...[
        '',
        'ann',
        '@b',
        'a@',
        'a@b@c',
        'a b@c',
        'a@b\r\nRCPT TO:<c@d>',
        'a@b>',
        '<a@b>',
        'a@b,c@d',
        'a\0@b',
        '"a"@b',
        'a\u0085@b',
      ],
      ...['a\u2028@b', `${'a'.repeat(65)}@b`, 'a@xn--\u0000', 'a\uD800@b'],
    ])
      t.equal(mailboxAddress(bad), undefined, escape(bad));
  });

  t.test('an address of a server is read, and a wrong one is not repeated with its password', async (t) => {
    t.same(readSmtpAddress('smtp://mail.example'), {
      ok: true,
      address: { host: 'mail.example', port: 25, isSecure: false, login: undefined, ca: undefined },
    });
    t.same(readSmtpAddress('smtps://ann%40x:p%3Aw@[::1]:2465/?ca=/c.pem'), {
      ok: true,
      address: {
        host: '::1',
        port: 2465,
        isSecure: true,
        login: { user: 'ann@x', password: 'p:w' },
        ca: '/c.pem',
      },
    });
    for (const bad of [
      'mail.example',
      'http://x',
      'smtp://',
      'smtp://a@x',
      'smtp://x/y',
      'smtp://x?tls=no',
      'smtp://x:99999',
      'smtp://a:%zz@x',
    ])
      t.match(readSmtpAddress(bad), { ok: false, problem: /^expected smtp:\/\/HOST:PORT or smtps/ }, bad);
    t.notMatch(JSON.stringify(readSmtpAddress('smtp://ann:secret@x/y')), 'secret');
  });

  t.test('what looks like a word in another encoding is shown as it is', async (t) => {
    for (const subject of ['=?utf-8?B?Qm9i?=', `x =?utf-8?q?=0D=0ABcc?= ${'漢👩'.repeat(30)}`]) {
      const [head = ''] = String(await composeMail({ ...mail, subject })).split('\r\n\r\n');
      const written = /^Subject: (.*(?:\r\n .*)*)/m.exec(head)![1]!;
      const words = written.split(/\s+/);
      t.ok(allOf(words, (word) => word.length <= 75));
      const decoded = words.map((word) =>
        Buffer.from(/^=\?UTF-8\?B\?(.*)\?=$/.exec(word)![1]!, 'base64').toString(),
      );
      t.equal(decoded.join(''), subject);
    }
  });

  t.test('one mailbox has one key, however it is written', async (t) => {
    for (const way of ['a.nn@example.org', 'ANN@Example.org', 'ann+x+y@example.org'])
      t.equal(mailboxKey(way), 'ann@example.org', way);
  });
});

t.test('hostile server', async (t) => {
  const mail = {
    ...{ from: 'host@wordhost.example', to: 'ann@example.org', subject: 'Your turn' },
    ...{ text: 'Hello\n', id: 'turn1', date: new Date(0) },
  };
  /** Long enough to read many megabytes, where something would. */
  const PATIENCE_MS = 1500;

  /** Serves each connection in its own way, until the test is over. */
  async function hostile(t: Test, serve: (socket: Socket) => void): Promise<string> {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
      serve(socket);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.teardown(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    return `smtp://127.0.0.1:${(server.address() as { port: number }).port}`;
  }

  async function send(url: string, patience = PATIENCE_MS) {
    const read = expectOk(readSmtpAddress(url));
    await sendMail(read.address, mail, { patience });
  }

  /** Says this for ever, as fast as it is read. */
  function endlessly(socket: Socket, piece: string): void {
    const say = () => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.on('drain', say);
    say();
  }

  const large = 'x'.repeat(60_000);
  const floods = {
    'a banner without an end': { before: '', piece: large },
    'a banner of lines without an end': { before: '', piece: `220-${large}\r\n` },
    'answers to EHLO without an end': { before: '220 mail.example\r\n', piece: `250-${large}\r\n` },
    'a line of abilities without an end': { before: '220 mail.example\r\n', piece: `250-AUTH ${large}` },
  };

  for (const [name, { before, piece }] of Object.entries(floods))
    t.test(`${name}: the mail is tried later, and costs little memory`, async (t) => {
      const url = await hostile(t, (socket) => {
        socket.resume();
        socket.write(before);
        endlessly(socket, piece);
      });
      const start = process.memoryUsage().rss;
      await t.rejects(send(url), { again: 'later', message: /\w/ });
      t.ok(process.memoryUsage().rss - start < 150e6, 'the server of mail is in this process, too');
    });

  t.test('a server that closes at any step has taken nothing before it had all of the mail', async (t) => {
    for (const [steps, again] of ['later', 'later', 'later', 'later', 'unknown'].entries()) {
      const url = await hostile(t, (socket) => {
        let left = steps;
        socket.write('220 mail.example\r\n');
        socket.on('data', () => (left-- > 0 ? socket.write('250 ok\r\n') : socket.destroy()));
      });
      await t.rejects(send(url), { again, message: /\w/ }, `closed after ${steps} answers`);
    }
  });

  t.test('a server that says yes to everything, asked or not, holds nobody up', async (t) => {
    const url = await hostile(t, (socket) => {
      socket.resume();
      endlessly(socket, '250 ok\r\n'.repeat(5000));
    });
    const start = process.memoryUsage().rss;
    await send(url).catch((error: unknown) => t.match(error, { again: /later|unknown/ }));
    t.ok(process.memoryUsage().rss - start < 150e6, 'it costs little memory');
  });

  t.test('a server that answers a byte now and then is given up in time', async (t) => {
    const url = await hostile(t, (socket) => {
      socket.resume();
      const timer = setInterval(() => socket.write('2'), 20);
      socket.once('close', () => clearInterval(timer));
    });
    await t.rejects(send(url, 300), { again: 'later', message: /took too long/ });
  });

  t.test('a password goes to no other machine without TLS, whatever the server offers', async (t) => {
    const heard: string[] = [];
    const url = await hostile(t, (socket) => {
      socket.write('220 mail.example\r\n');
      socket.on('data', (piece) => {
        heard.push(String(piece));
        socket.write('250-mail.example\r\n250 AUTH PLAIN LOGIN\r\n');
      });
    });
    const read = expectOk(readSmtpAddress(url.replace('//127.0.0.1', '//ann:secret@0.0.0.0')));
    // 0.0.0.0 leads here, and is not known to be this machine.
    await t.rejects(sendMail(read.address, mail, { patience: PATIENCE_MS }), {
      again: 'later',
      message: /does not offer TLS, .*password.*not sent/,
    });
    t.notMatch(heard.join(''), /AUTH/);
  });

  t.test('what is said in plain text before TLS begins is not taken for what is said in it', async (t) => {
    const url = await hostile(t, (socket) => {
      socket.write('220 mail.example\r\n');
      socket.on('data', (piece) => {
        const command = String(piece);
        if (command.startsWith('EHLO')) socket.write('250-mail.example\r\n250 STARTTLS\r\n');
        // All answers that the mail would need, and no TLS at all.
        else if (command.startsWith('STARTTLS'))
          socket.write(`220 go on\r\n${'250 ok\r\n'.repeat(3)}354 go on\r\n250 ok\r\n`);
      });
    });
    await t.rejects(send(url), { again: 'later', message: /\w/ });
  });
});
