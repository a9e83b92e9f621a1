import t from 'tap';
import { keyOf } from '../../host/core/seed.ts';
import { filledPool, type Pool, putBack, takeFrom } from '../../host/games/kit/pool.ts';
import fc, { runs } from '../support/laws.ts';
import { thingsIn } from './pool.ts';

const letters = [...'AAABBCDEEEEFGHIJ'];
const names = ['Ada', 'Ben', 'Cyd'];
const filled = (seed: string, mirrored: boolean) =>
  filledPool(letters, { key: keyOf(seed), names, mirrored });
const sorted = (things: readonly string[]) => [...things].sort().join('');
const inOrders = ({ left, orders }: Pool<string>) =>
  orders.map(({ places }) => places.slice(0, left).map(({ thing }) => thing));

const steps = fc.array(
  fc.record({ seat: fc.integer({ min: 1, max: 3 }), take: fc.nat(4), back: fc.nat(3) }),
  { maxLength: 20 },
);

t.test('nothing is lost or made, and every order has the same things', async (t) => {
  const law = fc.property(fc.boolean(), fc.nat(), steps, (mirrored, seed, played) => {
    let pool = filled(`${seed}`, mirrored);
    let held: string[] = [];
    for (const { seat, take, back } of played) {
      const [taken, rest] = takeFrom(pool, seat, take);
      held.push(...taken);
      pool = putBack(rest, held.slice(0, back));
      held = held.slice(back);
      for (const order of inOrders(pool)) {
        if (order.length !== pool.left) throw new Error(`${order.length} places, ${pool.left} left`);
        if (sorted([...order, ...held]) !== sorted(letters)) throw new Error('lost or made');
      }
    }
  });
  t.doesNotThrow(() => fc.assert(law, runs(300)));
});

t.test('a pool gives what there is, and no more', async (t) => {
  for (const mirrored of [false, true]) {
    const [most, rest] = takeFrom(filled('1', mirrored), 2, 15);
    t.equal(most.length, 15);
    const [last, none] = takeFrom(rest, 1, 7);
    t.equal(last.length, 1);
    t.equal(none.left, 0);
    t.same(takeFrom(none, 3, 1)[0], []);
    t.equal(putBack(none, ['Q']).left, 1);
  }
});

t.test('without mirrors all seats take from one order', async (t) => {
  const pool = filled('1', false);
  const [first, rest] = takeFrom(pool, 1, 3);
  const [second] = takeFrom(rest, 2, 3);
  t.same([...second, ...first], thingsIn(pool).slice(-6));
});

t.test('to take from a large pool copies nothing, and the pool before it is as it was', async (t) => {
  const pool = filled('1', false);
  const all = thingsIn(pool);
  const [taken, rest] = takeFrom(pool, 1, 3);
  t.equal(rest.orders[0]!.places, pool.orders[0]!.places);
  t.same(thingsIn(rest), all.slice(0, -3));
  t.same(
    thingsIn(putBack(rest, ['Q'])).filter((letter) => letter !== 'Q'),
    all.slice(0, -3),
  );
  t.same([takeFrom(pool, 2, 3)[0], thingsIn(pool)], [taken, all]);
});

t.test('mirrored, a seat gets what it would have got, but for what others took before', async (t) => {
  let same = 0;
  for (let seed = 0; seed < 100; seed++) {
    const pool = filled(`${seed}`, true);
    const [alone] = takeFrom(pool, 2, 3);
    const [taken, rest] = takeFrom(pool, 1, 3);
    const [after] = takeFrom(rest, 2, 3);
    const places = (seat: number) => pool.orders[seat - 1]!.places;
    const wanted = places(2).filter((place) => !places(1).slice(-3).includes(place));
    t.same(
      after,
      wanted.slice(-3).map(({ thing }) => thing),
    );
    t.equal(taken.length, 3);
    if (sorted(after) === sorted(alone)) same++;
  }
  t.ok(same > 40, `the same in ${same} of 100`);
});

t.test('what is put back may come at any place of every order', async (t) => {
  const places = [new Set<number>(), new Set<number>()];
  for (let seed = 0; seed < 400; seed++) {
    const small = filledPool([...'AAAA'], { key: keyOf(`${seed}`), names: ['Ada', 'Ben'], mirrored: true });
    const orders = inOrders(putBack(small, ['Z']));
    for (const [index, order] of orders.entries()) places[index]!.add(order.indexOf('Z'));
  }
  for (const each of places) t.same([...each].sort(), [0, 1, 2, 3, 4]);
});
