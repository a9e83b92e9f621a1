import { join } from 'node:path';
import t from 'tap';
import { begun } from './api-contract.ts';
import { OddRequests } from './bad-input.ts';
import { servedBoggle } from './served-boggle.ts';

const REQUESTS = 10_000;

t.test('10,000 requests of any kind bring no fault, and leave a server that plays on', async (t) => {
  const { ask } = await servedBoggle(t, { where: join(t.testdir(), 'wordhost.db') });
  const key = await begun(ask, { turns: 1000 });
  const user = (await ask('GET', '/user_rankings')).json.users[0].urlsafe_key;
  const odd = new OddRequests('fuzz', [key, user]);
  const statuses = new Map<number, number>();
  for (let number = 0; number < REQUESTS; number++) {
    const { method, path, sent } = odd.next();
    const { status, text } = await ask(method, path, sent);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status >= 500) t.fail(`${method} ${path} ${JSON.stringify(sent)}: ${text}`);
  }
  t.comment([...statuses].map(([status, count]) => `${status}: ${count}`).join(', '));
  for (const status of [200, 400, 403, 404, 405, 409, 415]) t.ok(statuses.has(status), `some had ${status}`);
  const fresh = await begun(ask, { names: ['ann', 'bea'] });
  t.match(await ask('GET', `/get_game/${fresh}`), { status: 200, json: { user1_name: 'ann' } });
});
