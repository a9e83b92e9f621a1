import { hash } from 'node:crypto';
import t from 'tap';
import { chachaBlock, draw, openStream, type Stream, shuffle, streamNames } from '../../host/core/chance.ts';
import { hexOf, sha256 } from '../../host/core/seed.ts';
import fc, { runs } from '../support/laws.ts';

t.test('chance', async (t) => {
  const key = Uint32Array.from({ length: 8 }, (_, index) => 0x03020100 + 0x04040404 * index);

  function drawn(stream: Stream, count: number, below: number): number[] {
    let rest = stream;
    return Array.from({ length: count }, () => {
      let number: number;
      [number, rest] = draw(rest, below);
      return number;
    });
  }

  t.test('a block is that of RFC 8439, 2.3.2', async (t) => {
    const block = chachaBlock(key, 1, [0x09000000, 0x4a000000, 0]);
    t.same(
      [...block].map((word) => word.toString(16).padStart(8, '0')).join(' '),
      'e4e7f110 15593bd1 1fdd0f50 c47120a3 c7f4d1c7 0368c033 9aaa2204 4e6cd4c3 ' +
        '466482d2 09aa9f07 05d7c214 a2028bd9 d19c12b5 b94e16de e883d0cb 4e3c50a2',
    );
  });

  t.test('a stream is a value: drawn from twice, it gives the same', async (t) => {
    const stream = openStream(key, 'bag');
    const [, later] = draw(stream, 100);
    t.same(drawn(stream, 50, 1000), drawn(stream, 50, 1000));
    t.same(drawn(later, 49, 100), drawn(stream, 50, 100).slice(1), 'and goes on where it was');
  });

  t.test('nothing is drawn below a number that is not whole, or below none', async (t) => {
    const stream = openStream(key, 'coin');
    for (const below of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 32 + 1])
      t.throws(() => draw(stream, below), {
        message: `draw: expected a whole number from 1 to 2^32; got ${below}`,
      });
    t.equal(draw(stream, 1)[0], 0);
    t.ok(draw(stream, 2 ** 32)[0] >= 0);
  });

  t.test('each stream of a key is another, and other keys have other streams', async (t) => {
    const other = key.map((word) => word ^ 1);
    const all = [key, other].flatMap((each) =>
      streamNames.map((name) => drawn(openStream(each, name), 8, 2 ** 32)),
    );
    t.equal(new Set(all.map(String)).size, 2 * streamNames.length);
  });

  t.test('every number is as likely as any other', async (t) => {
    const counts = new Array<number>(7).fill(0);
    for (const number of drawn(openStream(key, 'coin'), 70_000, 7)) counts[number]!++;
    const chiSquared = counts.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0);
    // The 99.9 % point for 6 degrees of freedom; the key is fixed, so this never fails by chance.
    t.ok(chiSquared < 22.5, `chi squared is ${chiSquared}`);
  });

  t.test('what is shuffled is the same things in some order', async (t) => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { maxLength: 60 }), (things) => {
        const [shuffled] = shuffle(openStream(key, 'order'), things);
        return String(shuffled.toSorted((a, b) => a - b)) === String(things.toSorted((a, b) => a - b));
      }),
    );
    const [shuffled] = shuffle(openStream(key, 'bag'), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    t.not(String(shuffled), '1,2,3,4,5,6,7,8,9,10');
  });

  t.test('all orders of three come, about equally often', async (t) => {
    const seen = new Map<string, number>();
    let stream = openStream(key, 'first');
    for (let round = 0; round < 6000; round++) {
      let order: string[];
      [order, stream] = shuffle(stream, ['a', 'b', 'c']);
      seen.set(order.join(''), (seen.get(order.join('')) ?? 0) + 1);
    }
    t.equal(seen.size, 6);
    for (const [order, count] of seen) t.ok(Math.abs(count - 1000) < 130, `${order} came ${count} times`);
  });
});

t.test('sha256', async (t) => {
  t.test('the hash of the example in FIPS 180-4 is the one that stands there', async (t) => {
    t.equal(hexOf(sha256('abc')), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  t.test('bytes of each length around a block have the hash that Node finds', async (t) => {
    for (let length = 0; length <= 130; length++) {
      const bytes = Uint8Array.from({ length }, (_, index) => index * 7 + length);
      t.equal(hexOf(sha256(bytes)), hash('sha256', bytes), `${length} bytes`);
    }
  });

  t.test('any text has the hash that Node finds', async () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        return hexOf(sha256(text)) === hash('sha256', text);
      }),
      runs(200),
    );
  });
});
