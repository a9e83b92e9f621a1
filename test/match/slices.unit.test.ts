import t from 'tap';
import { micros, millis, type Nanos } from '../../host/core/units.ts';
import { type Slice, Slices } from '../../host/match/slices.ts';

const message: Omit<Slice, 'began' | 'ended'> = { bytes: 20, messages: 1, noEffect: false };

/** Eats so many of these, each so long after the last; answers the rests in milliseconds. */
function rests(meal: Partial<Slice>, times: { took: Nanos; pause: Nanos; count: number }): number[] {
  const slices = new Slices(1);
  const found: number[] = [];
  let now = 0;
  for (let count = 0; count < times.count; count++) {
    const began = now + times.pause;
    const ended = began + times.took;
    const rest = slices.took(1, { ...message, ...meal, began, ended });
    if (rest > 0) found.push(rest / millis(1));
    now = ended + rest;
  }
  return found;
}

t.test('Who says what leads to something never has a rest, however quick it is', async (t) => {
  t.same(rests({}, { took: micros(90), pause: micros(10), count: 10_000 }), []);
});

t.test('Who waits for each answer never has a rest, though all that it says is too late', async (t) => {
  t.same(rests({ noEffect: true }, { took: micros(40), pause: micros(60), count: 10_000 }), []);
});

t.test(
  'Who says one noEffect thing after the other without waiting has longer and longer rests',
  async (t) => {
    const found = rests({ noEffect: true }, { took: micros(30), pause: micros(8), count: 1000 });
    t.same(found.slice(0, 7), [2, 4, 8, 16, 32, 32, 32]);
  },
);

t.test('So has who says many things at once, or half of one byte by byte', async (t) => {
  for (const meal of [{ messages: 50 }, { messages: 0, bytes: 1 }])
    t.same(
      rests(meal, { took: micros(150), pause: micros(10), count: 100 }).slice(0, 6),
      [2, 4, 8, 16, 32, 32],
    );
});

t.test('In a game of rounds nobody has a rest', async (t) => {
  const slices = new Slices(1, 'round');
  for (let began = 0; began < millis(1000); began += millis(4))
    t.equal(slices.took(1, { ...message, messages: 50, began, ended: began + millis(3) }), 0);
  t.ok(slices.of(1) < new Slices(1, 'round').of(1), 'but it is eaten in small slices all the same');
});

t.test('The largest message is read without a rest', async (t) => {
  t.same(rests({ messages: 0, bytes: 4096 }, { took: micros(190), pause: micros(10), count: 250 }), []);
});

t.test('A player that has been silent, or of use, begins with short rests again', async (t) => {
  for (const silent of [true, false]) {
    const slices = new Slices(1);
    const flood = (began: Nanos) =>
      slices.took(1, { ...message, messages: 50, began, ended: began + millis(3) });
    const first = millis(3) + flood(0);
    t.equal(flood(first), millis(4));
    const again = first + millis(3) + millis(4) + (silent ? millis(11) : 0);
    if (!silent) slices.took(1, { ...message, began: again, ended: again + micros(50) });
    t.equal(flood(again + micros(50)), millis(2), silent ? 'silent' : 'of use');
  }
});

t.test('What costs much is eaten in smaller slices, what costs little in larger ones', async (t) => {
  const slices = new Slices(2);
  const before = slices.of(1);
  slices.took(1, { ...message, messages: 50, bytes: before, began: 0, ended: millis(1) });
  t.ok(slices.of(1) < before);
  slices.took(2, { ...message, messages: 0, bytes: before, began: 0, ended: micros(10) });
  t.ok(slices.of(2) > before);
});
