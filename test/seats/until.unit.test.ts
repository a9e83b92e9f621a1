import t from 'tap';
import { until } from '../../host/seats/process/processes/until.ts';

t.test('a wait whose time is over looks once, and sets no timer to a time that has passed', async (t) => {
  const timers = t.capture(globalThis, 'setTimeout', globalThis.setTimeout);
  let looks = 0;
  const look = () => {
    looks++;
    return false;
  };
  await until(look, performance.now() - 5, new Promise(() => {}));
  t.equal(looks, 1);
  const delays = timers().map(({ args }) => Number(args[1]));
  t.ok(delays.length > 0, 'it waits for news');
  for (const delay of delays) t.ok(delay >= 0, `${delay} ms`);
});

t.test('a wait ends as soon as it is true, and news of it is heard at once', async (t) => {
  let isTrue = false;
  const news = Promise.resolve().then(() => {
    isTrue = true;
  });
  await until(() => isTrue, Number.POSITIVE_INFINITY, news);
  t.ok(isTrue);
});
