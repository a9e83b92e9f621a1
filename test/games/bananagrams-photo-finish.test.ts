import t from 'tap';
import { draw, openStream } from '../../host/core/chance.ts';
import { millis, seconds } from '../../host/core/units.ts';
import { row } from './drawings.ts';
import { dealtTable, keyNumber, type Request, type Table } from './table.ts';

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
  t.same(table.wait(WINDOW), ['1< +001A.', '2< =001A.', '2< dAAA.', '2< -001.'], 'its peel waited, too');
});

t.test('What a player says after its peel is settled after it', async (t) => {
  const table = sameHands('nn');
  t.same(table.says(1, `${first.n}dA`), []);
  t.same(table.wait(WINDOW), ['1< +001A.', '2< =001A.', '1< dAAA.']);
  const leaving = sameHands('nnn');
  leaving.says(1, first.n);
  t.same(leaving.leaves(1), []);
  t.same(leaving.wait(WINDOW), ['1< +001A.', '2< =001A.', '3< =001A.', '1 is out'], 'who left may win it');
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

t.test('The last peel may be a photo finish: the loser is told that the game is over', async (t) => {
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
});

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

t.test('A player that writes too much in a photo finish is removed once, when it is over', async (t) => {
  const table = sameHands('nnn', { options: { 'max-output': 20 } });
  table.says(1, first.n);
  t.same(table.says(2, 'dA'.repeat(20)), [], 'it waits as all that is said');
  t.same(table.says(2, 'dA'.repeat(20)), [], 'and nothing more of it is heard');
  const lines = table.wait(WINDOW);
  t.same(lines.filter((line) => line === '2 is out').length, 1);
  const offences = table.events.filter(({ type }) => type === 'offence');
  t.match(offences, [{ seat: 2, kind: 'flood', rule: 'output', at: 20 }]);
  t.equal(offences.length, 1);
});
