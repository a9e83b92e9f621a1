import t from 'tap';
import { composedMail } from '../../../host/serve/mail/composed-mail.ts';
import { mailboxAddress, mailboxKey } from '../../../host/serve/mail/mailbox-address.ts';
import { readSmtpAddress } from '../../../host/serve/mail/smtp-address.ts';
import { allOf } from '../../support/all-of.ts';

const mail = {
  ...{ from: 'host@wordhost.example', to: 'ann@example.org', subject: 'Your turn', text: 'Hello\nAnn\n' },
  ...{ id: 'turn1', date: new Date(0) },
};

t.test('a mail has its headers, once each, and lines that end as SMTP wants it', async (t) => {
  const [head = '', body] = String(await composedMail(mail)).split('\r\n\r\n');
  t.same(head.split('\r\n').sort(), [
    ...['Auto-Submitted: auto-generated', 'Content-Transfer-Encoding: 7bit'],
    ...['Content-Type: text/plain; charset=utf-8', 'Date: Thu, 01 Jan 1970 00:00:00 +0000'],
    ...['From: host@wordhost.example', 'MIME-Version: 1.0', 'Message-ID: <turn1@wordhost.example>'],
    ...['Subject: Your turn', 'To: ann@example.org'],
  ]);
  t.equal(body, 'Hello\r\nAnn\r\n');
});

t.test(
  'whatever is in a name, it stays in its header, and a mail is ASCII in lines that are not too long',
  async (t) => {
    for (const text of [
      ...['Bob\r\nBcc: all@example.org', 'Bob\nX: y', 'Bjørn', '漢'.repeat(80), '👩‍👩‍👧'.repeat(20)],
      ...['a'.repeat(300), '=?utf-8?B?Qm9i?=', '\u2028\u0085\0\u0001', '', ' ', '.', '..\n.\n'],
    ]) {
      const written = String(
        await composedMail({ ...mail, subject: `against ${text}`, text: `against ${text}` }),
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
  },
);

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
    const [head = ''] = String(await composedMail({ ...mail, subject })).split('\r\n\r\n');
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
