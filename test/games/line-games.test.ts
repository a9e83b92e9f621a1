import t from 'tap';
import { bananagrams } from '../../host/games/bananagrams/bananagrams.ts';
import { boggle } from '../../host/games/boggle/boggle.ts';
import { readNotice } from '../../host/games/boggle/wire/messages.ts';
import type { AnyGame } from '../../host/games/game.ts';
import { scrabble } from '../../host/games/scrabble/scrabble.ts';
import { readNotice as scrabble2 } from '../../host/games/scrabble/wire/messages.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';
import { scanAll } from './scan-all.ts';

t.test('unfinished', async (t) => {
  /** What has come of a message that is not whole, once this was written. */
  function unfinished(game: AnyGame, ...written: readonly string[]): string | undefined {
    const scanner = game.scanner(settleOptions(game.options, []) as never);
    scanAll(scanner, written);
    return scanner.unfinished();
  }

  t.test('Bananagrams says what is missing of a message, wherever it is cut', async (t) => {
    for (const [written, what] of [
      ['', undefined],
      ['n', undefined],
      ['ndE', undefined],
      ['np001001001A', undefined],
      ['nd', 'wrote `d` without the letter that it gives back'],
      ['np', 'began a peel, and 0 of the 3 digits of its number came'],
      ['np01', 'began a peel, and 2 of the 3 digits of its number came'],
      ['np001', 'began a peel, and 0 of the 6 digits of its size came'],
      ['rp0040', 'began a peel, and 4 of the 6 digits of its size came'],
      ['rp004001', 'announced a grid of 4 by 1, and 0 of its 4 cells came'],
      ['rp004001ABC', 'announced a grid of 4 by 1, and 3 of its 4 cells came'],
      ['rp004x', undefined],
    ] as const)
      t.equal(unfinished(bananagrams, written), what, written);
    t.equal(unfinished(bananagrams, 'rp0', '04', '001A', 'BCD'), undefined, 'in pieces');
  });

  t.test('Games in lines show a line without its end, cut where it is long', async (t) => {
    const end = 'without a line end: each message ends with a newline';
    for (const game of [scrabble, boggle]) {
      t.equal(unfinished(game, ''), undefined);
      t.equal(unfinished(game, 'ready\n'), undefined);
      t.equal(unfinished(game, 'ready'), `wrote \`ready\` ${end}`);
      t.equal(unfinished(game, 'ready\npa', 'ss'), `wrote \`pass\` ${end}`);
      t.equal(unfinished(game, 'ready\npass\r'), `wrote \`pass\\r\` ${end}`);
      t.equal(unfinished(game, `ready\n${'x'.repeat(64)}`), `wrote \`${'x'.repeat(64)}\` ${end}`);
      t.equal(unfinished(game, `ready\n${'x'.repeat(100)}`), `wrote \`${'x'.repeat(64)}…\` ${end}`);
      t.equal(unfinished(game, 'rubbish\nready'), undefined, 'nothing is read after a fault');
    }
    t.equal(unfinished(boggle, 'ready\ndone\nmore'), undefined, 'what comes after done is not read');
  });

  t.test('What has not been taken yet is not unfinished, however much came in one read', async (t) => {
    for (const [game, first, last] of [
      [scrabble, 'ready\n', 'pa'],
      [boggle, 'ready\n', 'pa'],
      [bananagrams, 'n', 'p01'],
    ] as const) {
      const scanner = game.scanner(settleOptions(game.options, []) as never);
      scanner.feed(Buffer.from(first + last));
      t.match(scanner.take(), { kind: 'ready' });
      t.equal(scanner.unfinished(), undefined, 'as if only the first message had come');
      t.equal(scanner.take(), undefined);
      t.equal(scanner.unfinished(), unfinished(game, first, last));
      t.ok(scanner.unfinished());
    }
  });

  t.test('The first byte of Bananagrams is known in games in lines, newline or not', async (t) => {
    t.match(unfinished(scrabble, 'n'), /^wrote `n` .*that is Bananagrams; this is Scrabble/);
    t.match(unfinished(boggle, 'r'), /^wrote `r` without a line end: that is Bananagrams; this is Boggle/);
    t.notMatch(unfinished(boggle, 'ready\nn'), /Bananagrams/, 'it was ready');
    const [fault] = scanAll(scrabble.scanner(settleOptions(scrabble.options, []) as never), ['n\n']);
    t.match(fault, {
      offence: { detail: /that is Bananagrams; this is Scrabble, .*answer.*line `ready`$/ },
    });
  });
});

t.test('line notices', async (t) => {
  const boggle = readNotice;
  const scrabble = scrabble2;
  const shared = [
    'turn',
    'turn soon',
    'turn 5000',
    'turn 5000 soon',
    'turn 5e3 1',
    'passed',
    'passed me',
    'timeout x',
    'forfeited 1.5',
    'bank 1',
    'bank 1 5000 2',
    'gameover 1 many',
  ];

  const malformed = {
    boggle: [
      ...shared,
      'turn 5000 1',
      'turn none 1 x',
      'scored 1 CAT',
      'scored 1 CAT x',
      'found x CAT 1',
      'missed 1 CAT',
    ],
    scrabble: [
      ...shared,
      'bag',
      'bag few',
      'changed 2',
      'changesuccess 5',
      'played 2',
      'played 2 4 0 1',
      'played 2 4 0 1 E1',
      'played 2 4 0 x 5E1',
      'playfailed 2 5E1',
      'playsuccess 4 0 1 5E1',
      'playsuccess x 0 1 5E1 new',
      'playsuccess 4 0 1 5E1 new 5',
    ],
  };

  t.test('A line of the host that is not whole means nothing, as an unknown one', async (t) => {
    for (const line of malformed.boggle) t.equal(boggle(line), undefined, line);
    for (const line of malformed.scrabble) t.equal(scrabble(line), undefined, line);
  });

  t.test('Turns without end, reasons of later hosts and words that are left over are read', async (t) => {
    t.same(boggle('turn none 1 4'), { type: 'turn', ms: undefined, k: 1, left: 4 });
    t.same(scrabble('turn 5000 1 more'), { type: 'turn', ms: 5000, k: 1 });
    t.same(boggle('missed 1 CAT moonisfull'), {
      type: 'missed',
      player: 1,
      word: 'CAT',
      reason: 'moonisfull',
    });
    t.same(scrabble('playsuccess -4 new'), { type: 'playsuccess', points: -4, placements: [], drawn: [] });
  });
});
