import t from 'tap';
import type { Result } from '../../host/events/result.ts';
import { bananagramsPicture } from '../../host/games/bananagrams/picture.ts';
import { settled } from '../support/settled.ts';
import { drawn, inOrder, row } from './drawings.ts';
import { thingsIn } from './pool.ts';
import { dealtTable, keyNumber } from './table.ts';

t.test('A legal peel with the next number stands: everybody draws a tile', async (t) => {
  const table = dealtTable({ hands: ['AAB', 'ABC', 'AAA'], draws: 'CBA', others: 'AAA' });
  table.says(2, `p001${row('ABC')}`);
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

t.test('The grid of an old number is not judged; its form still is', async (t) => {
  const late = () => {
    const table = dealtTable({ hands: ['AAB', 'ABC', 'AAA'], draws: 'CBA', others: 'AA' });
    table.says(1, `p001${row('AAB')}`);
    return table;
  };
  const grids = { wrongTiles: row('QQQ'), wrongWord: row('CBA'), apart: row('A.BC'), empty: row('...') };
  for (const [name, grid] of Object.entries(grids)) t.same(late().says(2, `p001${grid}`), ['2< -001.'], name);
});

t.test('A peel with a future number is a protocol error', async (t) => {
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

t.test('The record has the grid that was sent, without empty rows and columns around it', async (t) => {
  const sent = '006007..........A...HER...A.T...T.Y...E.........';
  const table = dealtTable({ hands: ['AAEEHRTTY'], words: ['HATE', 'HER', 'ARTY'] });
  t.same(table.says(1, `p001${sent}`), ['1< +001.', '1 has won: bunch-empty']);
  t.equal(table.events.at(-1)?.grid, '003005..AHERA.TT.YE..');
});

t.test('A message arrives with its last byte', async (t) => {
  const table = dealtTable({ hands: ['AAB', 'ABC'], draws: 'CB', others: 'AA' });
  t.same(table.says(1, `p001003001AA`), []);
  t.same(table.says(2, `p001${row('ABC')}`), ['1< =001C.', '2< +001B.']);
  t.same(table.says(1, 'B'), ['1< -001.'], 'begun earlier, but not there');
});

t.test('A numbered peel while a dump is unanswered is held against the hand with the answer', async (t) => {
  const table = dealtTable({ hands: ['AAB', 'ABC', 'AAA'], draws: 'CCCAAA' });
  t.same(table.says(1, `dBp001${row('AA')}`), ['1< dCCC.', '1 is out']);
  t.match(table.events.at(-1), { kind: 'illegal', rule: 'tiles', detail: /CCC .*hand but not used/ });
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
      t.equal(answer(oldest % 1000), `2< -${String(oldest % 1000).padStart(3, '0')}.`, `oldest ${peels}`);
      t.equal(answer(peels % 1000), `2< -${String(peels % 1000).padStart(3, '0')}.`, `youngest ${peels}`);
    }
    const told = table.says(1, `p${next}${square(peels + 1)}`);
    if (told[0] !== `1< +${next}A.`) return void t.fail(`peel ${next} was answered ${told}`);
  }
  t.match(table.events.at(-1), { type: 'peel', number: '003' });
  t.same(table.says(2, `p503001001A`), ['2 is out'], '501 back');
  t.match(table.events.at(-1), { rule: 'number' });
});

t.test('A plain peel of a hand with letters on their way is late, and gets no answer', async (t) => {
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
});

t.test('A plain dump crosses a peel: a hand without one of the answers is late', async (t) => {
  const table = dealtTable({ seats: 'rn', hands: ['AAB', 'AAA'], draws: 'CACCC', others: 'AAA' });
  t.same(table.says(2, `p001${row('AAA')}`), ['1< C.', '2< +001A.']);
  t.same(table.says(1, 'dB'), ['1< CCC.']);
  for (const hand of ['AA', 'AAC']) {
    t.same(table.says(1, `p${row(hand)}`), []);
    t.match(table.events.at(-1), { type: 'late', grid: row(hand) });
  }
  t.same(table.says(1, `p${row('AACCCC')}`).length, 2);
});

t.test('A dump is recorded with its letter and the three that came', async (t) => {
  const table = dealtTable({ seats: 'nn', hands: ['AAB', 'AAA'], draws: 'CAB', others: 'AA' });
  table.says(1, 'dB');
  const drew = { letter: 'B', drew: 'ABC', refused: false };
  t.same(table.events.at(-1), { type: 'dump', seat: 1, ...drew, bytes: [1, 3] });
  t.equal(table.hand(1), 'AAABC');
});

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
  t.same(dealtTable({ hands: ['AAB', 'AAA'], draws: 'CCC' }).says(1, 'dB'), ['1< dCCC.'], 'three are enough');
});

t.test('A dump of a letter that the player does not hold is illegal', async (t) => {
  const table = dealtTable({ hands: ['AAB', 'AAA', 'AAA'], draws: 'AAA', others: 'AAC' });
  t.equal(table.says(1, 'dBdB').at(-1), '1 is out');
  const detail = 'B dumped but not in the hand';
  t.match(table.events.at(-1), { rule: 'tiles', kind: 'illegal', detail, at: 3, message: 'dB' });
});

t.test('With as many tiles in the bunch as players are left, a peel is not the last', async (t) => {
  const table = dealtTable({ hands: ['AAB', 'AAA'], draws: 'CC' });
  t.same(table.says(1, `p001${row('AAB')}`), ['1< +001C.', '2< =001C.']);
  t.equal(table.verdict, undefined);
  t.same(table.says(2, `p002${row('AAAC')}`), ['1< =002.', '2< +002.', '2 has won: bunch-empty']);
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
  t.same([...table.leaves(1, 'crashed'), ...table.leaves(2), ...table.interrupt(), ...table.wait(20e9)], []);
  t.equal(table.verdict, verdict);
  t.equal(events.length, count);
});

t.test('An offence takes effect before what arrived after it: a peel may then not be the last', async (t) => {
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
