import t from 'tap';
import { widthOf } from '../../host/core/text/columns.ts';
import { visible, visibleUtf8 } from '../../host/core/text/visible.ts';
import { scrabbleScanner } from '../../host/games/scrabble/wire/scanner.ts';
import { markedText } from '../../host/views/terminal/reports/marked-text.ts';

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
