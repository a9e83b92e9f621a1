import t from 'tap';
import { type Rules, ruleSetNames } from '../../host/games/boggle/options.ts';
import type { Message, Move, Notice } from '../../host/games/boggle/wire/messages.ts';
import { readNotice } from '../../host/games/boggle/wire/read-notice.ts';
import { boggleScanner } from '../../host/games/boggle/wire/scanner.ts';
import { moveText, noticeText } from '../../host/games/boggle/wire/text.ts';
import type { Scanned } from '../../host/games/game.ts';
import fc, { runs } from '../support/laws.ts';

type Found = Scanned<Message>;

function scan(rules: Rules, bytes: Uint8Array | string, cuts: readonly number[] = []): Found[] {
  const whole = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes;
  const scanner = boggleScanner(65_536, rules);
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

const token = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((byte) => String.fromCharCode(byte)),
  minLength: 1,
  maxLength: 20,
});
const guess = fc.record({
  type: fc.constant('guess' as const),
  word: token.map((word) => word.toUpperCase()),
});
const alone = (...types: readonly ('pass' | 'done' | 'forfeit')[]) =>
  fc.record({ type: fc.constantFrom(...types) });
const moves: Record<Rules, fc.Arbitrary<Move>> = {
  classic: fc.oneof(guess, alone('done', 'forfeit')),
  turns: fc.oneof(guess, alone('pass', 'forfeit')),
};

for (const rules of ruleSetNames)
  t.test(`What a player says is what is heard, however its bytes are cut: ${rules}`, async (t) => {
    const tag = rules === 'turns' ? fc.option(fc.nat(1e9), { nil: undefined }) : fc.constant(undefined);
    const said = fc.array(fc.tuple(tag, moves[rules]), { maxLength: 8 });
    fc.assert(
      fc.property(said, fc.array(fc.nat(), { maxLength: 12 }), fc.boolean(), (all, cuts, dos) => {
        const lines = ['ready', ...all.map(([at, each]) => moveText(each, at))];
        const last = lines.indexOf('done');
        const heard = lines.map((line, index) => (last !== -1 && index > last ? 'unread' : line));
        const found = scan(rules, lines.map((line) => `${line}${dos ? '\r' : ''}\n`).join(''), cuts);
        if (JSON.stringify(told(found)) !== JSON.stringify(heard)) throw new Error(told(found).join(' | '));
        let offset = 0;
        for (const each of found) {
          if (each.bytes[0] !== offset) throw new Error(`from ${each.bytes[0]}, not ${offset}`);
          [, offset] = each.bytes;
        }
      }),
      runs(200),
    );
    t.pass('200 conversations');
  });

t.test('What the host says is what its players read', async (t) => {
  const player = fc.integer({ min: 1, max: 16 });
  const word = token;
  const points = fc.nat(11);
  const notice: fc.Arbitrary<Notice> = fc.oneof(
    fc.constant<Notice>({ type: 'start' }),
    fc.record({
      type: fc.constant('turn' as const),
      ms: fc.option(fc.nat(), { nil: undefined }),
      k: fc.nat(),
      left: fc.nat(1000),
    }),
    fc.record({ type: fc.constantFrom('scored' as const, 'found' as const), player, word, points }),
    fc.record({
      type: fc.constant('missed' as const),
      player,
      word,
      reason: fc.constantFrom('notindictionary' as const, 'alreadyfound' as const, 'notonboard' as const),
    }),
    fc.record({ type: fc.constantFrom('passed' as const, 'forfeited' as const, 'timeout' as const), player }),
    fc.record({
      type: fc.constant('gameover' as const),
      scores: fc.array(fc.record({ player, points: fc.nat() }), { maxLength: 4 }),
    }),
  );
  fc.assert(
    fc.property(notice, (each) => {
      const read = readNotice(noticeText(each).slice(0, -1));
      if (JSON.stringify(read) !== JSON.stringify(each)) throw new Error(noticeText(each));
    }),
  );
  t.equal(readNotice('weather fine'), undefined, 'what a player does not know it skips');
});

t.test('Case does not matter, spaces neither, nor a carriage return before the end', async (t) => {
  t.same(told(scan('turns', '  ready \r\n   @3    guess   leAst  \n\n')), [
    'ready',
    '@3 guess LEAST',
    'protocol/empty at line 3',
  ]);
});

t.test('A word may be any token: the rules say what it is worth', async (t) => {
  for (const word of ['A', 'C4T', "IT'S", '@1', '-', '~', 'GUESS', 'A'.repeat(60_000)])
    t.same(told(scan('classic', `guess ${word}\n`)), [`guess ${word}`]);
});

t.test('What the wire does not allow is a protocol error, with its line and what was expected', async (t) => {
  const either: readonly (readonly [string, string, RegExp])[] = [
    ['', 'empty', /expected ready, guess/],
    ['   ', 'empty', /empty/],
    ['hello', 'word', /"hello" is no message: expected ready, guess/],
    ['Guess A', 'word', /no message/],
    ['LEAST', 'word', /"LEAST" is no message/],
    ['guess', 'form', /no word after it/],
    ['guess A B', 'form', /2 words after it/],
    ['ready now', 'form', /stands alone/],
    ['ready', 'order', /second ready/],
    ['forfeit now', 'form', /stands alone/],
    ['guess\tA', 'byte', /0x09 in column 6/],
    ['guess A\0', 'byte', /0x00/],
    ['guess Ä', 'byte', /0xc3/],
  ];
  const faults: Record<Rules, typeof either> = {
    classic: [
      ...either,
      ['pass', 'word', /for the rules of turns/],
      ['@1 guess A', 'form', /"@1" names a turn/],
      ['done now', 'form', /stands alone/],
    ],
    turns: [
      ...either,
      ['done', 'word', /for the classic rules/],
      ['@1 done', 'word', /for the classic rules/],
      ['pass 1', 'form', /stands alone/],
      ['@ pass', 'form', /no tag/],
      ['@x pass', 'form', /no tag/],
      ['@1', 'form', /nothing after/],
      ['@1 ready', 'form', /no tag/],
      ['@1 @2 pass', 'word', /no message/],
    ],
  };
  for (const rules of ruleSetNames)
    for (const [line, rule, detail] of faults[rules]) {
      const found = scan(rules, `ready\n${line}\nguess A\n`);
      const fault = { kind: 'protocol', rule, detail, at: 2, unit: 'line' };
      t.match(
        found,
        [{ kind: 'ready' }, { kind: 'fault', offence: fault }],
        `${rules}: ${encodeURIComponent(line)}`,
      );
      t.equal(found.length, 2, 'and nothing after it is read');
    }
});

t.test('A line that is too long is a flood', async (t) => {
  const longest = 'guess '.padEnd(65_536, 'A');
  t.match(scan('classic', `${longest}\n`), [{ kind: 'message' }], '64 KiB are allowed');
  t.match(told(scan('classic', `${longest}A\n`)), ['flood/line at line 1']);
});

t.test('Ten thousand random lines: never an exception, and the same however they are cut', async (t) => {
  const word = fc.constantFrom(
    ...[
      'guess',
      'pass',
      'done',
      'forfeit',
      'ready',
      '@1',
      '@',
      'LEAST',
      'a',
      '',
      '99999999999',
      '\r',
      'Ä',
      '\0',
    ],
  );
  const line = fc.oneof(
    fc.array(word, { maxLength: 4 }).map((words) => new TextEncoder().encode(`${words.join(' ')}\n`)),
    fc.uint8Array({ maxLength: 30 }),
  );
  let lines = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...ruleSetNames),
      fc.array(line, { maxLength: 40 }),
      fc.array(fc.nat(), { maxLength: 8 }),
      (rules, parts, cuts) => {
        const whole = Uint8Array.from(parts.flatMap((part) => [...part]));
        lines += parts.length;
        const [once, cut] = [told(scan(rules, whole)), told(scan(rules, whole, cuts))];
        if (JSON.stringify(once) !== JSON.stringify(cut)) throw new Error(`${once} | ${cut}`);
      },
    ),
    runs(3000),
  );
  t.ok(lines > 10_000, `${lines} lines`);
});
