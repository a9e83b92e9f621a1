import t, { type Test } from 'tap';
import { jsonRefusal } from '../../../host/serve/http/answers.ts';
import { RequestMetrics } from '../../../host/serve/http/metrics.ts';
import { probePaths, probes } from '../../../host/serve/http/probes.ts';
import { openServer } from '../../../host/serve/http/server.ts';

async function probed(t: Test, check: () => Promise<void>) {
  const failures: unknown[] = [];
  const opening = await openServer({
    services: [['/', probes({ check, requests: new RequestMetrics(), metrics: async () => ['own 1'] })]],
    port: 0,
    refuse: jsonRefusal,
    failed: (error) => failures.push(error),
    failureRefusal: () => ({ status: 503, problem: 'not now', headers: { 'retry-after': '5' } }),
    ...{ isBehindProxy: true, mostPerSecond: 1, unlimited: probePaths },
  });
  if (!opening.ok) throw new Error(opening.code);
  t.teardown(() => opening.server[Symbol.asyncDispose]());
  const get = async (path: string) => {
    const answer = await fetch(`${opening.server.address}${path}`);
    return { status: answer.status, text: await answer.text(), again: answer.headers.get('retry-after') };
  };
  return { get, failures };
}

t.test(
  'a server that cannot do its work says so like other answers, and why it does not tell everybody',
  async (t) => {
    const fault = new Error('postgres://someone@db.example/: no PostgreSQL listens there');
    const { get, failures } = await probed(t, () => Promise.reject(fault));
    t.same(await get('healthz'), { status: 503, text: '{"message":"not now"}\n', again: '5' });
    t.same(failures, [fault], 'its terminal says why');
  },
);

t.test('how often the others ask is no matter for those who look after the server', async (t) => {
  const { get } = await probed(t, async () => {});
  for (let number = 0; number < 8; number++) {
    t.match(await get('healthz'), { status: 200, text: '{"message":"ok"}\n' });
    t.match(await get('metrics'), { status: 200, text: /^own 1$/m });
  }
  const others = await Promise.all(Array.from({ length: 8 }, () => get('other')));
  t.same([...new Set(others.map(({ status }) => status))].sort(), [404, 429]);
  t.equal((await get('healthz')).status, 200);
});
