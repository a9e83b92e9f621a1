import t from 'tap';
import { draw, openStream } from '../../host/core/chance.ts';
import { millis, seconds } from '../../host/core/units.ts';
import type { Result } from '../../host/events/result.ts';
import { bananagrams } from '../../host/games/bananagrams/bananagrams.ts';
import type { BananagramsEvent } from '../../host/games/bananagrams/events.ts';
import { bananagramsOptions } from '../../host/games/bananagrams/options.ts';
import { bananagramsPicture } from '../../host/games/bananagrams/picture.ts';
import { bunchText, readBunch, standardBunch } from '../../host/games/bananagrams/tiles.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';
import { settled } from '../support/settled.ts';
import { drawn, inOrder, row } from './drawings.ts';
import { thingsIn } from './pool.ts';
import { dealtTable, keyNumber, laidTable, type Request, type Table } from './table.ts';

t.test('bananagrams table', async (t) => {
  const minutes = (count: number) => seconds(60 * count);

  t.test('When all are ready, each is dealt its hand in alphabetical order', async (t) => {
    const table = laidTable({ seats: 'nr', hands: ['BAA', 'CAB'], draws: 'C' });
    t.same(table.says(1, 'n'), []);
    t.same(table.says(2, 'r'), ['1< AAB.', '2< ABC.']);
    t.same(table.events, [
      { type: 'ready', seat: 1, dialect: 'numbered', bytes: [0, 1] },
      { type: 'ready', seat: 2, dialect: 'plain', bytes: [0, 1] },
      { type: 'deal', seat: 1, tiles: 'AAB' },
      { type: 'deal', seat: 2, tiles: 'ABC' },
    ]);
  });

  t.test('The deal is written to all together, in an order drawn from the seed', async (t) => {
    const orders = new Set<string>();
    for (let number = 0; number < 40; number++) {
      const table = laidTable({ seats: 'nnr', key: keyNumber(number) });
      table.says(1, 'n');
      table.says(2, 'n');
      for (const effect of [...settled(table.referee, 3, Buffer.from('r'), table.now)].flat())
        if (effect.do === 'gate') orders.add(effect.tells.map(({ seat }) => seat).join(''));
    }
    t.same([...orders].sort(), ['123', '132', '213', '231', '312', '321']);
  });

  t.test('A peel or dump before the deal is a protocol error, and its player takes no part', async (t) => {
    for (const [said, at] of [
      ['dA', 1],
      [`p001${row('AB')}`, 1],
      ['n', 1],
    ] as const) {
      const table = laidTable({ hands: ['AAA', 'AAB', 'AAC'], draws: 'A' });
      table.says(2, 'n');
      t.same(table.says(2, said), ['2 is out']);
      t.match(table.events.at(-1), {
        type: 'offence',
        seat: 2,
        kind: 'protocol',
        rule: 'order',
        at,
        unit: 'byte',
      });
      t.same([...table.says(2, 'dA'), ...table.leaves(2)], [], 'and is heard no more');
      table.says(1, 'n');
      t.match(table.says(3, 'n'), [/^1< [ABC]{3}\.$/, /^3< [ABC]{3}\.$/], 'the others are dealt');
      t.same(table.leaves(1), ['1 is out', '3 has won: last-player']);
      t.equal(table.outcomes(), 'left exited, offender protocol/order, won');
    }
    const table = laidTable();
    table.says(1, 'n');
    table.says(1, 'dA');
    t.match(table.events.at(-1), {
      detail: 'dA came before the start of the game: all players must be ready first',
      message: 'dA',
    });
  });

  t.test('A message that ends after the deal came after it', async (t) => {
    const table = laidTable({ hands: ['AAA', 'AAB'], draws: 'ABC' });
    table.says(1, 'nd');
    table.says(2, 'n');
    t.same(table.says(1, 'A'), ['1< dABC.']);
  });

  t.test('Who is silent until the ready limit has failed, and the others begin', async (t) => {
    const table = laidTable({ hands: ['AAA', 'AAB', 'AAC'], draws: 'A', readyTimeout: seconds(10) });
    table.says(1, 'n');
    table.says(3, 'r');
    t.same(table.wait(seconds(9)), [], 'not yet');
    t.match(table.wait(seconds(1)), ['2 is out', /^1< [ABC]{3}\.$/, /^3< [ABC]{3}\.$/]);
    const offence = table.events.find(({ type }) => type === 'offence');
    t.match(offence, { seat: 2, kind: 'startup', rule: 'silent' });
    t.match(
      String(offence!.detail),
      /^was not ready within 10 s\. If it wrote something, it did not flush .*\. Or it waits for a message: in Bananagrams the player writes first/,
    );
    table.leaves(1);
    t.equal(table.outcomes(), 'left exited, failed startup/silent, won');
  });

  t.test('The only one that is ready at a table of two or more has won, without a deal', async (t) => {
    const table = laidTable({ seats: 'nnn', readyTimeout: seconds(10) });
    table.says(2, 'n');
    t.same(table.wait(seconds(10)), ['1 is out', '3 is out', '2 has won: last-player']);
    t.equal(table.outcomes(), 'failed startup/silent, won, failed startup/silent');
  });

  t.test('With `--last-player continue` the only one that is ready plays', async (t) => {
    const options = { 'last-player': 'continue' } as const;
    const table = laidTable({ hands: ['AAA', 'AAA'], draws: 'B', options });
    table.leaves(1, 'crashed');
    t.same(table.says(2, 'n'), [`2< ${table.hand(2)}.`]);
    t.equal(table.hand(2).length, 3);
    t.equal(table.verdict, undefined);
  });

  t.test('When nobody is ready there is no winner', async (t) => {
    const table = laidTable({ seats: 'nn' });
    t.same(table.wait(seconds(10)), ['1 is out', '2 is out', 'nobody has won: nobody-left']);
    t.match(table.verdict, { outcome: 'aborted', winner: null });
    t.equal(table.outcomes(), 'failed startup/silent, failed startup/silent');
  });

  t.test('Who is gone before it was ready has failed, and it is said how', async (t) => {
    const cases = [
      [{ code: 127 }, 'not-found', 'exited with status 127: the shell did not find the command'],
      [{ code: 126 }, 'not-executable', 'exited with status 126: the shell could not execute the command'],
      [{ code: 127, problem: 'there is none' }, 'not-found', 'status 127: there is none'],
      [{ code: 126, problem: 'no right' }, 'not-executable', 'status 126: no right'],
      [{ code: null, problem: 'spawn EAGAIN' }, 'not-executable', 'spawn EAGAIN'],
      [{ code: 3, problem: 'no #!' }, 'exited', 'exited with status 3 before it was ready: no #!'],
      [{ code: 0 }, 'exited', 'exited with status 0 before it was ready'],
      [{ code: 3 }, 'exited', 'exited with status 3 before it was ready'],
      [{ code: null, signal: 'SIGSEGV' }, 'exited', 'was killed by SIGSEGV before it was ready'],
      [{ cause: 'closed', code: null }, 'exited', 'closed its output before it was ready'],
    ] as const;
    for (const [facts, rule, detail] of cases) {
      const table = laidTable({ seats: 'nnn' });
      t.same(table.leaves(1, 'crashed', facts), ['1 is out']);
      t.same(table.events.at(-1), { type: 'offence', seat: 1, kind: 'startup', rule, detail });
      t.same([...table.says(1, 'n'), ...table.leaves(1)], [], 'and is heard no more');
      table.says(2, 'n');
      t.equal(table.says(3, 'n').length, 2, 'the others are dealt');
      table.leaves(2);
      t.equal(table.outcomes(), `failed startup/${rule}, left exited, won`);
    }
  });

  t.test('Who was ready and is gone before the deal has failed, and takes no part', async (t) => {
    for (const cause of ['exited', 'closed', 'crashed'] as const) {
      const table = laidTable({ seats: 'nnn' });
      table.says(1, 'n');
      t.same(table.leaves(1, cause), ['1 is out']);
      t.match(table.events.at(-1), { type: 'offence', seat: 1, kind: 'startup', rule: 'exited' });
      table.says(2, 'n');
      t.equal(table.says(3, 'n').length, 2, 'the others are dealt');
      t.notOk(table.events.some(({ type, seat }) => type === 'deal' && seat === 1));
    }
  });

  t.test('The hand is 21 tiles up to 4 players, 15 for 5 or 6, 11 for 7 or more', async (t) => {
    const sizes = Array.from(
      { length: 13 },
      (_, index) => dealtTable({ seats: 'n'.repeat(index + 1) }).hand(1).length,
    );
    t.same(sizes, [21, 21, 21, 21, 15, 15, 11, 11, 11, 11, 11, 11, 11]);
    t.equal(dealtTable({ seats: 'nn', options: { hand: 5 } }).hand(2).length, 5, '--hand N');
    t.equal(dealtTable({ seats: 'nnnnnnn', options: { hand: 20 } }).hand(7).length, 20, '--hand N');
  });

  t.test('The hand goes by those that are ready', async (t) => {
    const table = laidTable({ seats: 'nnnnn' });
    table.leaves(5);
    for (const seat of [1, 2, 3, 4]) table.says(seat, 'n');
    t.equal(table.hand(1).length, 21);
    const small = laidTable({ seats: 'nnnnn', options: { bunch: { A: 75 } } });
    small.leaves(5);
    for (const seat of [1, 2, 3, 4]) small.says(seat, 'n');
    t.equal(small.hand(1).length, 15, 'or, if there are too few for that, by those that were named');
  });

  t.test('What is dealt and what is left is the whole bunch', async (t) => {
    const table = dealtTable({ seats: 'nnnn' });
    const all = inOrder([1, 2, 3, 4].map(table.hand).join('') + thingsIn(table.state.bunch).join(''));
    t.equal(all.length, 144);
    t.equal(
      all,
      Object.keys(standardBunch)
        .sort()
        .map((letter) => letter.repeat(standardBunch[letter]!))
        .join(''),
    );
    t.equal(
      new Set([0, 1, 2, 3, 4].map((number) => dealtTable({ key: keyNumber(number) }).hand(1))).size,
      5,
      'shuffled',
    );
  });

  t.test('A bunch that could not deal to all players is refused before anything is started', async (t) => {
    const says = (seats: number, given: object) =>
      bananagrams.unplayable({ ...settleOptions(bananagramsOptions, []), ...given }, seats);
    t.equal(says(13, {}), undefined, '143 of 144');
    t.equal(
      says(14, {}),
      'the bunch has 144 tiles, but 14 players with 11 each need 154: ' +
        'use fewer players or use --hand N (at most 10) or use a larger --bunch FILE',
    );
    t.equal(says(2, { bunch: { A: 42 } }), undefined, 'just enough');
    t.equal(
      says(2, { bunch: { A: 1 } }),
      'the bunch has 1 tile, but 2 players with 21 each need 42: use fewer players or use a larger --bunch FILE',
    );
    t.equal(
      says(1, { bunch: { A: 20 } }),
      'the bunch has 20 tiles, but 1 player with 21 each need 21: use --hand N (at most 20) or use a larger --bunch FILE',
    );
    t.match(says(2, { hand: 100 }), /^the bunch has 144 tiles, but 2 players with 100 each need 200/);
  });

  t.test('The bunch has 144 tiles', async (t) => {
    t.equal(
      bunchText(standardBunch).replaceAll('\n', ', '),
      'A 13, B 3, C 3, D 6, E 18, F 3, G 4, H 3, I 12, J 2, K 2, L 5, M 3, N 8, O 11, P 3, Q 2, R 9, S 6, T 9, ' +
        'U 6, V 3, W 3, X 2, Y 3, Z 2, ',
    );
  });

  t.test('A bunch file has lines of a letter and a count', async (t) => {
    const read = (text: string) => {
      const reading = readBunch(text);
      return reading.ok ? reading.value : `${reading.line}: ${reading.problem}`;
    };
    t.same(read('E 18\nA 2\n'), { E: 18, A: 2 });
    t.same(
      read('\uFEFF# tiles\r\n\r\n  e\t18 \r\nA 0'),
      { E: 18, A: 0 },
      'comments, blank lines, CR LF, lower case',
    );
    t.same(read(bunchText(standardBunch)), standardBunch, 'what is written is read back');
    for (const line of ['E', 'E18', 'EE 18', '18 E', 'E -1', 'E 1.5', 'É 1', 'E 1 1', 'E 1234567'])
      t.equal(
        read(`A 1\n${line}`),
        `2: expected a letter and a count, such as \`E 18\`; got ${JSON.stringify(line)}`,
      );
    t.equal(read('A 1\nB 1\na 2'), '3: expected each letter once; got A again');
    t.equal(read('A 60000\nB 40000\nC 1'), '3: expected at most 100000 tiles; it has more');
    t.equal(read(''), '1: expected at least one tile; got none');
    t.equal(read('A 0\n# B 3'), '1: expected at least one tile; got none');
  });

  t.test(
    'Without an accepted peel or dump for --stall the game ends without a winner, and all have lost',
    async (t) => {
      const table = dealtTable({ hands: ['AAB', 'AAA'], draws: 'A', options: { stall: seconds(60) } });
      t.same(table.wait(seconds(60) - 1), []);
      t.same(table.wait(1), ['nobody has won: stalled']);
      t.match(table.verdict, { outcome: 'stalled', winner: null, reason: 'stalled' });
      t.equal(table.outcomes(), 'lost, lost');
    },
  );

  t.test('--stall and --game-timeout count from the deal', async (t) => {
    const request = { hands: ['AAB', 'AAA'], draws: 'A', readyTimeout: seconds(100) };
    const stalling = laidTable({ ...request, options: { stall: seconds(60) } });
    stalling.says(1, 'n');
    stalling.wait(seconds(90));
    stalling.says(2, 'n');
    t.same(stalling.wait(seconds(60) - 1), []);
    t.same(stalling.wait(1), ['nobody has won: stalled']);
    const slow = laidTable({ ...request, gameTimeout: seconds(70) });
    slow.says(1, 'n');
    slow.wait(seconds(90));
    slow.says(2, 'n');
    t.same(slow.wait(seconds(70) - 1), []);
    t.same(slow.wait(1), ['nobody has won: game-timeout']);
  });

  t.test('An accepted peel and an accepted dump are progress', async (t) => {
    const table = dealtTable({ hands: ['AAB', 'AAA'], draws: 'AAAAAA', options: { stall: seconds(60) } });
    table.wait(seconds(50));
    table.says(1, `p001${row('AAB')}`);
    t.same(table.wait(seconds(50)), []);
    table.says(2, 'dA');
    t.same(table.wait(seconds(60) - 1), []);
    t.same(table.wait(1), ['nobody has won: stalled']);
  });

  t.test('A refused dump and a late peel are marked as without effect', async (t) => {
    const table = dealtTable({ seats: 'nn', hands: ['AAB', 'AAA'], draws: 'AA' });
    const marked = (seat: number, text: string) =>
      [...settled(table.referee, seat, Buffer.from(text), table.now)]
        .flat()
        .map((effect) => effect.do === 'record' && `${effect.event.type} ${effect.noEffect === true}`)
        .filter(Boolean);
    t.same(marked(1, 'dA'), ['dump true'], 'the bunch has not three tiles');
    table.says(1, `p001${row('AAB')}`);
    t.same(marked(2, `p001${row('AAA')}`), ['late true']);
    t.same(marked(2, 'dA'), ['dump true'], 'the bunch is empty');
  });

  t.test('Refused dumps, late peels and somebody leaving are no progress', async (t) => {
    const table = dealtTable({
      seats: 'nrn',
      hands: ['AAB', 'AAA', 'BBB'],
      draws: 'AAAA',
      options: { stall: seconds(60) },
    });
    table.says(1, `p001${row('AAB')}`);
    table.wait(seconds(59));
    t.same(table.says(3, 'dB'), ['3< dB.']);
    t.same(table.says(3, `p001${row('BBB')}`), ['3< -001.']);
    t.same(table.says(2, `p${row('AAA')}`), []);
    t.same(table.leaves(3), ['3 is out']);
    t.same(table.wait(seconds(1)), ['nobody has won: stalled']);
  });

  t.test('--stall 0 and --game-timeout 0 are no limits', async (t) => {
    const table = dealtTable({ options: { stall: 0 }, gameTimeout: 0 });
    t.equal(table.referee.alarm, undefined);
    t.same(table.wait(minutes(10_000)), []);
  });

  t.test('After --game-timeout the game ends without a winner, whatever is played', async (t) => {
    const options = { stall: seconds(60) };
    const table = dealtTable({ hands: ['AAB', 'AAA'], draws: 'AAAAAA', options, gameTimeout: seconds(70) });
    table.wait(seconds(50));
    table.says(1, `p001${row('AAB')}`);
    t.same(table.wait(seconds(20)), ['nobody has won: game-timeout']);
    t.match(table.verdict, { outcome: 'timeout', winner: null });
    t.equal(table.outcomes(), 'lost, lost');
  });

  t.test('A timer that fires too early ends nothing', async (t) => {
    const table = dealtTable({ options: { stall: seconds(60) }, gameTimeout: seconds(70) });
    table.wait(seconds(30));
    t.same(table.referee.wake(table.now), []);
    t.ok(table.referee.alarm! > table.now);
  });

  t.test('The usual limits are those of the page', async (t) => {
    const options = settleOptions(bananagramsOptions, []);
    t.match(options, {
      stall: minutes(1),
      'photo-finish': 0,
      'offender-tiles': 'return',
      'last-player': 'win',
    });
    t.match(options, {
      lenient: false,
      hand: undefined,
      'max-output': 256 * 2 ** 20,
      'max-late': 16 * 2 ** 20,
    });
  });

  t.test(
    'A player that exits or closes its output before the end has left, and its tiles go back',
    async (t) => {
      for (const cause of ['exited', 'closed', 'crashed'] as const) {
        const table = dealtTable({ hands: ['AAB', 'AAA', 'BCC'], draws: 'AB' });
        t.same(table.leaves(3, cause), ['3 is out']);
        t.same(table.events.at(-1), { type: 'left', seat: 3, cause });
        t.equal(inOrder(thingsIn(table.state.bunch).join('')), 'ABBCC');
        t.equal(table.says(1, `p001${row('AAB')}`).length, 2, 'the others go on');
        t.same(table.leaves(1), ['1 is out', '2 has won: last-player']);
        t.equal(table.outcomes(), `left exited, won, left ${cause}`);
      }
      const removing = dealtTable({
        hands: ['AAB', 'AAA', 'BCC'],
        draws: 'AB',
        options: { 'offender-tiles': 'remove' },
      });
      removing.leaves(3);
      t.equal(inOrder(thingsIn(removing.state.bunch).join('')), 'AB');
    },
  );

  t.test('What was written before leaving counts; an unfinished message is nothing', async (t) => {
    const table = dealtTable({ hands: ['AAB', 'AAA', 'AAC'], draws: 'ABCAAAAAA' });
    t.equal(table.says(1, `p001${row('AAB')}p002003`).length, 3);
    t.same(table.leaves(1), ['1 is out']);
    t.same(table.events.at(-2), { type: 'left', seat: 1, cause: 'exited' });
    t.match(table.events.at(-1), { type: 'unfinished', seat: 1 }, 'what came of it is told');
    t.same(table.says(1, '001AAB'), [], 'and nothing comes of the rest');
  });

  t.test(
    'The last player at a table of two or more has won, or with `continue` plays on to the end',
    async (t) => {
      const winning = dealtTable({ hands: ['AAB', 'AAA'], draws: 'A' });
      t.same(winning.leaves(1), ['1 is out', '2 has won: last-player']);
      const options = { 'last-player': 'continue' } as const;
      const playing = dealtTable({
        hands: ['BBB', 'AAA'],
        draws: 'A',
        options: { ...options, 'offender-tiles': 'remove' },
      });
      t.same(playing.leaves(1), ['1 is out']);
      t.same(playing.says(2, `p001${row('AAA')}`), ['2< +001A.']);
      t.same(playing.says(2, `p002${row('AAAA')}`), ['2< +002.', '2 has won: bunch-empty']);
      t.equal(playing.outcomes(), 'left exited, won');
      const leaving = dealtTable({ hands: ['AAB', 'AAA'], draws: 'A', options });
      leaving.leaves(1);
      t.same(leaving.leaves(2, 'closed'), ['2 is out', 'nobody has won: nobody-left']);
      t.equal(leaving.outcomes(), 'left exited, left closed');
    },
  );

  t.test('One player alone plays to the end, and wins if it gets there', async (t) => {
    const table = dealtTable({ seats: 'n', hands: ['AAB'], draws: 'A' });
    t.equal(table.verdict, undefined, 'not as the last player');
    t.same(table.says(1, `p001${row('AAB')}`), ['1< +001A.']);
    t.same(table.says(1, `p002${row('AAAB')}`), ['1< +002.', '1 has won: bunch-empty']);
  });

  t.test('When the one player offends or leaves, nobody has won', async (t) => {
    const offending = dealtTable({ seats: 'n', hands: ['AAB'], draws: 'A' });
    t.same(offending.says(1, '!'), ['1 is out', 'nobody has won: nobody-left']);
    t.match(offending.verdict, { outcome: 'aborted', winner: null });
    t.equal(offending.outcomes(), 'offender protocol/byte');
    const leaving = dealtTable({ seats: 'r', hands: ['AAB'], draws: 'A' });
    t.same(leaving.leaves(1), ['1 is out', 'nobody has won: nobody-left']);
  });

  t.test('An interrupted game has no winner, and those that played are unfinished', async (t) => {
    const table = dealtTable({ hands: ['AAB', 'AAA', 'AAC'], draws: 'A' });
    table.says(2, '!');
    t.same(table.interrupt(), ['nobody has won: interrupted']);
    t.match(table.verdict, { outcome: 'aborted', winner: null });
    t.equal(table.outcomes(), 'unfinished, offender protocol/byte, unfinished');
    t.same(table.interrupt(), [], 'once');
  });

  t.test('A game may be interrupted before the deal', async (t) => {
    const table = laidTable({ seats: 'nnn' });
    table.says(1, 'n');
    table.leaves(2, 'crashed');
    t.same(table.interrupt(), ['nobody has won: interrupted']);
    t.equal(table.outcomes(), 'unfinished, failed startup/exited, unfinished');
    t.same([...table.says(3, 'n'), ...table.wait(minutes(1))], []);
  });

  t.test('More output than --max-output is a flood; what came within it counts', async (t) => {
    const options = { 'max-output': 20 };
    const fine = dealtTable({ hands: ['AAB', 'AAA', 'AAC'], draws: 'AAA', others: 'AAAAAA', options });
    t.equal(fine.says(1, `p001${row('AAB')}dAdAdA`).length, 6, '20 bytes with the ready');
    t.same(fine.says(1, 'd'), ['1 is out'], 'one more');
    const offence = { kind: 'flood', rule: 'output', at: 20, unit: 'byte' };
    t.match(fine.events.at(-1), { type: 'offence', seat: 1, ...offence });
    t.equal(fine.events.at(-1)?.detail, 'wrote more than 20 bytes in one game (--max-output)');
    const atOnce = dealtTable({ hands: ['AAB', 'AAA', 'AAC'], draws: 'AAA', others: 'AAAAAA', options });
    const lines = atOnce.says(1, `p001${row('AAB')}dAdAdAdAdA`);
    t.same([lines.length, lines.at(-1)], [7, '1 is out'], 'in one read');
  });

  t.test('A flood before the deal is one, too', async (t) => {
    const table = laidTable({ seats: 'nnn', options: { 'max-output': 20, lenient: true } });
    t.same(table.says(1, `n${' '.repeat(20)}`), ['1 is out']);
    table.says(2, 'n');
    t.equal(table.says(3, 'n').length, 2);
    table.leaves(2);
    t.equal(table.outcomes(), 'offender flood/output, left exited, won');
  });

  t.test('More late peels than --max-late are a flood', async (t) => {
    const late = { n: `p001${row('AAA')}`, r: `p${row('AAA')}` };
    for (const [dialect, peel] of Object.entries(late)) {
      const options = { 'max-late': 3 * peel.length };
      const table = dealtTable({
        seats: `n${dialect}n`,
        hands: ['AAB', 'AAA', 'AAC'],
        draws: 'BBBBBB',
        options,
      });
      table.says(1, `p001${row('AAB')}`);
      for (const _ of [1, 2, 3]) t.ok(table.says(2, peel).length < 2);
      t.equal(table.events.filter(({ type }) => type === 'late').length, 3);
      t.same(table.says(2, peel), ['2 is out']);
      t.match(table.events.at(-1), { type: 'offence', kind: 'flood', rule: 'late', at: 1 + 3 * peel.length });
    }
  });

  t.test('Only late peels count for --max-late', async (t) => {
    const table = dealtTable({ hands: ['AAA', 'AAA'], draws: 'A'.repeat(40), options: { 'max-late': 12 } });
    for (let peels = 1; peels <= 15; peels++)
      table.says(1, `p${String(peels).padStart(3, '0')}${row('A'.repeat(peels + 2))}`);
    t.equal(table.events.filter(({ type }) => type === 'peel').length, 15);
    t.equal(table.verdict, undefined);
  });

  t.test('The result counts what each player did, and shows its last grid', async (t) => {
    const table = dealtTable({ seats: 'nr', hands: ['AAB', 'AAA'], draws: 'CBAAAA', others: 'A' });
    table.says(1, `p001${row('AAB')}`);
    table.says(2, `p${row('AAA')}`);
    table.says(2, 'dA');
    table.says(1, `p002${row('AABC')}`);
    const tally = bananagrams.tally(2);
    for (const event of table.events) tally.take(event as BananagramsEvent);
    t.same(tally.game(), { peels: 2 });
    t.same(tally.player(1), { peels: 2, dumps: 0, late: 0, grid: row('AABC') });
    t.same(tally.player(2), { peels: 0, dumps: 1, late: 1 }, 'no grid that stood');
  });

  t.test('However often a dump is refused, no more is remembered than the player has tiles', async (t) => {
    for (const seats of ['rn', 'nr']) {
      const table = dealtTable({ seats, hands: ['AAB', 'AAA'], draws: 'A' });
      for (let reads = 0; reads < 4; reads++) table.says(1, 'dBdA'.repeat(2500));
      t.ok(table.state.players[0]!.sent.length <= 3);
      t.equal(table.hand(1), 'AAB');
    }
  });
});

t.test('bananagrams peels', async (t) => {
  t.test('A legal peel with the next number stands: everybody draws a tile', async (t) => {
    const table = dealtTable({ hands: ['AAB', 'ABC', 'AAA'], draws: 'CBA', others: 'AAA' });
    t.same(
      table.says(2, `p001${row('ABC')}`),
      ['1< =001C.', '2< +001B.', '3< =001A.'],
      'in the order of seats',
    );
    t.same(table.events.at(-1), {
      type: 'peel',
      seat: 2,
      number: '001',
      grid: '003001ABC',
      drew: { 1: 'C', 2: 'B', 3: 'A' },
      bytes: [1, 14],
    });
    t.same(['AABC', 'ABBC', 'AAAA'], [1, 2, 3].map(table.hand));
  });

  t.test('Of two peels with one number the first to arrive stands, and the other is late', async (t) => {
    const dealt = () => dealtTable({ hands: ['AAB', 'ABC'], draws: 'CB', others: 'AA' });
    const first = dealt();
    t.same(first.says(1, `p001${row('AAB')}`), ['1< +001C.', '2< =001B.']);
    t.same(first.says(2, `p001${row('ABC')}`), ['2< -001.'], 'it had its new tile before');
    const second = dealt();
    t.same(second.says(2, `p001${row('ABC')}`), ['1< =001C.', '2< +001B.']);
    t.same(second.says(1, `p001${row('AAB')}`), ['1< -001.']);
  });

  t.test('A late numbered peel is no offence, and changes nothing but that it is answered', async (t) => {
    const table = dealtTable({ hands: ['AAB', 'ABC'], draws: 'CB', others: 'AA' });
    table.says(1, `p001${row('AAB')}`);
    const before = table.state;
    t.same(table.says(2, `p001${row('ABC')}`), ['2< -001.']);
    t.match(table.events.at(-1), { type: 'late', seat: 2, number: '001', grid: '003001ABC', bytes: [1, 14] });
    t.same(
      table.state.players.map(({ tiles }) => tiles),
      before.players.map(({ tiles }) => tiles),
    );
    t.equal(table.state.bunch, before.bunch);
    t.same(table.says(2, `p001${row('ABC')}`), ['2< -001.'], 'each one is answered, the same as well');
    t.same(table.says(2, `p002${row('ABBC')}`), ['1< =002A.', '2< +002A.'], 'and the next one stands');
  });

  t.test('The grid of an old number is not judged; its form still is', async (t) => {
    const late = () => {
      const table = dealtTable({ hands: ['AAB', 'ABC', 'AAA'], draws: 'CBA', others: 'AA' });
      table.says(1, `p001${row('AAB')}`);
      return table;
    };
    const grids = { wrongTiles: row('QQQ'), wrongWord: row('CBA'), apart: row('A.BC'), empty: row('...') };
    for (const [name, grid] of Object.entries(grids))
      t.same(late().says(2, `p001${grid}`), ['2< -001.'], name);
    for (const [grid, rule] of [
      ['003001AbC', 'byte'],
      ['003001AB\n', 'byte'],
      ['000003', 'form'],
    ] as const) {
      const table = late();
      t.same(table.says(2, `p001${grid}`), ['2 is out']);
      t.match(table.events.at(-1), { type: 'offence', seat: 2, kind: 'protocol', rule });
    }
  });

  t.test('A peel with a future number is a protocol error', async (t) => {
    for (const number of ['002', '999', '000', '501']) {
      const table = dealtTable({ hands: ['AAB', 'ABC', 'AAA'], draws: 'CBA', others: 'AA' });
      t.same(table.says(2, `p${number}${row('ABC')}`), ['2 is out']);
      t.match(table.events.at(-1), {
        type: 'offence',
        seat: 2,
        kind: 'protocol',
        rule: 'number',
        at: 1,
        unit: 'byte',
      });
    }
    const table = dealtTable({ hands: ['AAB', 'ABC', 'AAA'], draws: 'CBA', others: 'AA' });
    table.says(1, `p001${row('AAB')}`);
    table.says(2, `p003${row('CBA')}`);
    t.match(table.events.at(-1), {
      rule: 'number',
      detail: 'peel number 3 is not valid: the next number is 2',
      message: `p003${row('CBA')}`,
    });
  });

  t.test('An illegal peel with the next number makes an offender', async (t) => {
    const grids = {
      tiles: [row('AAB'), 'A used but not in the hand, C in the hand but not used'],
      connected: [drawn('AB\n..\n.C'), 'C at row 3, column 2 is not connected to the rest of the grid'],
      word: [drawn('..C\n.AB'), 'CB down, from row 1 of column 3'],
    } as const;
    for (const [rule, [grid, detail]] of Object.entries(grids)) {
      const table = dealtTable({ hands: ['AAA', 'ABC', 'AAB'], draws: 'AAA' });
      t.same(table.says(2, `p001${grid}`), ['2 is out'], 'it is told nothing');
      const offence = { kind: 'illegal', rule, detail, at: 1, unit: 'byte', message: `p001${grid}` };
      t.same(table.events.at(-1), { type: 'offence', seat: 2, ...offence, bytes: [1, 5 + grid.length] });
    }
  });

  t.test('One tile alone is legal', async (t) => {
    const table = dealtTable({ hands: ['B', 'A'], draws: 'CA' });
    t.same(table.says(1, `p001${row('B')}`), ['1< +001C.', '2< =001A.']);
  });

  t.test(
    'The grid in the record is the grid that was sent, without empty rows and columns around it',
    async (t) => {
      const sent = '006007..........A...HER...A.T...T.Y...E.........';
      const table = dealtTable({ hands: ['AAEEHRTTY'], words: ['HATE', 'HER', 'ARTY'] });
      t.same(table.says(1, `p001${sent}`), ['1< +001.', '1 has won: bunch-empty']);
      t.equal(table.events.at(-1)?.grid, '003005..AHERA.TT.YE..');
    },
  );

  t.test('Several messages in one read are settled one after the other', async (t) => {
    const table = dealtTable({ hands: ['AAA', 'AAA'], draws: 'AAAAAA' });
    const two = `p001${row('AAA')}p002${row('AAAA')}`;
    t.same(table.says(1, two), ['1< +001A.', '2< =001A.', '1< +002A.', '2< =002A.']);
  });

  t.test('A message arrives with its last byte', async (t) => {
    const table = dealtTable({ hands: ['AAB', 'ABC'], draws: 'CB', others: 'AA' });
    t.same(table.says(1, `p001003001AA`), []);
    t.same(table.says(2, `p001${row('ABC')}`), ['1< =001C.', '2< +001B.']);
    t.same(table.says(1, 'B'), ['1< -001.'], 'begun earlier, but not there');
  });

  t.test('Messages may be cut at any byte', async (t) => {
    const table = dealtTable({ hands: ['AAB', 'ABC'], draws: 'CBAAA', others: 'A' });
    const lines = [...`p001${row('AAB')}dCp002${row('AAAAAB')}`].flatMap((byte) => table.says(1, byte));
    t.same(lines.slice(0, 3), ['1< +001C.', '2< =001B.', '1< dAAA.']);
    t.match(lines.slice(3), [/^1< \+002[AC]\.$/, /^2< =002[AC]\.$/]);
  });

  t.test('A numbered peel while a dump is unanswered is held against the hand with the answer', async (t) => {
    const table = dealtTable({ hands: ['AAB', 'ABC', 'AAA'], draws: 'CCCAAA' });
    t.same(table.says(1, `dBp001${row('AA')}`), ['1< dCCC.', '1 is out']);
    t.match(table.events.at(-1), { kind: 'illegal', rule: 'tiles', detail: 'CCC in the hand but not used' });
  });

  t.test('Numbers go on from 999 to 000 and 001; 500 of them are old', async (t) => {
    const table = dealtTable({ seats: 'nnr', options: { bunch: { A: 6000 }, hand: 1 } });
    const answer = (number: number) => {
      const copy = `p${String(number).padStart(3, '0')}001001A`;
      return table.says(2, copy)[0];
    };
    for (let peels = 0; peels < 1003; peels++) {
      const next = String((peels + 1) % 1000).padStart(3, '0');
      if ([499, 500, 501, 999, 1000, 1001].includes(peels)) {
        const oldest = Math.max(1, peels - 499);
        t.equal(
          answer(oldest % 1000),
          `2< -${String(oldest % 1000).padStart(3, '0')}.`,
          `oldest after ${peels}`,
        );
        t.equal(
          answer(peels % 1000),
          `2< -${String(peels % 1000).padStart(3, '0')}.`,
          `youngest after ${peels}`,
        );
      }
      const told = table.says(1, `p${next}${square(peels + 1)}`);
      if (told[0] !== `1< +${next}A.`) return void t.fail(`peel ${next} was answered ${told}`);
    }
    t.match(table.events.at(-1), { type: 'peel', number: '003' });
    t.same(table.says(2, `p503001001A`), ['2 is out'], '501 back');
    t.match(table.events.at(-1), { rule: 'number' });
  });

  t.test('A plain peel of the whole hand stands; its player is told the tile and no more', async (t) => {
    const table = dealtTable({ seats: 'rnr', hands: ['AAB', 'ABC', 'AAA'], draws: 'CBA', others: 'AAA' });
    t.same(table.says(1, `p${row('AAB')}`), ['1< C.', '2< =001B.', '3< A.']);
    t.match(table.events.at(-1), { type: 'peel', seat: 1, number: '001', grid: '003001AAB' });
  });

  t.test(
    'A plain peel of a hand with letters still on their way is late, and dropped in silence',
    async (t) => {
      const table = dealtTable({ seats: 'rn', hands: ['AAB', 'AAA'], draws: 'CABACA', others: 'AA' });
      for (const [number, hand] of [
        [1, 'AAA'],
        [2, 'AAAA'],
        [3, 'AAAAA'],
      ] as const)
        table.says(2, `p00${number}${row(hand)}`);
      t.equal(table.hand(1), 'AABBCC', 'C, B and C have come');
      for (const hand of ['AAB', 'AABC', 'AABBC']) {
        t.same(table.says(1, `p${row(hand)}`), [], hand);
        t.match(table.events.at(-1), { type: 'late', seat: 1, number: null, grid: row(hand) });
      }
      t.same(table.says(1, `p${row('AABBCC')}`), ['1< A.', '2< =004A.'], 'the whole hand is no such hand');
    },
  );

  t.test('The grid of a late plain peel is not judged', async (t) => {
    const table = dealtTable({ seats: 'rn', hands: ['AAB', 'AAA'], draws: 'CA', others: 'AA' });
    table.says(2, `p001${row('AAA')}`);
    for (const grid of [row('BAA'), drawn('A..\n..B\nA..')]) t.same(table.says(1, `p${grid}`), [], grid);
  });

  t.test('After a late plain peel its player goes on as before', async (t) => {
    const table = dealtTable({ seats: 'rn', hands: ['AAB', 'AAA'], draws: 'CABA', others: 'AA' });
    table.says(2, `p001${row('AAA')}`);
    t.same(table.says(1, `p${row('AAB')}`), []);
    t.same(table.says(1, `p${row('AAB')}`), [], 'the same again');
    t.same(table.says(1, `p${row('AABC')}`), ['1< B.', '2< =002A.']);
  });

  t.test('A plain peel that is sent twice is late the second time: its letter was on its way', async (t) => {
    const table = dealtTable({ seats: 'rn', hands: ['AAB', 'AAA'], draws: 'CA', others: 'AA' });
    const twice = `p${row('AAB')}p${row('AAB')}`;
    t.same(table.says(1, twice), ['1< C.', '2< =001A.']);
    t.match(table.events.at(-1), { type: 'late', seat: 1 });
  });

  t.test('A hand from before the last peel of a plain player is neither current nor late', async (t) => {
    const table = dealtTable({ seats: 'rnn', hands: ['AAB', 'AAA', 'AAA'], draws: 'CAABAA', others: 'AA' });
    table.says(1, `p${row('AAB')}`);
    table.says(1, `p${row('AABC')}`);
    t.same(table.says(1, `p${row('AAB')}`), ['1 is out']);
    t.match(table.events.at(-1), { kind: 'illegal', rule: 'tiles', detail: 'BC in the hand but not used' });
  });

  t.test('A plain peel that is neither current nor late is illegal', async (t) => {
    const hands = {
      'too few': 'AA',
      'not the letter on its way': 'AABB',
      'one of another kind': 'ABB',
      'too many': 'AABCC',
    };
    for (const [name, hand] of Object.entries(hands)) {
      const table = dealtTable({ seats: 'rnn', hands: ['AAB', 'AAA', 'AAA'], draws: 'CAA', others: 'AA' });
      table.says(2, `p001${row('AAA')}`);
      t.same(table.says(1, `p${row(hand)}`), ['1 is out'], name);
      t.match(table.events.at(-1), { kind: 'illegal', rule: 'tiles' });
    }
  });

  t.test('A plain peel while its dump is unanswered is late', async (t) => {
    const table = dealtTable({ seats: 'rn', hands: ['AAB', 'AAA'], draws: 'CCC', others: 'AAA' });
    t.same(table.says(1, `dBp${row('AA')}`), ['1< CCC.']);
    t.match(table.events.at(-1), { type: 'late', seat: 1, grid: row('AA') });
    t.same(table.says(1, `p${row('AACCC')}`).length, 2, 'with the answer it is the hand');
  });

  t.test('A plain peel with a tile that was dumped is illegal', async (t) => {
    const table = dealtTable({ seats: 'rnn', hands: ['AAB', 'AAA', 'AAA'], draws: 'CCC', others: 'AAA' });
    t.same(table.says(1, `dBp${row('AAB')}`), ['1< CCC.', '1 is out']);
    t.match(table.events.at(-1), {
      rule: 'tiles',
      detail: 'B used but not in the hand, CCC in the hand but not used',
    });
  });

  t.test(
    'A plain dump that crosses a peel: the hand without either answer, and with the first, is late',
    async (t) => {
      const table = dealtTable({ seats: 'rn', hands: ['AAB', 'AAA'], draws: 'CACCC', others: 'AAA' });
      t.same(table.says(2, `p001${row('AAA')}`), ['1< C.', '2< +001A.']);
      t.same(table.says(1, 'dB'), ['1< CCC.']);
      for (const hand of ['AA', 'AAC']) {
        t.same(table.says(1, `p${row(hand)}`), []);
        t.match(table.events.at(-1), { type: 'late', grid: row(hand) });
      }
      t.same(table.says(1, `p${row('AACCCC')}`).length, 2);
    },
  );

  t.test('A plain player may dump a letter that has only just come', async (t) => {
    const table = dealtTable({ seats: 'rn', hands: ['AAA', 'AAA'], draws: 'CABBB', others: 'AAA' });
    table.says(2, `p001${row('AAA')}`);
    t.same(table.says(1, `dCp${row('AAA')}`), ['1< BBB.']);
    t.match(table.events.at(-1), { type: 'late', grid: row('AAA') }, 'its answer was on the way');
    t.same(table.says(1, `p${row('AAABBB')}`).length, 2);
  });

  t.test('A plain peel after a refused dump is the whole hand again', async (t) => {
    const table = dealtTable({ seats: 'rn', hands: ['AAB', 'AAA'], draws: 'CA' });
    t.same(table.says(1, 'dB'), ['1< B.']);
    t.same(table.says(1, `p${row('AA')}`), [], 'late: B was on its way back');
    t.same(table.says(1, `p${row('AAB')}`), ['1< C.', '2< =001A.']);
  });

  t.test(
    'A dump is answered with three tiles in alphabetical order, and only its player hears of it',
    async (t) => {
      for (const [seats, answer] of [
        ['nn', 'dABC.'],
        ['rr', 'ABC.'],
      ] as const) {
        const table = dealtTable({ seats, hands: ['AAB', 'AAA'], draws: 'CAB', others: 'AA' });
        t.same(table.says(1, 'dB'), [`1< ${answer}`]);
        t.same(table.events.at(-1), {
          type: 'dump',
          seat: 1,
          letter: 'B',
          drew: 'ABC',
          refused: false,
          bytes: [1, 3],
        });
        t.equal(table.hand(1), 'AAABC');
      }
    },
  );

  t.test('The dumped tile goes back only after the three are drawn', async (t) => {
    for (let number = 0; number < 20; number++) {
      const options = { bunch: { A: 6 }, hand: 3 };
      const table = dealtTable({ seats: 'n', key: keyNumber(number), options });
      t.same(table.says(1, 'dA'), ['1< dAAA.']);
      t.same(thingsIn(table.state.bunch), ['A']);
    }
    const table = dealtTable({ hands: ['AAB', 'AAA'], draws: 'CCC' });
    t.same(table.says(1, 'dB'), ['1< dCCC.']);
    t.same(thingsIn(table.state.bunch), ['B']);
  });

  t.test('The dumped tile goes to a place drawn at random', async (t) => {
    const places = new Set<number>();
    for (let number = 0; number < 400; number++) {
      const table = dealtTable({
        seats: 'n',
        key: keyNumber(number),
        options: { bunch: { A: 7, B: 1 }, hand: 1 },
      });
      if (table.hand(1) !== 'B') continue;
      table.says(1, 'dB');
      places.add(thingsIn(table.state.bunch).indexOf('B'));
    }
    t.same([...places].sort(), [0, 1, 2, 3, 4], 'among the four that are left: any place');
  });

  t.test('A dump is refused while the bunch has fewer than three tiles: the tile comes back', async (t) => {
    for (const draws of ['', 'C', 'CC'])
      for (const [seats, answer] of [
        ['nn', 'dB.'],
        ['rr', 'B.'],
      ] as const) {
        const table = dealtTable({ seats, hands: ['AAB', 'AAA'], draws });
        t.same(table.says(1, 'dB'), [`1< ${answer}`], `${draws.length} in the bunch`);
        t.match(table.events.at(-1), { type: 'dump', seat: 1, letter: 'B', drew: 'B', refused: true });
        t.same([table.hand(1), table.state.bunch.left], ['AAB', draws.length]);
      }
    t.same(
      dealtTable({ hands: ['AAB', 'AAA'], draws: 'CCC' }).says(1, 'dB'),
      ['1< dCCC.'],
      'three are enough',
    );
  });

  t.test('Several dumps may be under way; they are answered in order', async (t) => {
    const table = dealtTable({ hands: ['ABC', 'AAA'], draws: 'CCC', others: 'BB' });
    const lines = table.says(1, 'dAdBdC');
    t.equal(lines.length, 3);
    t.equal(lines[0], '1< dCCC.');
    t.match(table.events.slice(-3), [{ letter: 'A' }, { letter: 'B' }, { letter: 'C' }]);
    t.match(
      table.events.slice(-3),
      [{ refused: false }, { refused: false }, { refused: true }],
      '5, 3 and 1 are there',
    );
    t.same(
      lines.slice(1).map((line) => line.length),
      ['1< dCCC.'.length, '1< dC.'.length],
    );
  });

  t.test('A dump of a letter that the player does not hold is illegal', async (t) => {
    for (const said of ['dC', 'dBdB']) {
      const table = dealtTable({ hands: ['AAB', 'AAA', 'AAA'], draws: 'AAA', others: 'AAC' });
      t.equal(table.says(1, said).at(-1), '1 is out', said);
      const letter = said.at(-1);
      t.match(table.events.at(-1), {
        type: 'offence',
        kind: 'illegal',
        rule: 'tiles',
        detail: `${letter} dumped but not in the hand`,
        at: said.length - 1,
        unit: 'byte',
        message: `d${letter}`,
      });
    }
  });

  t.test('A dump that crosses a peel is answered in its order', async (t) => {
    const table = dealtTable({ hands: ['AAB', 'AAA'], draws: 'CACCC', others: 'AAA' });
    t.same(table.says(2, `p001${row('AAA')}`), ['1< =001C.', '2< +001A.']);
    t.same(table.says(1, 'dB'), ['1< dCCC.']);
    t.equal(table.hand(1), 'AACCCC');
    const other = dealtTable({ hands: ['AAB', 'AAA'], draws: 'CCCCA', others: 'AAA' });
    t.same(other.says(1, 'dB'), ['1< dCCC.']);
    const [mine] = other.says(2, `p001${row('AAA')}`);
    t.match(mine, /^1< =001[ABC]\.$/);
  });

  t.test('The last peel wins: everybody is told, and nobody draws', async (t) => {
    for (const draws of ['', 'C']) {
      const table = dealtTable({ seats: 'nrn', hands: ['AAB', 'AAA', 'ABC'], draws: `${draws}` });
      t.same(table.says(1, `p001${row('AAB')}`), ['1< +001.', '3< =001.', '1 has won: bunch-empty']);
      t.equal(table.outcomes(), 'won, lost, lost');
      t.match(table.events.at(-1), { type: 'peel', seat: 1, number: '001', drew: {} });
    }
    const plain = dealtTable({ seats: 'rr', hands: ['AAB', 'AAA'], draws: 'C' });
    t.same(plain.says(2, `p${row('AAA')}`), ['2 has won: bunch-empty'], 'a plain player is told nothing');
  });

  t.test('With as many tiles in the bunch as players are left, a peel is not the last', async (t) => {
    const table = dealtTable({ hands: ['AAB', 'AAA'], draws: 'CC' });
    t.same(table.says(1, `p001${row('AAB')}`), ['1< +001C.', '2< =001C.']);
    t.equal(table.verdict, undefined);
    t.same(table.says(2, `p002${row('AAAC')}`), ['1< =002.', '2< +002.', '2 has won: bunch-empty']);
  });

  t.test('Of two last peels the first wins, and the other is not even judged', async (t) => {
    for (const grid of [row('AAA'), row('QQQ')]) {
      const table = dealtTable({ hands: ['AAB', 'AAA'], draws: 'C' });
      table.says(1, `p001${row('AAB')}`);
      t.same(table.says(2, `p001${grid}`), [], 'no answer');
      t.equal(table.outcomes(), 'won, lost');
    }
  });

  t.test('Nothing that arrives after the verdict changes it', async (t) => {
    const table = dealtTable({
      hands: ['AAB', 'AAA'],
      draws: 'C',
      options: { stall: 5e9 },
      gameTimeout: 9e9,
    });
    const [, , last] = table.says(1, `p001${row('AAB')}dA\n`);
    t.equal(last, '1 has won: bunch-empty');
    const { verdict, events } = table;
    const count = events.length;
    t.same(table.says(2, '!'), []);
    t.same(table.says(1, 'dA'), []);
    t.same(
      [...table.leaves(1, 'crashed'), ...table.leaves(2), ...table.interrupt(), ...table.wait(20e9)],
      [],
    );
    t.equal(table.verdict, verdict);
    t.equal(events.length, count);
  });

  t.test(
    'An offence takes effect before what arrived after it: a peel may then not be the last',
    async (t) => {
      const dealt = (tiles: 'return' | 'remove') =>
        dealtTable({ hands: ['AAB', 'AAA', 'ABC'], draws: 'CC', options: { 'offender-tiles': tiles } });
      const before = dealt('return');
      t.same(before.says(3, 'dA!'), ['3< dA.', '3 is out']);
      t.equal(before.state.bunch.left, 5, 'its three are back');
      t.match(before.says(1, `p001${row('AAB')}`), [/^1< \+001[ABC]\.$/, /^2< =001[ABC]\.$/]);
      t.equal(before.verdict, undefined);
      const gone = dealt('remove');
      gone.says(3, '!');
      t.same(gone.says(1, `p001${row('AAB')}`), ['1< +001C.', '2< =001C.'], 'two are enough for two');
    },
  );

  t.test('A last peel before an offence has won, and the offence is not judged', async (t) => {
    const table = dealtTable({ hands: ['AAB', 'AAA', 'ABC'], draws: 'CC' });
    t.equal(table.says(1, `p001${row('AAB')}`).at(-1), '1 has won: bunch-empty');
    t.same(table.says(3, '!'), []);
    t.equal(table.outcomes(), 'won, lost, lost');
  });

  t.test('When two of two offend, the first is out, and the other has won before it is judged', async (t) => {
    const table = dealtTable({ hands: ['AAB', 'AAA'], draws: 'CC' });
    t.same(table.says(2, `p001${row('QQQ')}`), ['2 is out', '1 has won: last-player']);
    t.same(table.says(1, '!'), []);
    t.equal(table.outcomes(), 'won, offender illegal/tiles');
  });

  t.test('When two of three offend, both are out', async (t) => {
    const table = dealtTable({ hands: ['AAB', 'AAA', 'ABC'], draws: 'CC' });
    t.same(table.says(2, '!'), ['2 is out']);
    t.same(table.says(3, `p001${row('CBA')}`), ['3 is out', '1 has won: last-player']);
    t.equal(table.outcomes(), 'won, offender protocol/byte, offender illegal/word');
  });

  t.test('An offender is heard no more', async (t) => {
    const table = dealtTable({ hands: ['AAB', 'AAA', 'ABC'], draws: 'CCC' });
    t.same(table.says(2, `!p001${row('AAA')}`), ['2 is out']);
    t.same(table.says(2, 'dA'), []);
    t.same(table.leaves(2, 'crashed'), []);
    t.equal(
      table.events.filter(({ type, seat }) => seat === 2 && type !== 'deal' && type !== 'ready').length,
      1,
    );
    t.match(table.says(1, `p001${row('AAB')}`), [/^1</, /^3</], 'and is dealt no more');
  });

  t.test('The tiles of an offender go back into the bunch, or with `remove` are gone', async (t) => {
    const dealt = (tiles: 'return' | 'remove') =>
      dealtTable({ hands: ['AAB', 'AAA', 'BCC'], draws: 'AB', options: { 'offender-tiles': tiles } });
    const back = dealt('return');
    back.says(3, '!');
    t.equal(inOrder(thingsIn(back.state.bunch).join('')), 'ABBCC');
    const gone = dealt('remove');
    gone.says(3, '!');
    t.equal(inOrder(thingsIn(gone.state.bunch).join('')), 'AB');
  });

  t.test('The tiles of an offender are shuffled in', async (t) => {
    const places = new Set<number>();
    for (let number = 0; number < 600; number++) {
      const options = { bunch: { A: 7, B: 1 }, hand: 1 };
      const table = dealtTable({ seats: 'nnn', key: keyNumber(number), options });
      if (table.hand(3) !== 'B') continue;
      table.says(3, '!');
      places.add(thingsIn(table.state.bunch).indexOf('B'));
    }
    t.same([...places].sort(), [0, 1, 2, 3, 4, 5], 'among the five that are there: any place');
  });

  t.test('The picture of a game that is over counts the peels of each', async (t) => {
    const players = [1, 2].map((peels, index) => ({ seat: index + 1, grid: '001001A', peels }));
    const result = { players } as unknown as Result;
    const picture = bananagramsPicture(2);
    picture.take({ type: 'end', result });
    t.same(
      picture.panels().map(({ caption }) => caption),
      ['1 peel', '2 peels'],
    );
  });

  t.test('The letters of one peel go out together, in an order drawn again each time', async (t) => {
    const table = dealtTable({ seats: 'nrn', options: { bunch: { A: 90 }, hand: 1 } });
    const orders = new Set<string>();
    for (let peels = 1; peels <= 25; peels++) {
      const peel = `p${String(peels).padStart(3, '0')}${row('A'.repeat(peels))}`;
      const effects = [...settled(table.referee, 1, Buffer.from(peel), table.now)].flat();
      t.same(
        effects.map((effect) => effect.do),
        ['record', 'gate'],
      );
      for (const effect of effects)
        if (effect.do === 'gate') orders.add(effect.tells.map(({ seat }) => seat).join(''));
    }
    t.same([...orders].sort(), ['123', '132', '213', '231', '312', '321']);
  });

  /** So many As, 40 in a row. */
  function square(count: number): string {
    const rows = Array.from({ length: Math.ceil(count / 40) }, (_, line) =>
      'A'.repeat(Math.min(40, count - line * 40)).padEnd(Math.min(40, count), '.'),
    );
    return drawn(rows.join('\n'));
  }
});

t.test('bananagrams photo finish', async (t) => {
  const WINDOW = millis(10);

  function photoTable({ options, ...request }: Request): Table {
    return dealtTable({ ...request, options: { 'photo-finish': WINDOW, ...options } });
  }

  /** Seats that each hold three As; all that is drawn is an A. */
  function sameHands(seats: string, request: Request = {}): Table {
    return photoTable({ ...request, seats, options: { bunch: { A: 60 }, hand: 3, ...request.options } });
  }

  const first = { n: `p001${row('AAA')}`, r: `p${row('AAA')}` };

  t.test('A legal peel waits for the photo finish, and then stands', async (t) => {
    const table = photoTable({ hands: ['AAB', 'AAC'], draws: 'CB' });
    t.same(table.says(1, `p001${row('AAB')}`), []);
    t.same(table.wait(WINDOW - 1), []);
    t.same(table.wait(1), ['1< +001C.', '2< =001B.']);
  });

  t.test('Among legal peels with one number a coin from the seed decides, whoever was first', async (t) => {
    const seen = new Set<string>();
    for (let number = 0; number < 20; number++)
      for (const [one, other] of [
        [1, 2],
        [2, 1],
      ] as const) {
        const key = keyNumber(number);
        const table = sameHands('nn', { key });
        t.same([...table.says(one, first.n), ...table.says(other, first.n)], []);
        const [coin] = draw(openStream(key, 'coin'), 2);
        const [winner, loser] = coin === 0 ? [one, other] : [other, one];
        const [mine, theirs] = [`${winner}< +001A.`, `${loser}< =001A.`];
        t.same(table.wait(WINDOW), [
          ...[mine, theirs].sort((a, b) => (a[0]! < b[0]! ? -1 : 1)),
          `${loser}< -001.`,
        ]);
        t.match(table.events.slice(-2), [
          { type: 'peel', seat: winner },
          { type: 'late', seat: loser, number: '001' },
        ]);
        seen.add(`${one} came first, ${winner} won`);
      }
    t.equal(seen.size, 4);
  });

  t.test('The coin has as many sides as there are legal peels', async (t) => {
    const winners = new Set<number>();
    for (let number = 0; number < 30; number++) {
      const table = sameHands('nrn', { key: keyNumber(number) });
      table.says(1, first.n);
      table.says(2, first.r);
      table.says(3, first.n);
      t.equal(table.wait(WINDOW).filter((line) => /A\.$/.test(line)).length, 3);
      const stood = table.events.filter(({ type }) => type === 'peel');
      t.equal(stood.length, 1);
      t.equal(table.events.filter(({ type }) => type === 'late').length, 2);
      winners.add(stood[0]!.seat!);
    }
    t.same([...winners].sort(), [1, 2, 3]);
  });

  t.test('A plain peel that is current takes part; when it loses it is told its letter alone', async (t) => {
    const losers = new Set<number>();
    for (let number = 0; number < 12; number++) {
      const table = sameHands('rn', { key: keyNumber(number) });
      table.says(2, first.n);
      table.says(1, first.r);
      const lines = table.wait(WINDOW);
      const late = table.events.at(-1)!;
      losers.add(late.seat!);
      if (late.seat === 1) t.same(lines, ['1< A.', '2< +001A.']);
      else t.same(lines, ['1< A.', '2< =001A.', '2< -001.']);
      t.equal(late.number, late.seat === 1 ? null : '001');
    }
    t.equal(losers.size, 2);
  });

  t.test('An illegal peel in that time makes an offender, at its place', async (t) => {
    for (const illegal of [`p001${row('AAB')}`, `p001${row('A.AA')}`]) {
      const table = sameHands('nnn');
      table.says(1, first.n);
      t.same(table.says(2, illegal), ['2 is out']);
      t.same(table.wait(WINDOW), ['1< +001A.', '3< =001A.']);
    }
    const plain = sameHands('nrn');
    plain.says(1, first.n);
    t.same(plain.says(2, `p${row('AA')}`), ['2 is out'], 'a plain one that is neither current nor late');
  });

  t.test('When an offence in that time leaves one player, the game is over', async (t) => {
    const table = sameHands('nn');
    table.says(1, first.n);
    t.same(table.says(2, `p001${row('BBB')}`), ['2 is out', '1 has won: last-player']);
    t.same(table.wait(seconds(1)), []);
  });

  t.test('A peel that arrives when the time is up is late', async (t) => {
    const table = sameHands('nn');
    table.says(1, first.n);
    table.wait(WINDOW - 1000);
    t.same(table.says(2, first.n), ['1< +001A.', '2< =001A.', '2< -001.']);
    const just = sameHands('nn');
    just.says(1, first.n);
    just.wait(WINDOW - 1001);
    t.same(just.says(2, first.n), [], 'a nanosecond earlier it takes part');
    t.equal(just.wait(1).length, 3);
  });

  t.test('The time counts from the first legal peel', async (t) => {
    const table = sameHands('nnn');
    table.says(1, first.n);
    table.wait(millis(6));
    table.says(2, first.n);
    t.equal(table.wait(millis(4)).length, 4);
  });

  t.test('All else that arrives meanwhile is settled afterwards, in its order', async (t) => {
    const table = sameHands('nnrn');
    t.same(table.says(1, first.n), []);
    t.same(
      [...table.says(3, 'dA'), ...table.says(2, 'dA'), ...table.leaves(4, 'crashed'), ...table.says(3, 'dA')],
      [],
    );
    const letters = ['1< +001A.', '2< =001A.', '3< A.', '4< =001A.'];
    t.same(table.wait(WINDOW), [...letters, '3< AAA.', '2< dAAA.', '4 is out', '3< AAA.']);
    t.match(table.events.at(-2), { type: 'left', seat: 4, cause: 'crashed' });
  });

  t.test('An old peel in that time is answered at once, and shuts nothing out', async (t) => {
    const table = sameHands('nnn');
    table.says(1, first.n);
    table.wait(WINDOW);
    table.says(1, `p002${row('AAAA')}`);
    t.same(table.says(2, first.n), ['2< -001.']);
    table.says(2, `p002${row('AAAA')}`);
    const told = table.wait(WINDOW);
    t.equal(told.length, 4, 'three letters, and one of two was late');
    t.match(told.at(-1), /^[12]< -002\.$/);
  });

  t.test('A late plain peel in that time is dropped at once', async (t) => {
    const table = sameHands('nrn');
    table.says(1, first.n);
    table.wait(WINDOW);
    table.says(1, `p002${row('AAAA')}`);
    t.same(table.says(2, first.r), []);
    t.match(table.events.at(-1), { type: 'late', seat: 2, number: null });
    t.equal(table.wait(WINDOW).length, 3);
  });

  t.test('What breaks the wire in that time is an offence afterwards', async (t) => {
    const table = sameHands('nnn');
    table.says(1, first.n);
    t.same(table.says(2, `!${first.n}`), []);
    t.same(table.says(2, first.n), [], 'and nothing is heard after it');
    t.same(table.leaves(2, 'crashed'), []);
    t.same(table.wait(WINDOW), ['1< +001A.', '2< =001A.', '3< =001A.', '2 is out']);
    t.match(table.events.at(-1), { type: 'offence', seat: 2, kind: 'protocol', rule: 'byte' });
  });

  t.test('A player that offends in that time and leaves is an offender, once', async (t) => {
    const table = sameHands('nnn');
    table.says(1, first.n);
    t.same([...table.says(2, 'dB'), ...table.leaves(2)], []);
    t.same(table.wait(WINDOW).slice(3), ['2 is out']);
    t.match(table.events.at(-1), { type: 'offence', seat: 2, rule: 'tiles' });
    t.equal(table.state.bunch.left, 60 - 2 * 4);
  });

  t.test('A future number in that time is judged afterwards, when it may have come', async (t) => {
    const coming = sameHands('nn');
    coming.says(1, first.n);
    t.same(coming.says(2, `p002${row('AAAA')}`), []);
    t.same(coming.wait(WINDOW), ['1< +001A.', '2< =001A.', '1< =002A.', '2< +002A.']);
    const never = sameHands('nnn');
    never.says(1, first.n);
    t.same(never.says(2, `p003${row('AAAA')}`), []);
    t.equal(never.wait(WINDOW).at(-1), '2 is out');
    t.match(never.events.at(-1), { kind: 'protocol', rule: 'number' });
  });

  t.test('Messages of one player never overtake each other', async (t) => {
    const table = sameHands('nn');
    table.says(1, first.n);
    t.same(table.says(2, `dA${first.n}`), []);
    t.same(
      table.wait(WINDOW),
      ['1< +001A.', '2< =001A.', '2< dAAA.', '2< -001.'],
      'its peel waited with its dump',
    );
  });

  t.test('What a player says after its peel is settled after it', async (t) => {
    const table = sameHands('nn');
    t.same(table.says(1, `${first.n}dA`), []);
    t.same(table.wait(WINDOW), ['1< +001A.', '2< =001A.', '1< dAAA.']);
    const leaving = sameHands('nnn');
    leaving.says(1, first.n);
    t.same(leaving.leaves(1), []);
    t.same(
      leaving.wait(WINDOW),
      ['1< +001A.', '2< =001A.', '3< =001A.', '1 is out'],
      'who left may have won the coin',
    );
  });

  t.test('A peel that waited may open the next photo finish; it ends so long after it arrived', async (t) => {
    const table = sameHands('nn');
    table.says(1, first.n);
    table.wait(millis(4));
    table.says(1, `p002${row('AAAA')}`);
    table.says(2, 'dA');
    t.same(table.wait(millis(6)), ['1< +001A.', '2< =001A.'], 'the dump waits on');
    t.same(table.wait(millis(4)), ['1< +002A.', '2< =002A.', '2< dAAA.']);
  });

  t.test(
    'The last peel may be decided in a photo finish: who loses is told only that the game is over',
    async (t) => {
      const winners = new Set<string>();
      for (let number = 0; number < 12; number++) {
        const key = keyNumber(number);
        const table = sameHands('nn', { key, options: { bunch: { A: 7 } } });
        table.says(1, first.n);
        table.says(2, `${first.n}dA`);
        const lines = table.wait(WINDOW);
        const winner = table.verdict!.winner!;
        winners.add(String(winner));
        const told = winner === 1 ? ['1< +001.', '2< =001.'] : ['1< =001.', '2< +001.'];
        t.same(lines, [...told, `${winner} has won: bunch-empty`]);
        t.match(table.events.at(-1), { type: 'late', seat: 3 - winner });
      }
      t.equal(winners.size, 2);
    },
  );

  t.test('More than 1000 messages of one player in one photo finish are a flood', async (t) => {
    const flood = (count: number) => {
      const table = sameHands('nnn', { options: { bunch: { A: 15 } } });
      table.says(1, first.n);
      t.same(table.says(2, 'dA'.repeat(count)), []);
      return { table, lines: table.wait(WINDOW) };
    };
    const fine = flood(1000);
    t.equal(fine.lines.length, 3 + 1000, 'a thousand are settled');
    const { table, lines } = flood(1001);
    t.equal(lines.length, 3 + 1000 + 1);
    t.equal(lines.at(-1), '2 is out');
    const offence = { kind: 'flood', rule: 'photo-finish', at: 1 + 2000, unit: 'byte' };
    t.match(table.events.at(-1), { type: 'offence', seat: 2, ...offence });
    const open = sameHands('nnn');
    open.says(1, first.n);
    for (let reads = 0; reads < 5; reads++) open.says(2, 'dA'.repeat(1000));
    t.equal(open.state.finish?.held.length, 1001, 'and no more are kept');
  });

  t.test('A player that has a thousand messages waiting may still leave', async (t) => {
    const table = sameHands('nnn', { options: { bunch: { A: 15 } } });
    table.says(1, first.n);
    table.says(2, 'dA'.repeat(1000));
    t.same(table.leaves(2), []);
    t.equal(table.wait(WINDOW).at(-1), '2 is out');
    t.match(table.events.at(-1), { type: 'left', seat: 2 });
  });

  t.test('A game does not stall in a photo finish, and the clock starts again with its peel', async (t) => {
    const table = sameHands('nn', { options: { 'photo-finish': seconds(3), stall: seconds(4) } });
    table.wait(seconds(3));
    table.says(1, first.n);
    table.wait(seconds(1));
    table.says(2, 'dA');
    t.equal(table.wait(seconds(2)).length, 3, 'after 6 s it is decided');
    t.same(table.wait(seconds(3.9)), []);
    t.same(table.wait(seconds(0.1)), ['nobody has won: stalled']);
  });

  t.test('The game may run into its limit, or be interrupted, in a photo finish', async (t) => {
    const limited = sameHands('nn', { gameTimeout: seconds(1), options: { 'photo-finish': seconds(3) } });
    limited.says(1, first.n);
    t.same(limited.wait(seconds(1)), ['nobody has won: game-timeout']);
    const interrupted = sameHands('nn');
    interrupted.says(1, first.n);
    t.same(interrupted.interrupt(), ['nobody has won: interrupted']);
    t.same([...limited.wait(seconds(9)), ...interrupted.wait(seconds(9))], []);
  });

  t.test(
    'A player that writes too much while a photo finish is open is removed when it is over, and once',
    async (t) => {
      const table = sameHands('nnn', { options: { 'max-output': 20 } });
      table.says(1, first.n);
      t.same(table.says(2, 'dA'.repeat(20)), [], 'it waits as all that is said');
      t.same(table.says(2, 'dA'.repeat(20)), [], 'and nothing more of it is heard');
      const lines = table.wait(WINDOW);
      t.same(lines.filter((line) => line === '2 is out').length, 1);
      const offences = table.events.filter(({ type }) => type === 'offence');
      t.match(offences, [{ seat: 2, kind: 'flood', rule: 'output', at: 20 }]);
      t.equal(offences.length, 1);
    },
  );
});
