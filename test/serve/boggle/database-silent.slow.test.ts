import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { PostgresServer, withoutPostgres } from '../database/postgres-server.ts';
import { SmtpServer } from '../mail/smtp-server.ts';
import { startedServe } from './started-serve.ts';

/** What a machine with much other work may need besides the limit itself. */
const SLACK_MS = 3000;
const [LONGEST_MS, LONGEST_HEALTH_MS, LONGEST_END_MS] = [5000, 2000, 10_000];

interface Silenced {
  readonly where: string;
  /** From now on it answers nothing. */
  silence(): void;
  answerAgain(): void;
}

interface Heard {
  readonly path: string;
  readonly status: number;
  readonly again: string | null;
  readonly ms: number;
}

async function heard(url: string, path: string, sent: Record<string, string> = {}): Promise<Heard> {
  const start = performance.now();
  const method = Object.keys(sent).length > 0 ? { method: 'POST', body: new URLSearchParams(sent) } : {};
  const answer = await fetch(new URL(path, url), method);
  await answer.arrayBuffer();
  const again = answer.headers.get('retry-after');
  return { path, status: answer.status, again, ms: performance.now() - start };
}

function testSilence(name: string, skip: string | false, silenced: (t: Test) => Promise<Silenced>): void {
  t.test(
    `${name}: while the database answers nothing, no request waits for those before it`,
    { skip },
    async (t) => {
      const { where, silence, answerAgain } = await silenced(t);
      const { url } = await startedServe(t, where);
      t.equal((await heard(url, '/boggle/create_user', { user_name: 'ann' })).status, 200);
      silence();
      const asked: Promise<Heard>[] = [];
      const health: Promise<Heard>[] = [];
      for (let number = 0; number < 15; number++) {
        asked.push(heard(url, '/boggle/create_user', { user_name: `user ${number}` }));
        asked.push(heard(url, '/boggle/user_rankings'));
        if (number % 5 === 2) health.push(heard(url, '/healthz'));
        await sleep(200);
      }
      for (const { path, status, again, ms } of await Promise.all(asked)) {
        if (status !== 503 || again !== '5') t.fail(`${path}: ${status}, again after ${again}`);
        if (ms > LONGEST_MS + SLACK_MS) t.fail(`${path}: answered after ${Math.round(ms)} ms`);
      }
      for (const { status, ms } of await Promise.all(health)) {
        t.equal(status, 503, 'the server says that it is not well');
        t.ok(ms < LONGEST_HEALTH_MS + SLACK_MS, `within 2 s: after ${Math.round(ms)} ms`);
      }
      answerAgain();
      t.equal((await heard(url, '/boggle/create_user', { user_name: 'bob' })).status, 200);
      t.equal((await heard(url, '/healthz')).status, 200);
    },
  );

  t.test(
    `${name}: a server that is told to end answers what was asked, and ends in time`,
    { skip },
    async (t) => {
      const { where, silence, answerAgain } = await silenced(t);
      await using mails = await SmtpServer.start();
      const bots = Array.from({ length: 5 }, (_, index) => `bot${index}=wordhost player boggle`);
      const { url, running } = await startedServe(t, where, [
        ...bots.flatMap((bot) => ['--bot', bot]),
        ...['--smtp', mails.url, '--remind-after', '1ms', '--public-url', 'https://x.example'],
      ]);
      const ann = { user_name: 'ann', email: 'ann@example.org' };
      t.equal((await heard(url, '/boggle/create_user', ann)).status, 200);
      silence();
      const asked = Array.from({ length: 8 }, (_, index) =>
        heard(url, '/boggle/new_game', { user1_name: `bot${index % 5}`, user2_name: 'ann' }),
      );
      await sleep(500);
      const start = performance.now();
      running.child.kill('SIGTERM');
      t.same(
        (await Promise.all(asked)).map(({ status }) => status),
        Array(8).fill(503),
        'all are answered',
      );
      const { status } = await running.ended;
      const ms = performance.now() - start;
      t.equal(status, 0);
      t.ok(ms < LONGEST_END_MS, `it ended after ${Math.round(ms)} ms`);
      answerAgain();
    },
  );
}

testSilence('SQLite that another program has locked', false, async (t) => {
  const where = join(t.testdir(), 'wordhost.db');
  let other: DatabaseSync;
  return {
    where,
    silence() {
      // The server may be writing.
      other = new DatabaseSync(where, { timeout: 60_000 });
      other.exec('BEGIN IMMEDIATE');
    },
    answerAgain: () => other.close(),
  };
});

const skip = withoutPostgres();
testSilence('PostgreSQL that is stopped', skip, async (t) => {
  const server = await PostgresServer.start();
  t.teardown(async () => {
    server.thaw();
    await server[Symbol.asyncDispose]();
  });
  return {
    where: server.emptyDatabase(),
    silence: () => server.freeze(),
    answerAgain: () => server.thaw(),
  };
});
