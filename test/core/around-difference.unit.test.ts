import t from 'tap';
import { aroundDifference } from '../../host/core/text/around-difference.ts';

t.test('short lines are shown whole, and of long ones the part at which they begin to differ', async (t) => {
  t.same(aroundDifference('{"a":1}', '{"a":2}'), ['{"a":1}', '{"a":2}']);
  const [before, after] = ['b'.repeat(1000), 'a'.repeat(1000)];
  const [one, other] = aroundDifference(`${before}1${after}`, `${before}2${after}`);
  t.equal(one, `…${'b'.repeat(60)}1${'a'.repeat(119)}…`);
  t.equal(other, `…${'b'.repeat(60)}2${'a'.repeat(119)}…`);
  t.same(aroundDifference(`1${after}`, '2'), [`1${'a'.repeat(119)}…`, '2']);
  t.same(aroundDifference(before, 'no such line'), [`${'b'.repeat(120)}…`, 'no such line']);
  t.same(aroundDifference(before, `${before}\r`), [`…${'b'.repeat(60)}`, `…${'b'.repeat(60)}\r`]);
});
