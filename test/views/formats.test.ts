import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, join as joinPath } from 'node:path';
import t, { type Test } from 'tap';
import { visible } from '../../host/core/text.ts';
import { readSmtpAddress } from '../../host/serve/mail/mail.ts';
import { sendMail } from '../../host/serve/mail/send-mail.ts';
import { junit } from '../../host/views/reports/junit.ts';
import { markdown } from '../../host/views/reports/markdown.ts';
import type { RunSummary, TestCase } from '../../host/views/reports/summary.ts';
import { tap } from '../../host/views/reports/tap.ts';
import { FaultyServer } from '../serve/mail/faulty-server.ts';
import { SmtpServer } from '../serve/mail/smtp-server.ts';
import fc from '../support/laws.ts';
import { until } from '../support/until.ts';
import { isThere, without } from '../support/without.ts';
import { readJunit, readTap } from './reports/consumers.ts';

const beside = (path: string) => joinPath(import.meta.dirname, path);

t.test('formats', async (t) => {
  const awkward = [
    ...['plain', 'a < b && "c" > \'d\'', ']]>', '<![CDATA[', '&amp;', '# SKIP no', '\\# TODO', '...', '---'],
    ...[
      '  leading',
      'trailing  ',
      'a\nb\r\nc\td',
      '\u001b[31mred\u001b[0m',
      '\u0000',
      '\u202eabc',
      '\ufffe\uffff',
    ],
    ...[
      '\ud800',
      'é ß 漢 😀',
      '`code` ``two``',
      '| cell | cell |',
      '*bold* _it_ [a](b) <b>',
      '@somebody #12',
      '$x$',
    ],
    ...['```', '</details>', '<!-- comment', '--> end', ''],
  ];
  const texts = [
    ...awkward,
    ...fc.sample(fc.string({ unit: 'binary', maxLength: 30 }), { seed: 1, numRuns: 100 }),
  ];

  const failed = (text: string): TestCase => ({
    ...{ name: text, ms: 12.5, outcome: 'failed', why: text, kind: text },
    ...{ report: [text, `  ${text}`, ''], command: text },
  });

  function summaryOf(cases: readonly TestCase[], name = 'suite'): RunSummary {
    const suite = {
      name,
      startedAt: '2026-01-02T03:04:05.678Z',
      ms: 1234.5678,
      facts: { seed: name },
      cases,
    };
    return { title: name, verdict: [name], tables: [], suites: [suite] };
  }

  const mixed: readonly TestCase[] = [
    { name: 'won', ms: 1234.5678, outcome: 'passed' },
    { ...failed('lost'), report: ['player 2: illegal', '  > x', '    ^ byte 1'] },
    { name: 'void', outcome: 'error', kind: 'void', why: 'no memory' },
    { name: 'left out', outcome: 'skipped', why: 'interrupted' },
  ];

  t.test(
    'JUnit: read by the schema of its readers, with every case and why it failed',
    { skip: without('python3') },
    async (t) => {
      const read = readJunit(junit.write(summaryOf(mixed)));
      t.same(read.faults, []);
      t.match(read, { tests: '4', failures: '1', errors: '1', time: '1.235' });
      t.match(read.suites, [
        { name: 'suite', tests: '4', failures: '1', errors: '1', skipped: '1', time: '1.235' },
      ]);
      t.match(read.suites[0]!.cases, [
        { name: 'won', classname: 'wordhost.suite', time: '1.235', problem: null },
        {
          problem: {
            is: 'failure',
            type: 'lost',
            message: 'lost',
            text: /\n {2}> x\n {4}\^ byte 1\n\nlost\n$/,
          },
        },
        { time: '0.000', problem: { is: 'error', type: 'void', message: 'no memory' } },
        { problem: { is: 'skipped', message: 'interrupted' } },
      ]);
    },
  );

  t.test(
    'JUnit: whatever is in a text, it is XML, and nothing in it acts',
    { skip: without('python3') },
    async (t) => {
      const { faults, suites } = readJunit(junit.write(summaryOf(texts.map(failed), texts.join(''))));
      t.same(faults, []);
      const shown = (text: string) => visible(text).replace(/[\ufffe\uffff]/g, '\ufffd');
      t.same(
        suites[0]!.cases.map(({ name, problem }) => [name, problem?.message]),
        texts.map((text) => [shown(text), shown(text)]),
      );
    },
  );

  t.test('TAP: read by the parser of tap, with its diagnostics', async (t) => {
    const cases = readTap(tap.write(summaryOf(mixed)));
    t.match(cases, [
      { ok: true, id: 1, name: 'won', time: 1234.568, diag: null },
      { ok: false, name: 'lost', diag: { message: 'lost', severity: 'fail', kind: 'lost', command: 'lost' } },
      { ok: false, name: 'void', diag: { message: 'no memory', severity: 'error' } },
      { ok: true, name: 'left out', skip: 'interrupted' },
    ]);
    t.equal(cases[1]!.diag!.report, 'player 2: illegal\n  > x\n    ^ byte 1\n');
  });

  t.test('TAP: whatever is in a text, it is one case', async (t) => {
    const cases = readTap(tap.write(summaryOf(texts.map(failed), texts.join(''))));
    t.same(
      cases.map(({ ok, skip, todo, diag }) => [ok, skip, todo, diag?.message]),
      texts.map((text) => [false, false, false, visible(text)]),
    );
  });

  t.test('TAP: several suites are told apart, and none is a plan that is skipped', async (t) => {
    const [one] = summaryOf(mixed).suites;
    const text = tap.write({
      title: 'all',
      verdict: [],
      tables: [],
      suites: [one!, { ...one!, name: 'other' }],
    });
    t.equal(readTap(text)[4]!.name, 'other: won');
    t.match(tap.write(summaryOf([])), /\n1\.\.0 # SKIP nothing was run\n/);
  });

  t.test('Markdown: nothing in a text is markup', async (t) => {
    const program = join(beside('reports'), '..', '..', '..', 'node_modules', 'marked', 'bin', 'marked.js');
    const tables = [{ headings: texts, rows: [texts] }];
    const text = markdown.write({ ...summaryOf(texts.map(failed), texts.join(' ')), tables });
    const html = execFileSync(process.execPath, [program, '--gfm'], { input: text, encoding: 'utf8' });
    t.notMatch(html, /<(b|em|a|img|del)[ >]/, 'no text became an element');
    t.equal(html.match(/<t[hd]( align="right")?>/g)!.length, 2 * texts.length, 'no text is two cells');
    t.equal(html.match(/<details>/g)!.length, html.match(/<\/details>/g)!.length);
    t.equal(html.match(/<h2>/g)!.length, 1);
    t.notMatch(text, /@somebody(?![\s\S]*```)/, 'who is named in a text is not called');
  });

  t.test('Markdown: the verdict first, at most twenty cases in full', async (t) => {
    const many = Array.from({ length: 25 }, (_, index) => failed(`case ${index}`));
    const text = markdown.write(summaryOf(many));
    t.match(text, /^<!-- wordhost -->\n## suite\n\n\*\*suite\*\*\n\n<details>/);
    t.equal(text.match(/<details>/g)!.length, 20);
    t.match(text, /\n\nand 5 other cases that failed\n/);
  });
});

t.test('send mail', async (t) => {
  const mail = {
    ...{ from: 'host@wordhost.example', to: 'ann@example.org', subject: 'Grüße\r\nBcc: all@example.org' },
    ...{ text: 'Hello\n.\n..two\nÄnn\n', id: 'turn1', date: new Date(0) },
  };
  const LONG = 60_000;

  function addressOf(url: string) {
    const read = readSmtpAddress(url);
    if (!read.ok) throw new Error(read.problem);
    return read.address;
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
      ['mail', 'drop', 'unknown', /after the mail was sent and before the server answered/],
    ];
    for (const [at, answer, again, message] of cases) {
      await using server = await FaultyServer.start((command) =>
        command.startsWith(at) ? answer : undefined,
      );
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
      await t.rejects(
        send(url('guess')),
        { again: 'later', message: /refused the user or its password: 535/ },
        ways,
      );
    }
  });

  function certificateFor(t: Test, name: string) {
    const folder = t.testdir();
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    const words = [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=x',
    ];
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
      await until(
        () => said.includes('ready'),
        () => 'Python',
      );
      await send(`smtp://127.0.0.1:${port}`, { to: 'änn@example.org' });
      await until(
        () => said.includes('--end--'),
        () => 'the mail',
      );
      t.match(
        said.replaceAll('\r', ''),
        'host@wordhost.example|änn@example.org|host@wordhost.example|Hello\n.\n..two\nÄnn\n',
      );
    },
  );
});

t.test('ci', async (t) => {
  const program = (name: string) => join(beside('..'), '..', '.ci', name);

  function told(name: string, results: readonly string[]) {
    const file = join(t.testdir({}), 'results');
    writeFileSync(file, `${results.join('\n')}\n`);
    return spawnSync(program(name), [file], { encoding: 'utf8' });
  }

  const avoidable = (...results: readonly string[]) => told('avoidable-skips', results);

  const passed = 'ok 1 - no python3 here is only a name';
  const elsewhere = '    ok 2 - memory-hog.sh # SKIP no control group for memory is delegated to this user';

  t.test('what a machine cannot have may be skipped', async (t) => {
    const refused = 'ok 3 - a Ctrl-C # SKIP no script(1) here that gives a terminal';
    const compilers = ['rustc', 'cargo'].map((name) => `ok 4 - a bot # SKIP ${name} is not installed`);
    t.match(avoidable(passed, elsewhere, refused, ...compilers), { status: 0, stdout: '' });
  });

  t.test('what is skipped for want of a package that CI installs is a failure', async (t) => {
    for (const reason of [
      'no C compiler (cc)',
      'the sandbox bubblewrap does not work on this machine: there is no program bwrap',
      'no script(1) here',
      'no ruby among the programs of the system',
      'poly is not installed',
      'go is not installed',
      'lua5.4 is not installed',
      'there is no taskset here',
      'no flock here',
      'players are no batch work here',
      'there is no bash here, which runs the honest player',
    ]) {
      const line = `        ok 3 - a test # SKIP ${reason}`;
      t.match(avoidable(passed, line, elsewhere), { status: 1, stdout: `${line}\n` }, reason);
    }
  });

  t.test('results that cannot be read prove nothing', async (t) => {
    t.match(spawnSync(program('avoidable-skips'), ['/no/such/file'], { encoding: 'utf8' }), { status: 1 });
  });
});
