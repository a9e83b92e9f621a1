import t from 'tap';
import { cut, padEnd, padStart, widthOf } from '../../host/core/text/columns.ts';
import { visible, visibleBytes, visibleJson, visibleLines } from '../../host/core/text/visible.ts';
import { drawTable } from '../../host/views/terminal/table.ts';
import fc from '../support/laws.ts';

const acts = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u;
const anyCharacter = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));
const anyText = fc.string({ unit: anyCharacter, maxLength: 40 });

t.test('Nothing in a visible text acts on a terminal, and the letters of all scripts stay', async (t) => {
  fc.assert(fc.property(anyText, (text) => !acts.test(visible(text)) && !acts.test(visibleBytes(text))));
  t.equal(visible('Zoë Ωμ 日本 e\u0301'), 'Zoë Ωμ 日本 e\u0301');
  t.equal(
    visible('\x1b[2J\u009b1m\u202e\u200b\ufeff\u2028\n\t'),
    '\\x1b[2J\\x9b1m\\u{202e}\\u{200b}\\u{feff}\\u{2028}\\n\\t',
  );
  t.equal(visible('\ud800'), '\\u{d800}', 'half a character');
});

t.test('Of lines that are printed, our own styles and ends of lines alone are left', async (t) => {
  t.equal(visibleLines('\x1b[1mbold\x1b[22m\n\ttab'), '\x1b[1mbold\x1b[22m\n\ttab');
  t.equal(visibleLines('\x1b[2J\x1b]0;title\x07\x9b2J\r'), '\\x1b[2J\\x1b]0;title\\x07\\x9b2J\\r');
  t.equal(
    visibleLines('::error::a\n \t::b\n##[error]c\na::b # ::c\n:d\n##e'),
    '\\x3a:error::a\n \t\\x3a:b\n\\x23#[error]c\na::b # ::c\n:d\n##e',
    'and no line is a command for a service of CI',
  );
  // biome-ignore lint/suspicious/noControlCharactersInRegex: our own styles
  const ours = /\x1b\[\d{1,2}m|[\n\t]/g;
  fc.assert(fc.property(anyText, (text) => !acts.test(visibleLines(text).replace(ours, ''))));
});

t.test('A line of JSON is the same value, and nothing in it acts on a terminal', async () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const json = visibleJson({ text });
      return !acts.test(json) && JSON.parse(json).text === text;
    }),
  );
});

t.test('Wide letters take two columns, combining marks none', async (t) => {
  t.same(['abc', '日本', 'e\u0301', '🎲'].map(widthOf), [3, 4, 1, 2]);
  t.equal(padEnd('日', 4), '日  ');
  t.equal(padStart('日', 4), '  日');
  fc.assert(
    fc.property(anyText.map(visible), fc.integer({ min: 2, max: 30 }), (text, width) => {
      const short = cut(text, width);
      return widthOf(short) <= width && (widthOf(text) > width || short === text);
    }),
  );
});

t.test('What stands for an unseen character is whole in a text that is cut, or left out', async (t) => {
  const name = visible('👩\u200d👩\u200d👧');
  const cuts = Array.from({ length: 23 }, (_, width) => cut(name, width + 2));
  t.same(
    new Set(cuts),
    new Set(['…', '👩…', '👩\\u{200d}…', '👩\\u{200d}👩…', '👩\\u{200d}👩\\u{200d}…', name]),
  );
  t.equal(cut('a\\x1bcd', 4), 'a…');
});

t.test('The columns of a table stand below each other, whatever is in it', async (t) => {
  const names = ['Ada', '日本語', 'Zoe\u0308', visible('\x1b[2J\u202e')];
  const lines = drawTable(
    ['player', 'won'],
    names.map((name) => [name, '7']),
  );
  t.same(new Set(lines.slice(1).map((line) => widthOf(line))).size, 1, lines.join('\n'));
});
