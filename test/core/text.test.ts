import t from 'tap';
import { MOST_DEPTH, parseJson } from '../../host/core/json.ts';
import {
  aroundDifference,
  cut,
  padEnd,
  padStart,
  visible,
  visibleBytes,
  visibleJson,
  visibleLines,
  visibleUtf8,
  widthOf,
} from '../../host/core/text.ts';
import { scrabbleScanner } from '../../host/games/scrabble/wire/scanner.ts';
import { markedText } from '../../host/views/terminal/player-reports.ts';
import { drawTable } from '../../host/views/terminal/table.ts';
import fc from '../support/laws.ts';

t.test('around difference', async (t) => {
  t.test('short lines are shown whole, long ones where they begin to differ', async (t) => {
    t.same(aroundDifference('{"a":1}', '{"a":2}'), ['{"a":1}', '{"a":2}']);
    const [before, after] = ['b'.repeat(1000), 'a'.repeat(1000)];
    const [one, other] = aroundDifference(`${before}1${after}`, `${before}2${after}`);
    t.equal(one, `…${'b'.repeat(60)}1${'a'.repeat(119)}…`);
    t.equal(other, `…${'b'.repeat(60)}2${'a'.repeat(119)}…`);
    t.same(aroundDifference(`1${after}`, '2'), [`1${'a'.repeat(119)}…`, '2']);
    t.same(aroundDifference(before, 'no such line'), [`${'b'.repeat(120)}…`, 'no such line']);
    t.same(aroundDifference(before, `${before}\r`), [`…${'b'.repeat(60)}`, `…${'b'.repeat(60)}\r`]);
  });
});

t.test('marked text', async (t) => {
  const bytesOf = (text: string) => Buffer.from(text).toString('latin1');

  t.test('A place is marked under its column, whatever letters stand before it', async (t) => {
    const text = bytesOf('日本é!');
    const { shown, column } = markedText(text, text.indexOf('!'), visibleUtf8, 40);
    t.equal(shown, '日本é!');
    t.equal(column, 5, 'two columns for each wide letter');
  });

  t.test('Of a long text the part around the place is shown, and the place with it', async (t) => {
    const text = `${'.'.repeat(500)}x${'.'.repeat(500)}`;
    for (const width of [20, 40, 200]) {
      const { shown, column } = markedText(text, 500, visible, width);
      t.ok(widthOf(shown) <= width, `${width} columns`);
      t.equal(shown[column], 'x');
    }
  });

  t.test('An unfinished line is told with its letters, and with escapes where it is no text', async (t) => {
    const unfinished = (bytes: string) => {
      const scanner = scrabbleScanner({ longest: 100, beyondAscii: false }, new Set());
      scanner.feed(Buffer.from(bytes, 'latin1'));
      t.equal(scanner.take(), undefined, 'no line has come to its end');
      return scanner.unfinished();
    };
    t.match(unfinished(bytesOf('play é ß')), /^wrote `play é ß` without a line end/);
    t.match(unfinished('play \xe9'), /^wrote `play \\xe9` without/);
  });
});

t.test('parse json', async (t) => {
  const lists = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

  t.test('JSON goes so deep and no deeper', async (t) => {
    for (const nested of [lists, objects]) {
      t.same(parseJson(nested(MOST_DEPTH)), JSON.parse(nested(MOST_DEPTH)));
      for (const depth of [MOST_DEPTH + 1, 100_000])
        t.throws(() => parseJson(nested(depth)), {
          message: /at most 64 .*nested.*objects; it has more/,
        });
    }
    t.equal(parseJson(`"${lists(1000)}"`), lists(1000), 'a text is no list');
    t.throws(() => parseJson('[1'), SyntaxError);
  });
});

t.test('visible utf8', async (t) => {
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
});

t.test('visible', async (t) => {
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
});
