import t from 'tap';
import { now } from '../../host/match/clock.ts';

t.test('all times of a process are large numbers to V8, and go on from each other', async (t) => {
  const first = now();
  t.ok(first > 2 ** 31);
  t.ok(Number.isSafeInteger(first + 90 * 86_400e9), 'and exact for three months');
  t.ok(now() >= first);
});
