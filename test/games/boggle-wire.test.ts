import t from 'tap';
import { type Rules, ruleSetNames } from '../../host/games/boggle/options.ts';
import { greetingText, readGreeting } from '../../host/games/boggle/wire/greeting.ts';
import type { Message } from '../../host/games/boggle/wire/messages.ts';
import { moveText } from '../../host/games/boggle/wire/messages.ts';
import { boggleScanner } from '../../host/games/boggle/wire/scanner.ts';
import type { Scanned } from '../../host/games/game.ts';
import { boggleTold } from '../contracts/subjects/boggle.ts';
import { expectOk } from '../support/expect-ok.ts';
import { scanAll, scannedInShort } from './scan-all.ts';

t.test('boggle wire', async (t) => {
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

  t.test('What the wire does not allow is a protocol error with what was expected', async (t) => {
    const either: readonly (readonly [string, string, RegExp])[] = [
      ['', 'empty', /expected ready, guess/],
      ['   ', 'empty', /empty/],
      ['hello', 'word', /"hello" is not a valid message: expected ready, guess/],
      ['READY', 'word', /"READY" is not a valid message: .*: write ready in lowercase$/],
      ['redy', 'word', /"redy" is not a valid message: .*: did you mean ready\?$/],
      ['{"guess":"A"}', 'word', /: write guess.*not.* JSON$/],
      ['Guess A', 'word', /is not a valid message/],
      ['LEAST', 'word', /"LEAST" is not a valid message/],
      ['guess', 'form', /guess has no word/],
      ['guess A B', 'form', /guess has 2 words/],
      ['ready now', 'form', /takes no arguments/],
      ['ready', 'order', /second ready/],
      ['forfeit now', 'form', /takes no arguments/],
      ['guess\tA', 'byte', /0x09 in column 6/],
      ['guess A\0', 'byte', /0x00/],
      ['guess Ä', 'byte', /0xc3/],
    ];
    const faults: Record<Rules, typeof either> = {
      classic: [
        ...either,
        ['pass', 'word', /for --rules turns/],
        ['@1 guess A', 'form', /"@1" names a turn/],
        ['done now', 'form', /takes no arguments/],
      ],
      turns: [
        ...either,
        ['done', 'word', /for --rules classic/],
        ['@1 done', 'word', /for --rules classic/],
        ['pass 1', 'form', /takes no arguments/],
        ['@ pass', 'form', /is not a valid tag/],
        ['@x pass', 'form', /is not a valid tag/],
        ['@1', 'form', /no message after/],
        ['@1 ready', 'form', /so it has no tag/],
        ['@1 @2 pass', 'word', /is not a valid message/],
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
});

t.test('boggle greeting', async (t) => {
  /** Read and said again, it is the same text. */
  function again(text: string): string {
    const read = expectOk(readGreeting(text.split('\n')));
    return greetingText(read.told);
  }

  t.test('A cell is one to four letters, in capitals', async (t) => {
    const text = greetingText(boggleTold());
    t.match(text, 'board 4 3\nrow R S P L\nrow E QU B T\nrow UTH L Z A');
  });

  t.test('A name that is no ASCII is told as far as it is', async (t) => {
    t.match(greetingText(boggleTold({ names: ['Zoë 🂡', 'b'] })), 'name 1 Zo? ?\nname 2 b\n');
  });

  t.test('What a player does not know it skips; what is no table is told', async (t) => {
    const text = greetingText(boggleTold());
    t.equal(again(text.replace('timeout', 'weather fine\ntimeout')), text);
    const lines = text.split('\n');
    t.match(readGreeting(lines.filter((line) => !line.startsWith('row E'))), {
      ok: false,
      problem: /3 rows of 4/,
    });
    t.match(readGreeting(lines.map((line) => line.replace('row E', 'row'))), {
      ok: false,
      problem: /got 4, 3, 4/,
    });
    t.match(readGreeting(lines.map((line) => line.replace('classic', 'modern'))), {
      ok: false,
      problem: 'rules: expected classic or turns; got modern',
    });
    t.match(readGreeting([]), { ok: false, problem: /rules: expected/ });
    t.match(readGreeting(['boggle 2', ...lines.slice(1)]), {
      ok: false,
      problem: 'boggle: expected version 1 of its wire; got 2',
    });
    t.match(readGreeting(lines.map((line) => line.replace('board 4', 'board 17'))), {
      ok: false,
      problem: /two sides from 1 to 16; got "17 3"/,
    });
    const foreign = lines.map((line) => line.replace('row R', 'row Ä'));
    t.match(readGreeting(foreign), { ok: false, problem: /letters/ });
  });
});
