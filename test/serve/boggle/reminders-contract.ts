import { hostname } from 'node:os';
import { sql } from 'kysely';
import type { Test } from 'tap';
import { BoggleService } from '../../../host/serve/boggle/boggle-service.ts';
import { mailLimits } from '../../../host/serve/boggle/reminders/reminder-store.ts';
import { Reminders } from '../../../host/serve/boggle/reminders/reminders.ts';
import type { BoggleTables } from '../../../host/serve/boggle/store/tables.ts';
import { boggleMigrations } from '../../../host/serve/boggle/store/tables.ts';
import { DatabaseFailure } from '../../../host/serve/database/database.ts';
import { readSmtpAddress } from '../../../host/serve/mail/mail.ts';
import { allOf } from '../../support/all-of.ts';
import { expectOk } from '../../support/expect-ok.ts';
import { until } from '../../support/until.ts';
import { type Kind, opened } from '../database/database-contract.ts';
import { SmtpServer } from '../mail/smtp-server.ts';
import { servedBoggle } from './served-boggle.ts';

/** It is long after all that is served: its clock counts from 0. */
const NOW = 10_000;

interface Reported {
  readonly game?: string;
  readonly event?: string;
  readonly state?: string;
  readonly tries?: number;
  readonly problem?: string;
}

/** What is true of reminders, whatever database says that they were sent. */
export function testReminders(t: Test, { name, empty }: Kind): void {
  const test = (rule: string, run: (t: Test, where: string) => Promise<void>) =>
    t.test(`${name}: ${rule}`, { buffered: true }, async (t) => run(t, await empty(t)));

  /** A host that reminds from now on, and what it reports. */
  async function reminding(t: Test, where: string, url: string, changes: object = {}) {
    const database = await opened<BoggleTables>(where, boggleMigrations);
    const reported: Reported[] = [];
    const read = expectOk(readSmtpAddress(url));
    const reminders = new Reminders({
      ...{
        database,
        server: read.address,
        from: 'host@wordhost.example',
        after: 8,
        now: () => NOW,
        firstPause: 0,
        // Seldom enough that games find the database free.
        oftenest: 20,
      },
      ...{
        // On a machine with much other work some wait too long for the others of one file, and try again.
        report: (line: Reported) => / has locked it/.test(line.problem ?? '') || reported.push(line),
        page: (key: string) => `http://boggle.example/#${key}`,
        confirmPage: (token: string) => `http://boggle.example/boggle/confirm?token=${token}`,
        ...{ limits: mailLimits(1000), allowsLocal: false },
      },
      ...changes,
    });
    let isOver = false;
    const end = async () => {
      if (isOver) return;
      isOver = true;
      await reminders[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    };
    t.teardown(end);
    return { reported, end };
  }

  /** Its users have confirmed their addresses. */
  async function begun(t: Test, where: string) {
    const { ask, database } = await servedBoggle(t, { where });
    await ask('POST', '/create_user', { form: { user_name: 'john', email: 'john@example.org' } });
    await ask('POST', '/create_user', { form: { user_name: 'särah', email: 'sarah@example.org' } });
    await ask('POST', '/create_user', { form: { user_name: 'anon' } });
    await database.transaction((queries) =>
      sql`UPDATE boggle_user SET asked_at = 0, confirmed_at = 0`.execute(queries),
    );
    const newGame = async (user1_name: string, user2_name: string): Promise<string> => {
      const { status, json } = await ask('POST', '/new_game', { json: { user1_name, user2_name } });
      t.equal(status, 200, 'a new game');
      return json.urlsafe_key;
    };
    return { ask, newGame };
  }

  test('a player whose turn it has been for so long gets one mail, with what it needs to play on', async (t, where) => {
    await using server = await SmtpServer.start();
    const { ask, newGame } = await begun(t, where);
    const key = await newGame('john', 'särah');
    await newGame('anon', 'john');
    const { reported, end } = await reminding(t, where, server.url);
    await until(() => reported.length > 0, 'a reminder');
    t.match(reported, [{ state: 'sent', tries: 1 }]);
    const [mail] = server.received;
    t.same(mail?.to, ['john@example.org']);
    const text = Buffer.from(mail!.text, 'latin1').toString();
    t.match(text, /turn in Boggle against särah: .* 0 points, särah has 0, and 20 turns/);
    t.match(text, `Play: http://boggle.example/#${key}`);
    await end();
    const again = await reminding(t, where, server.url);
    await ask('PUT', `/make_move/${key}`, { json: { user_name: 'john', guess: 'aqua' } });
    await until(() => again.reported.length > 0, 'the reminder of the next turn');
    t.same(
      server.received.map(({ to }) => to[0]),
      ['john@example.org', 'sarah@example.org'],
      'after a new start the first one is not written again, and who has no address is not written to',
    );
  });

  test('with four hosts on one database, each turn has one mail', async (t, where) => {
    await using server = await SmtpServer.start();
    const { newGame } = await begun(t, where);
    const keys: string[] = [];
    for (let count = 0; count < 12; count++) keys.push(await newGame('john', 'anon'));
    const hosts = await Promise.all([1, 2, 3, 4].map(() => reminding(t, where, server.url)));
    const sent = () => hosts.flatMap(({ reported }) => reported);
    await until(
      () => sent().length >= keys.length,
      () => `12 reminders, of which ${sent().length} are there`,
    );
    await Promise.all(hosts.map(({ end }) => end()));
    t.ok(allOf(sent(), ({ state }) => state === 'sent'));
    t.same(
      server.received.map(({ text }) => /Key of the game: (.*)/.exec(text)?.[1]?.trim()).sort(),
      keys.sort(),
    );
  });

  test('a server that refuses for now is asked again, and one that refuses for good is not', async (t, where) => {
    let refusals = 3;
    await using server = await SmtpServer.start({
      answer: (command) => {
        if (command.startsWith('RCPT') && command.includes('sarah')) return '550 no such user';
        if (command.startsWith('MAIL') && refusals > 0) return `45${--refusals} later`;
        return undefined;
      },
    });
    const { newGame } = await begun(t, where);
    await newGame('john', 'anon');
    const { reported } = await reminding(t, where, server.url);
    await until(() => reported.length >= 4, 'four attempts');
    t.match(reported, [
      { state: 'failed', tries: 1, problem: /refused mails from .*: 452 later/ },
      { state: 'failed', tries: 2 },
      { state: 'failed', tries: 3 },
      { state: 'sent', tries: 4 },
    ]);
    await newGame('särah', 'anon');
    await until(() => reported.length >= 5, 'the refusal');
    t.match(reported[4], { state: 'refused', problem: /550 no such user/ });
    await newGame('john', 'anon');
    await until(() => reported.length >= 6, 'one more');
    t.match(reported[5], { state: 'sent', tries: 1 });
    t.equal(server.received.length, 2);
  });

  test('a mail whose answer was lost is not sent again', async (t, where) => {
    await using server = await SmtpServer.start({
      answer: (command, mails) => (command === 'mail' && mails < 2 ? 'drop' : undefined),
    });
    const { newGame } = await begun(t, where);
    const first = await newGame('john', 'anon');
    const { reported } = await reminding(t, where, server.url);
    await until(() => reported.length > 0, 'the attempt');
    t.match(reported, [{ state: 'unknown', problem: /before the server answered/ }]);
    await newGame('john', 'anon');
    await until(() => reported.length > 1, 'the next one');
    t.equal(server.received.filter(({ text }) => text.includes(first)).length, 1);
  });

  for (const [silentAt, state] of [
    ['connect', 'failed'],
    ['mail', 'unknown'],
  ] as const)
    test(`a host that ends keeps what became of a mail that has no answer: silent at ${silentAt}`, async (t, where) => {
      let isSilent = true;
      let heard = '';
      await using server = await SmtpServer.start({
        answer: (command) => {
          heard = command;
          return command === silentAt && isSilent ? 'silence' : undefined;
        },
      });
      const { newGame } = await begun(t, where);
      await newGame('john', 'anon');
      const { reported, end } = await reminding(t, where, server.url, { farewell: 10 });
      await until(() => heard === silentAt, 'the attempt');
      await end();
      t.match(reported, [{ state, tries: 1, problem: /^the host ended before the server answered/ }]);
      isSilent = false;
      const again = await reminding(t, where, server.url);
      if (state === 'failed') await until(() => again.reported.length > 0, 'the next attempt');
      await again.end();
      t.match(again.reported, state === 'failed' ? [{ state: 'sent', tries: 2 }] : []);
      t.equal(again.reported.length, state === 'failed' ? 1 : 0);
    });

  test('what became of a mail while the database was down is told at once, and kept when it is back', async (t, where) => {
    let refusals = 1;
    let isSilent = false;
    await using server = await SmtpServer.start({
      answer: (command) => {
        if (command === 'mail') {
          isSilent = true;
          return 'silence';
        }
        if (!command.startsWith('RCPT') || !command.includes('john') || refusals-- <= 0) return undefined;
        isDown = true;
        return '451 later';
      },
    });
    const { newGame } = await begun(t, where);
    await newGame('john', 'anon');
    await newGame('särah', 'anon');
    const database = await opened<BoggleTables>(where, boggleMigrations);
    t.teardown(() => database[Symbol.asyncDispose]());
    let isDown = false;
    const failing: Pick<typeof database, 'transaction'> = {
      transaction: (work) =>
        isDown ? Promise.reject(new DatabaseFailure('it is down')) : database.transaction(work),
    };
    const first = await reminding(t, where, server.url, { database: failing, farewell: 10 });
    await until(
      () => first.reported.length > 0 && isSilent,
      'what became of the first mail, while the other one is sent',
    );
    t.match(first.reported, [{ state: 'failed', tries: 1, problem: /451 later/ }]);
    isDown = false;
    await first.end();
    t.match(first.reported.slice(1), [{ state: 'unknown' }, { event: 'reminders', problem: 'it is down' }]);
    const again = await reminding(t, where, server.url, { farewell: 10 });
    isSilent = false;
    await until(() => isSilent, 'the next attempt');
    await again.end();
    t.match(again.reported, [{ state: 'unknown', tries: 2 }]);
    t.equal(again.reported.length, 1);
  });

  test('a silent server holds up no game', async (t, where) => {
    await using server = await SmtpServer.start({
      answer: (command) => (command === 'connect' ? 'silence' : undefined),
    });
    const { ask, newGame } = await begun(t, where);
    const key = await newGame('john', 'särah');
    await reminding(t, where, server.url, { now: () => NOW });
    t.match(await ask('PUT', `/make_move/${key}`, { json: { user_name: 'john', guess: 'aqua' } }), {
      status: 200,
    });
    t.match(await ask('PUT', `/make_move/${key}`, { json: { user_name: 'särah', guess: 'all' } }), {
      status: 200,
    });
  });

  test('a turn that has waited for a day more is left alone', async (t, where) => {
    await using server = await SmtpServer.start();
    const { newGame } = await begun(t, where);
    await newGame('john', 'anon');
    const late = await reminding(t, where, server.url, { now: () => 86_400_000 + 1_000_000 });
    const { reported } = await reminding(t, where, 'smtp://127.0.0.1:1', { after: 1 });
    await until(() => reported.length > 0, 'the host that is in time');
    t.match(reported[0], { state: 'failed', problem: /no program is listening/ });
    t.same([late.reported, server.received], [[], []]);
  });

  /** Users with these addresses who have a turn each, and whom nobody has asked yet. */
  async function usersToAsk(t: Test, where: string, addresses: readonly string[]) {
    const { ask, database } = await servedBoggle(t, { where });
    await ask('POST', '/create_user', { form: { user_name: 'anon' } });
    const keys: string[] = [];
    for (const [index, email] of addresses.entries()) {
      t.match(await ask('POST', '/create_user', { form: { user_name: `user ${index}`, email } }), {
        status: 200,
      });
      const { json } = await ask('POST', '/new_game', {
        json: { user1_name: `user ${index}`, user2_name: 'anon' },
      });
      keys.push(json.urlsafe_key);
    }
    const newGame = async (index = 0) =>
      await ask('POST', '/new_game', { json: { user1_name: `user ${index}`, user2_name: 'anon' } });
    return { ask, database, newGame, keys };
  }

  const linkIn = (text: string) => /boggle(\/confirm\?token=[\w-]+)/.exec(text)?.[1];

  test('an address is asked once, by a link whose page has a button, and written to when it was pressed', async (t, where) => {
    await using server = await SmtpServer.start();
    const { ask, newGame } = await usersToAsk(t, where, ['=?utf-8?q?x?=@example.org']);
    const { reported } = await reminding(t, where, server.url);
    await until(() => reported.length > 0, 'the question');
    t.match(reported, [{ event: 'confirmation', state: 'sent', tries: 1 }]);
    for (let turn = 0; turn < 3; turn++) await newGame();
    const link = linkIn(server.received[0]!.text)!;
    t.notMatch(server.received[0]!.text, /user 0|anon/, 'no name');
    for (const times of [1, 2, 3])
      t.match(await ask('GET', link), { status: 200, text: /<button>/ }, `${times}`);
    t.match(await ask('POST', '/confirm', { form: { token: 'another' } }), { status: 404 });
    t.match(await ask('GET', '/confirm?token="><script>'), { status: 404, text: /invalid or has expired/ });
    t.same([reported.length, server.received.length], [1, 1], 'a link that is opened confirms nothing');
    const token = link.slice(link.indexOf('=') + 1);
    const other = { origin: 'https://example.org' };
    t.match(await ask('POST', '/confirm', { form: { token }, headers: other }), { status: 403 });
    for (const times of [1, 2])
      t.match(
        await ask('POST', '/confirm', { form: { token } }),
        { status: 200, text: /is confirmed/ },
        `${times}`,
      );
    await until(
      () => reported.length >= 5,
      () => `the reminders: ${JSON.stringify(reported)}`,
    );
    t.ok(allOf(reported.slice(1), ({ event, state }) => event === 'reminder' && state === 'sent'));
    const ids = server.received.map(({ text }) => /^Message-ID: (.*)$/im.exec(text)?.[1]);
    t.equal(new Set(ids).size, 5, 'no server of mail takes one for another');
  });

  test('the turn that the question was about has its reminder once the address is confirmed, if it is still that turn', async (t, where) => {
    await using server = await SmtpServer.start();
    const addresses = ['ann@example.org', 'ben@example.org'];
    const { ask, database, keys } = await usersToAsk(t, where, addresses);
    let now = NOW;
    const { reported, end } = await reminding(t, where, server.url, { now: () => now });
    await until(() => reported.length >= 2, 'both questions');
    t.match(await ask('PUT', `/make_move/${keys[1]}`, { json: { user_name: 'user 1', guess: 'aqua' } }), {
      status: 200,
    });
    now += 5 * 86_400_000;
    const service = new BoggleService({
      database,
      rules: undefined as never,
      demandsTokens: false,
      now: () => now,
    });
    for (const { text } of server.received) {
      const token = linkIn(text)!.split('=')[1]!;
      for (const times of [1, 2]) t.equal(await service.confirmAddress(token), true, `${times}`);
    }
    await until(() => reported.length >= 3, 'the reminder');
    t.equal(
      await service.confirmAddress(linkIn(server.received[0]!.text)!.split('=')[1]!),
      true,
      'once more',
    );
    await end();
    t.match(reported.slice(2), [{ event: 'reminder', state: 'sent', game: keys[0] }]);
    t.equal(reported.length, 3, 'none for the turn that is over, and none a second time');
  });

  test('a link that is too old confirms nothing', async (t, where) => {
    await using server = await SmtpServer.start();
    const { database } = await usersToAsk(t, where, ['ann@example.org']);
    const { reported } = await reminding(t, where, server.url);
    await until(() => reported.length > 0, 'the question');
    const token = linkIn(server.received[0]!.text)!.split('=')[1]!;
    for (const [days, isConfirmed] of [
      [8, false],
      [6, true],
    ] as const) {
      const now = () => NOW + days * 86_400_000;
      const late = new BoggleService({ database, rules: undefined as never, demandsTokens: false, now });
      t.equal(await late.confirmAddress(token), isConfirmed, `after ${days} days`);
    }
  });

  test('however many accounts name an address, it gets three questions', async (t, where) => {
    await using server = await SmtpServer.start();
    const ways = ['an.n@example.org', 'ANN@example.org', 'ann+1@example.org', 'ann+2@Example.org'];
    await usersToAsk(t, where, [...ways, ...ways]);
    const { reported } = await reminding(t, where, server.url);
    await until(() => reported.length >= 8, 'all of them');
    t.equal(server.received.length, 3);
    const refused = reported.filter(({ state }) => state === 'refused');
    t.equal(refused.length, 5);
    t.ok(
      allOf(refused, ({ problem }) => /^this address got 3 confirmation emails in 30 days/.test(problem!)),
    );
  });

  test('there are so many mails a day for a user, to an address and from the server, and no more', async (t, where) => {
    await using server = await SmtpServer.start();
    const { newGame } = await begun(t, where);
    for (let count = 0; count < 23; count++) await newGame('john', 'anon');
    const { reported, end } = await reminding(t, where, server.url);
    await until(() => reported.length >= 23, 'all of them');
    const refused = reported.filter(({ state }) => state === 'refused');
    t.match(
      refused.map(({ problem }) => problem),
      Array(3).fill(/^the limit of 20 mails .*this user/),
    );
    t.equal(server.received.length, 20);
    await end();
    await newGame('särah', 'anon');
    const few = await reminding(t, where, server.url, { limits: mailLimits(20) });
    await until(() => few.reported.length > 0, 'the refusal');
    t.match(few.reported, [{ state: 'refused', problem: /20 mails in 24 hours from this server/ }]);
    await few.end();
    await newGame('särah', 'anon');
    const address = await reminding(t, where, server.url, { limits: { ...mailLimits(1000), ofAddress: 0 } });
    await until(() => address.reported.length > 0, 'the refusal');
    t.match(address.reported, [{ state: 'refused', problem: /0 mails in 24 hours to this address/ }]);
    t.equal(server.received.length, 20);
  });

  test('questions have a fifth of the mails of a server', async (t, where) => {
    await using server = await SmtpServer.start();
    await usersToAsk(t, where, ['a@example.org', 'b@example.org', 'c@example.org']);
    const { reported } = await reminding(t, where, server.url, { limits: mailLimits(10) });
    await until(() => reported.length >= 3, 'all of them');
    t.equal(server.received.length, 2);
    t.match(
      reported.find(({ state }) => state === 'refused'),
      { problem: /^the limit of 2 mails .*links/ },
    );
  });

  test('a question that the server refuses for now is asked again', async (t, where) => {
    let refusals = 2;
    await using server = await SmtpServer.start({
      answer: (command) => (command.startsWith('MAIL') && refusals-- > 0 ? '451 later' : undefined),
    });
    const { ask } = await usersToAsk(t, where, ['ann@example.org']);
    const { reported } = await reminding(t, where, server.url);
    await until(() => reported.length >= 3, 'three attempts');
    t.match(reported, [
      { event: 'confirmation', state: 'failed', tries: 1 },
      { state: 'failed', tries: 2 },
      { event: 'confirmation', state: 'sent', tries: 3 },
    ]);
    t.match(await ask('GET', linkIn(server.received[0]!.text)!), { status: 200 });
  });

  test('addresses of this machine are refused, also those that are there already', async (t, where) => {
    await using server = await SmtpServer.start();
    const { ask, database } = await usersToAsk(t, where, ['ann@example.org']);
    for (const email of [
      'root@localhost',
      'root@127.1',
      'root@LOCALHOST.',
      'a@x.localhost',
      `root@${hostname()}`,
      'a@10.0.0.1',
    ])
      t.match(
        await ask('POST', '/create_user', { form: { user_name: 'eve', email } }),
        { status: 400, json: { message: /^email: expected an internet address/ } },
        email,
      );
    await database.transaction((queries) =>
      sql`UPDATE boggle_user SET email = 'root@localhost' WHERE email IS NOT NULL`.execute(queries),
    );
    const { reported } = await reminding(t, where, server.url);
    await until(() => reported.length > 0, 'the refusal');
    t.match(reported, [{ state: 'refused', problem: /an address of this machine: use --local-mail/ }]);
    t.same(server.received, []);
  });
}
