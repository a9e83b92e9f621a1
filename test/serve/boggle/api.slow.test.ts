import { Agent } from 'node:http';
import { join } from 'node:path';
import t from 'tap';
import { begun } from './api-contract.ts';
import { OddRequests } from './bad-input.ts';
import { asking } from './served-boggle.ts';
import { startedServe } from './started-serve.ts';

const REQUESTS = 20_000;
/** At once, so that they meet. */
const AT_ONCE = 4;
const MOST_MEGABYTES = 300;

t.test('20,000 requests of any kind bring no fault, and leave a server that plays on', async (t) => {
  const { url, running } = await startedServe(t, join(t.testdir(), 'wordhost.db'));
  const agent = new Agent({ keepAlive: true });
  t.teardown(() => agent.destroy());
  const ask = asking(Number(new URL(url).port), agent);
  const memory = async () => {
    const text = await (await fetch(new URL('/metrics', url))).text();
    return Number(/^process_resident_memory_bytes (\d+)$/m.exec(text)![1]) / 1e6;
  };
  const key = await begun(ask, { turns: 1000 });
  const user = (await ask('GET', '/user_rankings')).json.users[0].urlsafe_key;
  const odd = new OddRequests('fuzz', [key, user]);
  const statuses = new Map<number, number>();
  let [left, most, slowest] = [REQUESTS, 0, 0];
  const askAll = async () => {
    while (left-- > 0) {
      const { method, path, sent } = odd.next();
      const start = performance.now();
      const { status, text } = await ask(method, path, sent);
      slowest = Math.max(slowest, performance.now() - start);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status >= 500) t.fail(`${method} ${path} ${JSON.stringify(sent)}: ${text}`);
      if (left % 1000 === 0) most = Math.max(most, await memory());
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askAll));
  t.comment([...statuses].map(([status, count]) => `${status}: ${count}`).join(', '));
  t.comment(`at most ${Math.round(most)} MB; the slowest answer after ${Math.round(slowest)} ms`);
  t.ok(most > 0 && most < MOST_MEGABYTES, `the server had ${most} MB`);
  for (const status of [200, 400, 403, 404, 405, 409, 415]) t.ok(statuses.has(status), `some had ${status}`);
  const fresh = await begun(ask, { names: ['ann', 'bea'] });
  t.match(await ask('GET', `/get_game/${fresh}`), { status: 200, json: { user1_name: 'ann' } });
  running.child.kill('SIGTERM');
  t.match(await running.ended, { status: 0, stderr: /^listening on \S+\n$/ }, 'nothing was said of a fault');
});
