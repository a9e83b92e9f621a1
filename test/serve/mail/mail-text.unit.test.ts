import t from 'tap';
import { headerText, mailText, withDots } from '../../../host/serve/mail/mail-text.ts';
import { mailboxAddress } from '../../../host/serve/mail/mailbox-address.ts';
import { ReplyReader } from '../../../host/serve/mail/reply-reader.ts';
import { readSmtpAddress } from '../../../host/serve/mail/smtp-address.ts';
import { allOf } from '../../support/all-of.ts';

const mail = {
  ...{ from: 'host@wordhost.example', to: 'ann@example.org', subject: 'Your turn', text: 'Hello\nAnn\n' },
  ...{ id: 'turn1', date: new Date(0) },
};

t.test('a mail has its headers, and lines that end as SMTP wants it', async (t) => {
  t.equal(
    String(mailText(mail, true)),
    [
      ...['From: <host@wordhost.example>', 'To: <ann@example.org>', 'Subject: Your turn'],
      ...[
        'Date: Thu, 01 Jan 1970 00:00:00 +0000',
        'Message-ID: <turn1@wordhost.example>',
        'MIME-Version: 1.0',
      ],
      ...[
        'Content-Type: text/plain; charset=utf-8',
        'Content-Transfer-Encoding: 7bit',
        'Auto-Submitted: auto-generated',
      ],
      ...['', 'Hello', 'Ann', '', ''],
    ].join('\r\n'),
  );
});

t.test(
  'letters that are not of ASCII go as they are where the server takes them, else in base64',
  async (t) => {
    const text = 'Grüße\n漢字 👩‍👩‍👧';
    const [head8, body8] = String(mailText({ ...mail, text }, true)).split('\r\n\r\n');
    t.match(head8, 'Content-Transfer-Encoding: 8bit');
    t.equal(body8, 'Grüße\r\n漢字 👩‍👩‍👧\r\n');
    for (const [of, takes8Bit] of [
      [text, false],
      ['x'.repeat(999), true],
      ['ä'.repeat(500), true],
      ['a\0b', true],
    ] as const) {
      const [head, body = ''] = String(mailText({ ...mail, text: of }, takes8Bit)).split('\r\n\r\n');
      t.match(head, 'Content-Transfer-Encoding: base64');
      t.equal(Buffer.from(body, 'base64').toString(), of.replaceAll('\n', '\r\n'));
      t.ok(allOf(body.split('\r\n'), (line) => line.length <= 76));
    }
  },
);

/** What a program that reads mail makes of a header. */
const decoded = (header: string) =>
  header
    .replace(/\?=\r\n =\?/g, '?==?')
    .replace(/=\?utf-8\?B\?(.*?)\?=/g, (_, word: string) => Buffer.from(word, 'base64').toString());

t.test('whatever is in a name, its header is one header, and reads as it was', async (t) => {
  for (const text of [
    ...[
      'Bob',
      'Bob\r\nBcc: all@example.org',
      'Bob\nX: y',
      'Bjørn',
      '漢'.repeat(80),
      '👩‍👩‍👧'.repeat(20),
      'a'.repeat(300),
    ],
    ...['=?utf-8?B?Qm9i?=', '\u2028\u0085\0\u0001', '', ' '],
  ]) {
    const header = headerText(text);
    t.notMatch(header, /\r(?!\n )|(?<!\r)\n|[^\x20-\x7e\r\n]/, encodeURIComponent(text));
    t.ok(allOf(header.split('\r\n '), (word) => word.length <= 75));
    t.equal(decoded(header), text);
  }
});

t.test('a line that begins with a dot has two on the wire', async (t) => {
  t.equal(String(withDots(Buffer.from('.\r\n..a\r\nb.\r\né\r\n'))), '..\r\n...a\r\nb.\r\né\r\n.\r\n');
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

t.test('answers are read however they are cut, and what is no SMTP is refused', async (t) => {
  const bytes = Buffer.from('220 hi\r\n250-a\r\n250-b c\r\n250 d\r\n354\r\n');
  for (let cut = 0; cut <= bytes.length; cut++) {
    const reader = new ReplyReader();
    const replies = [bytes.subarray(0, cut), bytes.subarray(cut)].flatMap((piece) => [...reader.read(piece)]);
    t.same(replies, [
      { code: 220, lines: ['hi'] },
      { code: 250, lines: ['a', 'b c', 'd'] },
      { code: 354, lines: [''] },
    ]);
  }
  t.throws(() => [...new ReplyReader().read(Buffer.from('HTTP/1.1 200 OK\r\n'))], {
    message: 'it does not speak SMTP',
  });
  t.throws(() => [...new ReplyReader().read(Buffer.alloc(70_000, '2'))], {
    message: 'its answer has no end',
  });
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
