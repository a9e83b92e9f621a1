import t from 'tap';
import { seconds } from '../../host/core/units.ts';
import { bananagrams } from '../../host/games/bananagrams/bananagrams.ts';
import type { BananagramsEvent } from '../../host/games/bananagrams/events.ts';
import { bananagramsOptions } from '../../host/games/bananagrams/options.ts';
import { bunchText, readBunch, standardBunch } from '../../host/games/bananagrams/tiles.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';
import { settled } from '../support/settled.ts';
import { inOrder, row } from './drawings.ts';
import { thingsIn } from './pool.ts';
import { dealtTable, keyNumber, laidTable } from './table.ts';

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
    detail: /dA came.*start.*: .*ready first/,
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
    /^was not ready within 10 s\..* did not flush .*in Bananagrams the player writes first/,
  );
  table.leaves(1);
  t.equal(table.outcomes(), 'left exited, failed startup/silent, won');
});

t.test('With `--last-player continue` the only one that is ready plays', async (t) => {
  const options = { 'last-player': 'continue' } as const;
  const table = laidTable({ hands: ['AAA', 'AAA'], draws: 'B', options });
  table.leaves(1, 'crashed');
  t.same(table.says(2, 'n'), [`2< ${table.hand(2)}.`]);
  t.equal(table.hand(2).length, 3);
  t.equal(table.verdict, undefined);
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
  t.match(
    says(14, {}),
    /144 tiles, but 14 players with 11 each need 154: .*fewer players.*--hand N \(at most 10\).*--bunch/,
  );
  t.equal(says(2, { bunch: { A: 42 } }), undefined, 'just enough');
  t.match(
    says(2, { bunch: { A: 1 } }),
    /1 tile, but 2 players with 21 each need 42: use fewer players or use a larger/,
  );
  t.match(
    says(1, { bunch: { A: 20 } }),
    /20 tiles, but 1 player with 21 each need 21: use --hand N \(at most 20\)/,
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
  t.same(read('\uFEFF# tiles\r\n\r\n  e\t18 \r\nA 0'), { E: 18, A: 0 }, 'comments, CR LF, lower case');
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

t.test('A player that exits or closes its output has left, and its tiles go back', async (t) => {
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
});

t.test('What was written before leaving counts; an unfinished message is nothing', async (t) => {
  const table = dealtTable({ hands: ['AAB', 'AAA', 'AAC'], draws: 'ABCAAAAAA' });
  t.equal(table.says(1, `p001${row('AAB')}p002003`).length, 3);
  t.same(table.leaves(1), ['1 is out']);
  t.same(table.events.at(-2), { type: 'left', seat: 1, cause: 'exited' });
  t.match(table.events.at(-1), { type: 'unfinished', seat: 1 }, 'what came of it is told');
  t.same(table.says(1, '001AAB'), [], 'and nothing comes of the rest');
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
