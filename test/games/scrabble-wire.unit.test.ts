import t from 'tap';
import type { Scanned } from '../../host/games/game.ts';
import type { Message } from '../../host/games/scrabble/wire/messages.ts';
import { scrabbleScanner } from '../../host/games/scrabble/wire/scanner.ts';
import { moveText } from '../../host/games/scrabble/wire/text.ts';
import { scanAll, scannedInShort, takeAll } from './scan-all.ts';

const ascii = { longest: 65_536, beyondAscii: false };
const english = new Set('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const german = new Set([...english, 'Ä', 'Ö', 'Ü']);

const scan = (text: string) => scanAll(scrabbleScanner(ascii, english), [text]);
const told = (found: readonly Scanned<Message>[]) =>
  scannedInShort(found, (message) => moveText(message, message.tag));

t.test('Spaces do not matter, a carriage return before the end neither', async (t) => {
  t.same(told(scan('  ready \r\n   @3    play   0 -1   4D2  \n\n')), [
    'ready',
    '@3 play 0 -1 4D2',
    'protocol/empty at line 3',
  ]);
});

t.test('What the wire does not allow is a protocol error, with its line and what was expected', async (t) => {
  const faults: readonly (readonly [string, string, RegExp])[] = [
    ['', 'empty', /ready, play, pass/],
    ['   ', 'empty', /empty/],
    ['hello', 'word', /"hello" is no message: .*: whatever is not for the host goes to standard error$/],
    ['READY', 'word', /"READY" is no message: .*: write ready in small letters$/],
    ['@1 Pass', 'word', /"Pass" is no message: .*: write pass in small letters$/],
    ['chnage', 'word', /"chnage" is no message: .*: did you mean change\?$/],
    ['Pass', 'word', /no message/],
    ['ready now', 'form', /stands alone/],
    ['ready', 'order', /second ready/],
    ['pass 1', 'form', /stands alone/],
    ['forfeit now', 'form', /stands alone/],
    ['play 0 0', 'form', /three for each tile/],
    ['play 0 x 4D2', 'form', /"x" is no coordinate/],
    ['play 0 2147483648 4D2', 'form', /no coordinate/],
    ['play 0 -2147483649 4D2', 'form', /no coordinate/],
    ['play 0 00000000001 4D2', 'form', /no coordinate/],
    ['play 0 +1 4D2', 'form', /no coordinate/],
    ['play 0 1.0 4D2', 'form', /no coordinate/],
    ['play 0 0 4d2', 'form', /no tile/],
    ['play 0 0 D2', 'form', /no tile/],
    ['play 0 0 4D', 'form', /no tile/],
    ['play 0 0 4DD2', 'form', /no tile/],
    ['change 4 x', 'form', /no number of a tile/],
    ['change 4x2', 'form', /no number of a tile/],
    ['@ pass', 'form', /no tag/],
    ['@x pass', 'form', /no tag/],
    ['@1', 'form', /nothing after/],
    ['@1 ready', 'form', /no tag/],
    ['@1 @2 pass', 'word', /no message/],
    ['pass\tx', 'byte', /0x09 in column 5/],
    ['pass\0', 'byte', /0x00/],
    ['pa\rss', 'byte', /0x0d/],
    ['play 0 0 4Ä2', 'byte', /0xc3/],
    ['\u2028', 'byte', /0xe2/],
    ['\ufeffpass', 'byte', /a byte order mark \(U\+FEFF\) in column 1: write UTF-8 without/],
    ['pass\ufeff', 'byte', /mark .+ in column 5/],
  ];
  for (const [line, rule, detail] of faults) {
    const found = scan(`ready\n${line}\npass\n`);
    t.match(
      found,
      [
        { kind: 'ready' },
        { kind: 'fault', offence: { kind: 'protocol', rule, detail, at: 2, unit: 'line' } },
      ],
      encodeURIComponent(line) || 'nothing',
    );
    t.equal(found.length, 2, 'and nothing after it is read');
  }
});

t.test('The edges of what is allowed', async (t) => {
  for (const line of [
    'play',
    'change',
    'play 2147483647 -2147483648 0A-0',
    'play 0000000001 -0000000002 0Z0',
    '@0 pass',
    'play 0 0 -4D-2',
  ]) {
    const found = scan(`${line}\n`);
    t.match(found, [{ kind: 'message', message: { line, lineNumber: 1 } }], line);
  }
});

t.test('Letters beyond ASCII are for the tile sets that have them', async (t) => {
  const feed = (text: string | Uint8Array) => {
    const scanner = scrabbleScanner({ ...ascii, beyondAscii: true }, german);
    return told(takeAll(scanner, typeof text === 'string' ? new TextEncoder().encode(text) : text));
  };
  t.same(feed('play 0 0 27Ä6 1 0 0Ö0\n'), ['play 0 0 27Ä6 1 0 0Ö0']);
  t.same(feed('play 0 0 27É6\n'), ['protocol/form at line 1'], 'a letter that no tile has');
  t.match(takeAll(scrabbleScanner({ ...ascii, beyondAscii: true }, german), Buffer.from('\ufeffready\n')), [
    {
      kind: 'fault',
      offence: { rule: 'word', detail: /begins with a byte order mark .+: write UTF-8 without/ },
    },
  ]);
  t.same(feed(Uint8Array.of(0xc3, 0x28, 10)), ['protocol/byte at line 1'], 'bytes that are no UTF-8');
});
