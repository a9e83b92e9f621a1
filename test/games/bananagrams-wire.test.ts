import { inspect, isDeepStrictEqual } from 'node:util';
import type { Arbitrary } from 'fast-check';
import t from 'tap';
import { bananagrams } from '../../host/games/bananagrams/bananagrams.ts';
import { bananagramsOptions } from '../../host/games/bananagrams/options.ts';
import { ageOf, numberAfter } from '../../host/games/bananagrams/rules/peel.ts';
import {
  type Dialect,
  dialects,
  type Grid,
  gridText,
  type Message,
  messageText,
  type Notice,
  noticeText,
  readGrid,
  readNotice,
  trimmed,
} from '../../host/games/bananagrams/wire/messages.ts';
import { bananagramsScanner } from '../../host/games/bananagrams/wire/scanner.ts';
import type { Scanned } from '../../host/games/game.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';
import fc, { runs } from '../support/laws.ts';
import { drawn } from './drawings.ts';
import { takeAll } from './scan-all.ts';

const LETTERS = 144;
const LARGEST = 998_011;

const capital = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const tiles = (minLength: number, maxLength: number) => fc.string({ unit: capital, minLength, maxLength });
const number = fc.nat(999);

const notices: Arbitrary<Notice> = fc.oneof(
  tiles(1, 21).map((tiles): Notice => ({ type: 'hand', tiles })),
  fc
    .tuple(number, fc.boolean(), tiles(0, 1))
    .map(([number, mine, drew]): Notice => ({ type: 'peeled', number, mine, drew })),
  number.map((number): Notice => ({ type: 'late', number })),
  fc.oneof(tiles(1, 1), tiles(3, 3)).map((tiles): Notice => ({ type: 'dumped', tiles })),
);

const gridsOfWire: Arbitrary<Grid> = fc
  .record({ width: fc.integer({ min: 1, max: 20 }), height: fc.integer({ min: 1, max: 20 }) })
  .chain(({ width, height }) =>
    fc.dictionary(fc.nat(width * height - 1).map(String), capital, { maxKeys: 12 }).map((cells): Grid => {
      const places = Object.keys(cells).map(Number);
      return { width, height, letters: Object.values(cells).join(''), places, beyond: 0 };
    }),
  );

t.test('The first byte is the ready, and chooses the dialect', async (t) => {
  t.same(scan('r'), ['0-1 ready plain']);
  t.same(scan('n'), ['0-1 ready numbered']);
});

t.test('A capital, and the first letter of some text, are told what to do', async (t) => {
  const detail = (text: string) => {
    const fault = found([Buffer.from(text)], false).at(-1);
    return fault?.kind === 'fault' ? fault.offence.detail : undefined;
  };
  t.match(detail('R'), /^`R` at byte 0: .*\. Write it in lowercase: `r`$/);
  t.match(detail('rP002001AT'), /^`P` at byte 1: .*\. Write it in lowercase: `p`$/);
  t.match(detail('Loading'), /^`L` at byte 0: .*to standard error$/);
  t.match(detail('dA'), /^`d` at byte 0, before it was ready/);
  t.match(detail('nr'), /^a second ready \(`r` at byte 1\)/);
  t.match(detail('re'), /^`e` at byte 1: .*The line `ready` is for Scrabble and Boggle/);
  t.notMatch(detail('rdQe'), /The line `ready`/, 'later it is no `ready`');
  t.match(
    detail('rp003003ANDN..T.dQ'),
    /^`d` at byte 16: a cell is .*3 by 3 before it has 9 cells, and 8 came$/,
  );
  t.match(
    detail('np001003001AT\n'),
    /^a newline at byte 13: .*3 by 1 before it has 3 cells, and 2 came\. Do not/,
  );
  t.match(
    detail('rp002001ATE'),
    /^`E` at byte 10: a message begins with .*2 by 1 before it has 2 cells, and 2 came$/,
  );
  t.match(detail('rp002001ATdEE'), /\(dump\)\. Write everything/, 'no grid is before it');
  t.match(detail('r('), /^`\(` at byte 1: a message begins with `p` \(peel\) or `d` \(dump\)$/);
});

t.test('A peel larger than a message may be is refused by its size, before its cells', async (t) => {
  const after = (text: string, limit: number) => found([Buffer.from(text)], false, limit).slice(1);
  t.same(after('np001013078', 1024), [], '1024 bytes of 1024');
  t.same(after('rp009113', 1024), [], 'the same without a number');
  t.match(after('np001029035', 1024), [
    {
      kind: 'fault',
      bytes: [1, 11],
      offence: {
        kind: 'flood',
        rule: 'message',
        at: 1,
        message: 'p001029035',
        detail: /1025 .*--max-message/,
      },
    },
  ]);
  t.match(after('rp002509', 1024), [{ kind: 'fault', offence: { rule: 'message' } }]);
  t.same(after('np001999999', LARGEST), [], 'the largest that there is');
  t.match(after('np001999999', LARGEST - 1), [{ kind: 'fault', offence: { rule: 'message' } }]);
});

t.test('A grid may have empty rows and columns, and up to 999 of each', async (t) => {
  t.same(gridOf(drawn('A')), { width: 1, height: 1, letters: 'A', places: [0], beyond: 0 });
  t.same(gridOf(drawn('.')), { width: 1, height: 1, letters: '', places: [], beyond: 0 });
  t.same(gridOf(drawn('...\n.AT\n...')), { width: 3, height: 3, letters: 'AT', places: [4, 5], beyond: 0 });
  const far = '.'.repeat(998);
  t.same(gridOf(`999001${far}Z`), { width: 999, height: 1, letters: 'Z', places: [998], beyond: 0 });
  t.same(gridOf(`001999${far}Z`), { width: 1, height: 999, letters: 'Z', places: [998], beyond: 0 });
});

t.test('The largest message is taken in reads of any size', async (t) => {
  const message = `p123999999${'.'.repeat(998_000)}Q`;
  t.equal(message.length, 998_011);
  const grid = { width: 999, height: 999, letters: 'Q', places: [998_000], beyond: 0 };
  for (const size of [998_012, 65_536, 4096, 1])
    t.same(found(cut(`n${message}`, size))[1], {
      kind: 'message',
      message: { type: 'peel', number: 123, grid },
      bytes: [1, 998_012],
    });
});

t.test('A grid keeps as many letters as there are tiles, and counts the others', async (t) => {
  const full = gridOf(`999999${'Z'.repeat(998_001)}`);
  t.equal(full.letters, 'Z'.repeat(LETTERS));
  t.equal(full.places.length, LETTERS);
  t.equal(full.beyond, 998_001 - LETTERS);
});

t.test('A byte that no message allows is a protocol error at its place', async (t) => {
  const places: readonly [before: string, allowed: string, says: RegExp][] = [
    ['', 'rnpd', /`r` \(plain\) or `n` \(numbered\) is the first byte/],
    ['r', 'pdrn', /begins with `p` \(peel\) or `d` \(dump\)/],
    ['ndQdA', 'pdrn', /begins with `p`/],
    ...['np', 'np0', 'np12'].map((before) => [before, '0123456789', /three digits/] as const),
    ...['rp', 'rp0', 'rp01234', 'np001', 'np00101'].map(
      (before) => [before, '0123456789', /six digits/] as const,
    ),
    ...['rp002002', 'rp002002A', 'rp002002A..', 'np001002002A'].map(
      (before) => [before, 'AZ.', /a cell is/] as const,
    ),
    [`rp999001${'.'.repeat(500)}`, 'AZ.', /a cell is/],
    ['rd', 'AZ', /followed by the letter/],
  ] as [string, string, RegExp][];
  const bytes = [
    '\n',
    '\r',
    '\t',
    ' ',
    '\0',
    '\x7f',
    '\x80',
    '\xff',
    'a',
    'r',
    '!',
    '[',
    '@',
    '/',
    ':',
    'A',
    '0',
    '.',
  ];
  const right = { saysWhatIs: true, saysWhatMayBe: true, advisesOnLineEnds: true };
  let tried = 0;
  for (const [before, allowed, says] of places)
    for (const byte of bytes.filter((byte) => !allowed.includes(byte))) {
      const { kind, rule, at, unit, detail } = faultOf(`${before}${byte}`);
      const isAdvised = /print instead of puts/.test(detail);
      const told = {
        place: `${kind} ${rule} ${unit} ${at}`,
        saysWhatIs: detail.startsWith(`${nameOf(byte)} at byte ${before.length}: `),
        saysWhatMayBe: says.test(detail),
        advisesOnLineEnds: isAdvised === '\r\n'.includes(byte),
      };
      if (!isDeepStrictEqual(told, { ...right, place: `protocol byte byte ${before.length}` }))
        t.fail(JSON.stringify([before, byte, detail, told]));
      tried++;
    }
  t.equal(tried, 284);
});

t.test('The error for a newline says where it is, and what to do instead', async (t) => {
  t.match(
    faultOf('r\n').detail,
    /^a newline at byte 1: a message begins with .*printf.*end="" in Python.*--lenient$/,
  );
  const rows = `rp100002${'A'.repeat(100)}\n${'A'.repeat(100)}`;
  t.match(
    faultOf(rows),
    { at: 108, detail: /^a newline at byte 108: .* or play with --lenient$/ },
    'after a long row',
  );
  t.match(faultOf('r\r\n'), { at: 1, detail: /^a carriage return at byte 1: .*--lenient$/ }, 'CR LF');
  t.match(faultOf('\n'), { at: 0, detail: /--lenient$/ }, 'before anything');
});

t.test('A line separator in UTF-8 is three bytes, and the first is wrong', async (t) => {
  t.match(faultOf(Buffer.from('\ufeffr')), {
    at: 0,
    detail: /byte.*writes\. It .*byte order mark: write UTF-8 without/,
  });
  t.match(faultOf(Buffer.from('r\u2028p')), { at: 1, rule: 'byte', detail: /^byte 0xe2 at byte 1/ });
});

t.test('The message at fault is shown so that it can be read, and cut where it is long', async (t) => {
  t.equal(faultOf('ndQp001002002A\0').message, 'p001002002A\\x00');
  t.equal(faultOf('rp002002A\n').message, 'p002002A\\n');
  t.equal(faultOf('rp002\t').message, 'p002\\t');
  t.equal(faultOf('rp002\r').message, 'p002\\r');
  const long = faultOf(`rp999001${'.'.repeat(500)}\n`).message!;
  t.equal(long, `p999001${'.'.repeat(57)}`);
});

t.test('A width or a height of zero is a protocol error', async (t) => {
  t.equal(faultOf('rp000017').detail, 'a grid of 0 by 17: it is at least one column wide and one row high');
});

t.test('--lenient passes over white space between messages, and never inside one', async (t) => {
  const read = ['2-3 ready numbered', '7-9 dQ', '11-22 p001001001A'];
  t.same(scan(' \nn\r\n\t dQ\n\np001001001A\r\n', true), read);
  for (const [before, after] of [
    ['nd', 'Q'],
    ['np', '001001001A'],
    ['np001', '001001A'],
    ['np001001001', 'A'],
  ])
    for (const space of ['\n', '\r', '\t', ' '])
      t.match(faultOf(`${before}${space}${after}`, true), { rule: 'byte', at: before!.length });
  for (const other of ['\0', '\v', '\f', '\x80'])
    t.match(faultOf(`n${other}`, true), { rule: 'byte', at: 1 });
});

t.test('Decoding what was encoded gives the same messages at their bytes', async (t) => {
  const law = fc.property(
    fc.constantFrom(...dialects),
    fc.array(messages(), { maxLength: 8 }),
    (dialect, plain) => {
      const said = plain.map((message) => inDialect(message, dialect));
      const texts = said.map(messageText);
      const [ready, ...read] = found([Buffer.from((dialect === 'plain' ? 'r' : 'n') + texts.join(''))]);
      same(ready, { kind: 'ready', dialect, bytes: [0, 1] });
      let from = 1;
      const expected = said.map((message, index) => {
        const to = from + texts[index]!.length;
        const bytes = [from, to];
        from = to;
        return { kind: 'message', message, bytes };
      });
      same(read, expected);
    },
  );
  t.doesNotThrow(() => fc.assert(law, runs(2000)));
});

t.test('However the bytes are cut into reads, the messages and the fault are the same', async (t) => {
  let faults = 0;
  const law = fc.property(
    streams(),
    fc.array(fc.nat(60), { maxLength: 12 }),
    fc.boolean(),
    (bytes, cuts, lenient) => {
      const whole = found([bytes], lenient);
      if (whole.at(-1)?.kind === 'fault') faults++;
      same(found(cut(bytes, 1), lenient), whole);
      same(found(cutAt(bytes, cuts), lenient), whole);
    },
  );
  const tried = runs(3000);
  t.doesNotThrow(() => fc.assert(law, tried));
  const share = faults / tried.numRuns;
  t.ok(share > 0.1 && share < 0.9, `${faults} of ${tried.numRuns} with a fault`);
});

t.test('What a player is told is in its dialect', async (t) => {
  const said = (notice: Notice) => dialects.map((dialect) => noticeText(notice, dialect));
  t.same(said({ type: 'hand', tiles: 'EEEGGKLOOPZ' }), ['EEEGGKLOOPZ.', 'EEEGGKLOOPZ.']);
  t.same(said({ type: 'peeled', number: 7, mine: true, drew: 'R' }), ['R.', '+007R.']);
  t.same(said({ type: 'peeled', number: 0, mine: false, drew: 'R' }), ['R.', '=000R.']);
  t.same(said({ type: 'late', number: 999 }), ['', '-999.']);
  t.same(said({ type: 'dumped', tiles: 'AEZ' }), ['AEZ.', 'dAEZ.']);
  t.same(said({ type: 'dumped', tiles: 'Q' }), ['Q.', 'dQ.']);
  t.same(said({ type: 'peeled', number: 12, mine: true, drew: '' }), ['', '+012.']);
  t.same(said({ type: 'peeled', number: 12, mine: false, drew: '' }), ['', '=012.']);
});

t.test('A numbered player reads each notice back as what it was', async (t) => {
  const law = fc.property(notices, (notice) => {
    const text = noticeText(notice, 'numbered');
    same(text.at(-1), '.');
    same(readNotice(text.slice(0, -1), 'numbered', notice.type !== 'hand'), notice);
  });
  t.doesNotThrow(() => fc.assert(law, runs(2000)));
});

t.test('A plain player reads every notice back as the tiles that it brings', async (t) => {
  const law = fc.property(notices, (notice) => {
    const text = noticeText(notice, 'plain');
    const tiles = notice.type === 'peeled' ? notice.drew : notice.type === 'late' ? '' : notice.tiles;
    if (tiles === '') same(text, '');
    else if (notice.type === 'hand') same(readNotice(text.slice(0, -1), 'plain', false), notice);
    else same(readNotice(text.slice(0, -1), 'plain', true), { type: 'dumped', tiles });
  });
  t.doesNotThrow(() => fc.assert(law, runs(1000)));
});

t.test('What is no notice, or one of a later version, is not read as another', async (t) => {
  for (const text of [
    '',
    'd',
    'dAB',
    'dABCD',
    'd1',
    '+01A',
    '+001AB',
    '=1A',
    '-001A',
    '-',
    'x',
    '?AB',
    'AB',
    'R',
    'é',
  ])
    t.equal(readNotice(text, 'numbered', true), undefined, text);
  for (const text of ['', '+001A', 'dABC', 'a', '*A'])
    t.equal(readNotice(text, 'plain', true), undefined, text);
  for (const text of ['', '+001A', 'dA', 'é']) t.equal(readNotice(text, 'numbered', false), undefined, text);
});

t.test('A grid is read back from its text', async (t) => {
  const law = fc.property(gridsOfWire, (grid) => same(readGrid(gridText(grid)), { ok: true, grid }));
  t.doesNotThrow(() => fc.assert(law, runs(1000)));
});

t.test('A grid that is no grid is refused with what is wrong', async (t) => {
  const problem = (text: string) => {
    const reading = readGrid(text);
    return reading.ok ? 'fine' : reading.problem;
  };
  t.equal(problem(''), 'a grid starts with six digits: three for its width and three for its height');
  t.equal(problem('12AB'), 'a grid starts with six digits: three for its width and three for its height');
  t.equal(problem('000001'), 'a grid is at least one column wide and one row high');
  t.equal(problem('001000'), 'a grid is at least one column wide and one row high');
  t.equal(problem('002001Aq'), 'a cell is a letter A to Z or a dot, not "q" (cell 2)');
  t.equal(problem('002001A'), '2 by 1 is 2 cells; got 1');
  t.equal(problem('002001ATE'), '2 by 1 is 2 cells; got 3');
});

t.test('Trimmed, a grid has no empty rows and columns around it', async (t) => {
  const cropped = (text: string) => gridText(trimmed(gridOf(text)));
  t.equal(cropped('006007..........A...HER...A.T...T.Y...E.........'), '003005..AHERA.TT.YE..');
  t.equal(cropped('003005..AHERA.TT.YE..'), '003005..AHERA.TT.YE..');
  t.equal(cropped(drawn('A..\n...\n..A')), drawn('A..\n...\n..A'), 'those between letters stay');
  t.equal(cropped(drawn('...\n...')), '001001.', 'an empty one is one cell');
});

t.test('A long message is shown by its beginning, as it was sent', async (t) => {
  const options = { ...settleOptions(bananagramsOptions, []), bunch: { A: 3 } };
  const shown = (text: string) => {
    const [, one] = takeAll(bananagrams.scanner(options), Buffer.from(text));
    return one?.kind === 'message' ? bananagrams.says(one.message) : 'no message';
  };
  t.equal(shown('ndQ'), 'dQ');
  t.equal(shown('np001003001ARE'), 'p001003001ARE');
  t.equal(shown('np001005001EARTH'), 'p001005001EARTH', 'with more letters than there are tiles');
  t.equal(shown(`rp160001${'A'.repeat(160)}`), `p160001${'A'.repeat(160)}`);
  t.equal(shown(`rp161001${'A'.repeat(161)}`), `p161001${'A'.repeat(160)}…`);
  t.equal(shown(`np123999999${'.A'.repeat(499_000)}.`), `p123999999${'.A'.repeat(80)}…`);
});

t.test('Peels are numbered 001 to 999, then 000, then 001 again', async (t) => {
  t.same([0, 1, 998, 999, 1000, 1001, 1999, 2000].map(numberAfter), [1, 2, 999, 0, 1, 2, 0, 1]);
});

t.test('Old are the up to 500 numbers before the next; all others are future', async (t) => {
  for (const peels of [0, 1, 2, 250, 498, 499, 500, 501, 502, 998, 999, 1000, 1001, 1500, 5000]) {
    const issued = Array.from({ length: peels }, (_, index) => (index + 1) % 1000);
    const old = new Set(issued.slice(-500));
    const next = (peels + 1) % 1000;
    const age = (number: number) => (number === next ? 'current' : old.has(number) ? 'old' : 'future');
    const all = Array.from({ length: 1000 }, (_, number) => number);
    t.same(
      all.map((number) => ageOf(number, peels)),
      all.map(age),
      `after ${peels} peels`,
    );
  }
});

/** All that is found in these reads; after a fault nothing is read. */
function found(reads: Iterable<Uint8Array>, lenient = false, message = LARGEST): Scanned<Message>[] {
  const scanner = bananagramsScanner({ lenient, letters: LETTERS, message });
  const all: Scanned<Message>[] = [];
  for (const bytes of reads) {
    all.push(...takeAll(scanner, bytes));
    if (all.at(-1)?.kind === 'fault') break;
  }
  return all;
}

function scan(text: string, lenient = false): string[] {
  return found([Buffer.from(text, 'latin1')], lenient).map((one) => {
    const what =
      one.kind === 'ready'
        ? `ready ${one.dialect}`
        : one.kind === 'message'
          ? messageText(one.message)
          : 'fault';
    return `${one.bytes.join('-')} ${what}`;
  });
}

function faultOf(text: string | Uint8Array, lenient = false) {
  const last = found([Buffer.from(text as string, 'latin1')], lenient).at(-1);
  if (last?.kind !== 'fault') throw new Error(`no fault in ${JSON.stringify(text)}`);
  return last.offence;
}

function gridOf(text: string): Grid {
  const one = found([Buffer.from(`rp${text}`)])[1];
  if (one?.kind !== 'message' || one.message.type !== 'peel')
    throw new Error(`no grid in ${text.slice(0, 40)}`);
  return one.message.grid;
}

function* cut(text: string | Uint8Array, size: number): Generator<Uint8Array> {
  const bytes = Buffer.from(text as string, 'latin1');
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

function* cutAt(bytes: Uint8Array, lengths: readonly number[]): Generator<Uint8Array> {
  let from = 0;
  for (const length of lengths) yield bytes.subarray(from, (from += length));
  yield bytes.subarray(from);
}

function nameOf(byte: string): string {
  const named: Record<string, string> = {
    '\n': 'a newline',
    '\r': 'a carriage return',
    '\t': 'a tab',
    ' ': 'a space',
  };
  if (named[byte]) return named[byte];
  const code = byte.charCodeAt(0);
  return code > 32 && code < 127 ? `\`${byte}\`` : `byte 0x${code.toString(16).padStart(2, '0')}`;
}

function same(one: unknown, other: unknown): void {
  if (!isDeepStrictEqual(one, other)) throw new Error(`${inspect(one)}\nis not\n${inspect(other)}`);
}

function inDialect(message: Message, dialect: Dialect): Message {
  if (message.type === 'dump' || dialect === 'numbered') return message;
  return { ...message, number: undefined };
}

function messages(): Arbitrary<Message> {
  const dump = capital.map((letter): Message => ({ type: 'dump', letter }));
  const peel = fc
    .tuple(fc.nat(999), gridsOfWire)
    .map(([number, grid]): Message => ({ type: 'peel', number, grid }));
  return fc.oneof(dump, peel);
}

/** Messages that are right, and often something in them that is not. */
function streams(): Arbitrary<Uint8Array> {
  const said = fc.tuple(
    fc.constantFrom('r', 'n', ' n', ''),
    fc.array(messages(), { maxLength: 4 }),
    fc.constantFrom('', '\n', ' '),
  );
  const harm = fc.option(fc.tuple(fc.nat(200), fc.nat(255)), { freq: 3 });
  return fc.tuple(said, harm).map(([[ready, all, between], harmed]) => {
    const dialect = ready === 'r' ? 'plain' : 'numbered';
    const texts = all.map((message) => messageText(inDialect(message, dialect)));
    const bytes = Buffer.from([ready, ...texts].join(between), 'latin1');
    if (harmed && bytes.length > 0) bytes[harmed[0] % bytes.length] = harmed[1];
    return bytes;
  });
}
