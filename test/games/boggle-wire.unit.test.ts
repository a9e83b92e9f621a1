import t from 'tap';
import { type Rules, ruleSetNames } from '../../host/games/boggle/options.ts';
import type { Message } from '../../host/games/boggle/wire/messages.ts';
import { boggleScanner } from '../../host/games/boggle/wire/scanner.ts';
import { moveText } from '../../host/games/boggle/wire/text.ts';
import type { Scanned } from '../../host/games/game.ts';
import { scanAll, scannedInShort } from './scan-all.ts';

const scan = (rules: Rules, text: string) => scanAll(boggleScanner(65_536, rules), [text]);
const told = (found: readonly Scanned<Message>[]) =>
  scannedInShort(found, (message) => moveText(message, message.tag));

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
    ['hello', 'word', /"hello" is no message: expected ready, guess.*: whatever is not for the host goes to/],
    ['READY', 'word', /"READY" is no message: .*: write ready in small letters$/],
    ['redy', 'word', /"redy" is no message: .*: did you mean ready\?$/],
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
