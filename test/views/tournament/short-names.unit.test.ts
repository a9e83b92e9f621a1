import t from 'tap';
import { widthOf } from '../../../host/core/text/columns.ts';
import { shortNames } from '../../../host/views/tournament/short-names.ts';
import fc from '../../support/laws.ts';

t.test('names are cut where they can still be told apart', async (t) => {
  t.same(shortNames(['ada', 'ben'], 10), ['ada', 'ben']);
  t.same(shortNames(['a long name', 'ben'], 6), ['a lon…', 'ben']);
  t.same(shortNames(['python3 bot-1.py', 'python3 bot-2.py', 'ruby'], 10), [
    'pyth…-1.py',
    'pyth…-2.py',
    'ruby',
  ]);
  t.same(shortNames(['漢字の名前一', '漢字の名前二'], 7), ['漢字…一', '漢字…二']);
});

t.test('a law: no name is wider, and one that fits is as it was', async () => {
  const some = fc.array(fc.string({ unit: 'grapheme', maxLength: 30 }), { maxLength: 6 });
  fc.assert(
    fc.property(some, fc.integer({ min: 4, max: 20 }), (names, width) =>
      shortNames(names, width).every((name) => widthOf(name) <= width),
    ),
  );
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z ]{0,9}$/)), (names) => {
      const short = shortNames(names, 9);
      return names.every((name, index) => short[index] === name);
    }),
  );
});
