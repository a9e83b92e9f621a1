import t from 'tap';
import { InOrder } from '../../host/runs/in-order.ts';

t.test('what ends first waits for the games before it', async (t) => {
  const order = new InOrder<string>();
  t.same(order.take(2, 'two'), []);
  t.same(order.take(3, 'three'), []);
  t.same(order.take(1, 'one'), ['one', 'two', 'three']);
  t.same(order.take(4, 'four'), ['four']);
  t.same(order.rest(), []);
});

t.test('a game that is played again holds up the next until its last one', async (t) => {
  const order = new InOrder<string>();
  t.same(order.take(2, 'two'), []);
  t.same(order.take(1, 'first try', false), []);
  t.same(order.take(1, 'second try'), ['first try', 'second try', 'two']);
});

t.test('what waits for a game that never comes is given out in order at the end', async (t) => {
  const order = new InOrder<string>();
  for (const game of [5, 3, 4]) t.same(order.take(game, String(game)), []);
  t.same(order.rest(), ['3', '4', '5']);
  t.same(order.rest(), []);
});
