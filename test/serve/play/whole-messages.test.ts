import t from 'tap';
import { bananagrams } from '../../../host/games/bananagrams/bananagrams.ts';
import { scrabble } from '../../../host/games/scrabble/scrabble.ts';
import { WholeMessages } from '../../../host/serve/play/whole-messages.ts';
import { settleOptions } from '../../../host/settings/settle-options.ts';
import fc, { runs } from '../../support/laws.ts';

const scanners = {
  race: () => bananagrams.scanner(settleOptions(bananagrams.options, [])),
  lines: () => scrabble.scanner(settleOptions(scrabble.options, [])),
} as const;

const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));

t.test('messages are passed on when they are whole, however their bytes come', async (t) => {
  const race = fc.constantFrom('dQ', 'p001003001CAT', 'p002001002AT');
  const lines = fc.constantFrom('pass\n', '@1 pass\r\n', '@2 change 1 2\n');
  for (const [scanner, first, message] of [
    ['race', 'n', race],
    ['lines', 'ready\n', lines],
  ] as const)
    fc.assert(
      fc.property(fc.array(message), fc.array(fc.integer({ min: 1, max: 9 })), (messages, sizes) => {
        const whole = new WholeMessages(scanners[scanner]());
        const all = [first, ...messages];
        let rest = `${all.join('')}p0`;
        let told = '';
        while (rest !== '') {
          const size = sizes.shift() ?? rest.length;
          told += whole.read(bytes(rest.slice(0, size)));
          rest = rest.slice(size);
          t.ok(all.map((_, end) => all.slice(0, end).join('')).includes(told) || told === all.join(''));
        }
        t.equal(told, all.join(''));
        t.equal(whole.count, all.length);
        t.equal(whole.rest(), 'p0');
      }),
      runs(50),
    );
});

t.test('everything that came with a fault is passed on, and nothing after it', async (t) => {
  const whole = new WholeMessages(scanners.race());
  t.equal(whole.read(bytes('ndQp00')), 'ndQ');
  t.equal(whole.read(bytes('xdQ')), 'p00xdQ');
  t.equal(whole.read(bytes('dQ')), '');
  t.equal(whole.rest(), '');
});

t.test('bytes stay as they are', async (t) => {
  const whole = new WholeMessages(scanners.race());
  t.equal(whole.read(Uint8Array.of(0x6e, 0xc3, 0xa4)), 'n\xc3\xa4');
});
