import t from 'tap';
import { visible, visibleUtf8 } from '../../host/core/text/visible.ts';
import fc from '../support/laws.ts';

const bytesOf = (text: string) => Buffer.from(text).toString('latin1');

t.test('Letters of all languages are printed as they are', async (t) => {
  for (const text of ['é', 'Größe', 'ПРИВЕТ', 'ΚΑΛΗ', '日本', '🍌']) {
    t.equal(visible(text), text);
    t.equal(visibleUtf8(bytesOf(text)), text);
  }
});

t.test('Controls, marks of direction, and bytes that are no UTF-8 are escaped', async (t) => {
  t.equal(visibleUtf8(bytesOf('a\x1b[31m\u202eb')), 'a\\x1b[31m\\u{202e}b');
  t.equal(visibleUtf8('caf\xe9 \xff\xc3'), 'caf\\xe9 \\xff\\xc3');
  t.equal(visibleUtf8('\xc0\xaf \xed\xa0\x80'), '\\xc0\\xaf \\xed\\xa0\\x80', 'overlong forms and halves');
  t.equal(visibleUtf8(bytesOf('\x85\x7f\n')), '\\x85\\x7f\\n');
  t.equal(visibleUtf8(bytesOf('\ufeffready\ufeff')), '\\u{feff}ready\\u{feff}', 'byte order marks');
});

t.test('A text as bytes is shown as the text is', async () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => visibleUtf8(bytesOf(text)) === visible(text)),
  );
});
