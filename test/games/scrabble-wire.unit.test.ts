import t from 'tap';
import type { Scanned } from '../../host/games/game.ts';
import type { Message, Move, Notice, Placement } from '../../host/games/scrabble/wire/messages.ts';
import { readNotice } from '../../host/games/scrabble/wire/read-notice.ts';
import { scrabbleScanner } from '../../host/games/scrabble/wire/scanner.ts';
import { moveText, noticeText } from '../../host/games/scrabble/wire/text.ts';
import fc, { runs } from '../support/laws.ts';

const ascii = { longest: 65_536, beyondAscii: false };
const english = new Set('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const german = new Set([...english, 'Ä', 'Ö', 'Ü']);

type Found = Scanned<Message>;

function scan(bytes: Uint8Array | string, cuts: readonly number[] = []): Found[] {
  const whole = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes;
  const scanner = scrabbleScanner(ascii, english);
  const found: Found[] = [];
  // Whoever has broken the wire is not listened to any more.
  for (const piece of pieces(whole, cuts))
    if (found.at(-1)?.kind !== 'fault') found.push(...scanner.feed(piece));
  return found;
}

function pieces(whole: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const places = [...new Set([0, ...cuts.map((cut) => cut % (whole.length + 1)), whole.length])];
  places.sort((one, other) => one - other);
  return places.slice(1).map((end, index) => whole.slice(places[index], end));
}

/** What came of it, in a word for each. */
function told(found: readonly Found[]): string[] {
  return found.map((each) => {
    if (each.kind === 'ready') return 'ready';
    if (each.kind === 'fault')
      return `${each.offence.kind}/${each.offence.rule} at ${each.offence.unit} ${each.offence.at}`;
    return moveText(each.message, each.message.tag);
  });
}

const int = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const placement: fc.Arbitrary<Placement> = fc.record({
  x: int,
  y: int,
  id: int,
  letter: fc.constantFrom(...english),
  points: int,
});
const move: fc.Arbitrary<Move> = fc.oneof(
  fc.record({ type: fc.constant('play' as const), placements: fc.array(placement, { maxLength: 9 }) }),
  fc.record({ type: fc.constant('change' as const), ids: fc.array(int, { maxLength: 9 }) }),
  fc.constantFrom({ type: 'pass' as const }, { type: 'forfeit' as const }),
);

t.test('What a player says is what is heard, however its bytes are cut', async (t) => {
  const said = fc.array(fc.tuple(fc.option(fc.nat(1e9), { nil: undefined }), move), { maxLength: 8 });
  fc.assert(
    fc.property(said, fc.array(fc.nat(), { maxLength: 12 }), fc.boolean(), (moves, cuts, dos) => {
      const lines = ['ready', ...moves.map(([tag, each]) => moveText(each, tag))];
      const text = lines.map((line) => `${line}${dos ? '\r' : ''}\n`).join('');
      const found = scan(text, cuts);
      if (JSON.stringify(told(found)) !== JSON.stringify(lines)) throw new Error(told(found).join(' | '));
      let offset = 0;
      for (const each of found) {
        if (each.bytes[0] !== offset) throw new Error(`from ${each.bytes[0]}, not ${offset}`);
        [, offset] = each.bytes;
      }
    }),
    runs(300),
  );
  t.pass('300 conversations');
});

t.test('What the host says is what its players read', async (t) => {
  const seat = fc.integer({ min: 1, max: 16 });
  const placements = fc.array(placement, { maxLength: 7 });
  const counts = fc.array(fc.record({ id: fc.nat(40), count: fc.integer({ min: 1, max: 9 }) }), {
    maxLength: 5,
  });
  const notice: fc.Arbitrary<Notice> = fc.oneof(
    fc.constantFrom<Notice>({ type: 'start' }, { type: 'failed' }),
    fc.record({
      type: fc.constant('turn' as const),
      ms: fc.option(fc.nat(), { nil: undefined }),
      k: fc.nat(),
    }),
    fc.record({ type: fc.constant('played' as const), player: seat, points: int, placements }),
    fc.record({ type: fc.constant('playfailed' as const), player: seat, placements }),
    fc.record({ type: fc.constant('playsuccess' as const), points: int, placements, drawn: counts }),
    fc.record({
      type: fc.constantFrom('passed' as const, 'forfeited' as const, 'timeout' as const),
      player: seat,
    }),
    fc.record({ type: fc.constant('changed' as const), player: seat, tiles: fc.nat(9) }),
    fc.record({ type: fc.constant('changesuccess' as const), drawn: counts }),
    fc.record({
      type: fc.constant('gameover' as const),
      scores: fc.array(fc.record({ player: seat, points: int }), { maxLength: 4 }),
    }),
  );
  fc.assert(
    fc.property(notice, (each) => {
      const read = readNotice(noticeText(each).slice(0, -1));
      if (noticeText(read!) !== noticeText(each)) throw new Error(noticeText(each));
    }),
  );
  t.equal(readNotice('weather fine'), undefined, 'what a player does not know it skips');
  t.same(readNotice('error wordnotindictionary XQ'), { type: 'error', words: ['wordnotindictionary', 'XQ'] });
});

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
    ['hello', 'word', /"hello" is no message/],
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
    return told([...scanner.feed(typeof text === 'string' ? new TextEncoder().encode(text) : text)]);
  };
  t.same(feed('play 0 0 27Ä6 1 0 0Ö0\n'), ['play 0 0 27Ä6 1 0 0Ö0']);
  t.same(feed('play 0 0 27É6\n'), ['protocol/form at line 1'], 'a letter that no tile has');
  t.same(feed(Uint8Array.of(0xc3, 0x28, 10)), ['protocol/byte at line 1'], 'bytes that are no UTF-8');
});

t.test('A line that is too long is a flood, as soon as that is plain', async (t) => {
  const longest = 'change '.padEnd(65_536, ' 4');
  t.match(scan(`${longest}\n`), [{ kind: 'message' }], '64 KiB are allowed');
  t.match(scan(`${longest}\r\n`), [{ kind: 'message' }], 'besides its end');
  t.match(told(scan(`${longest} \n`)), ['flood/line at line 1']);
  const scanner = scrabbleScanner(ascii, english);
  const fed = Array.from({ length: 70 }, () => [...scanner.feed(new Uint8Array(1024).fill(65))]);
  t.equal(
    fed.findIndex((found) => found.length > 0),
    64,
    'without waiting for a newline',
  );
});

t.test('Ten thousand random lines: never an exception, and the same however they are cut', async (t) => {
  const word = fc.constantFrom(
    'play',
    'pass',
    'change',
    'forfeit',
    'ready',
    '@1',
    '@',
    '4D2',
    '0',
    '-1',
    'x',
    '',
    '99999999999',
    '\r',
    'Ä',
    '\0',
  );
  const line = fc.oneof(
    fc.array(word, { maxLength: 8 }).map((words) => new TextEncoder().encode(`${words.join(' ')}\n`)),
    fc.uint8Array({ maxLength: 30 }),
  );
  let lines = 0;
  fc.assert(
    fc.property(fc.array(line, { maxLength: 40 }), fc.array(fc.nat(), { maxLength: 8 }), (parts, cuts) => {
      const whole = Uint8Array.from(parts.flatMap((part) => [...part]));
      lines += parts.length;
      const [once, cut] = [told(scan(whole)), told(scan(whole, cuts))];
      if (JSON.stringify(once) !== JSON.stringify(cut)) throw new Error(`${once} | ${cut}`);
    }),
    runs(3000),
  );
  t.ok(lines > 10_000, `${lines} lines`);
});
