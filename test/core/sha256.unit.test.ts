import { hash } from 'node:crypto';
import t from 'tap';
import { hexOf, sha256 } from '../../host/core/sha256.ts';
import fc, { runs } from '../support/laws.ts';

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
