import { join } from 'node:path';
import t from 'tap';
import { BananagramsAssistant, raceMove, toldAgain } from '../../../host/bots/bananagrams/assistant.ts';
import { builtInBot } from '../../../host/bots/bananagrams/built-in.ts';
import { playAt } from '../../../host/bots/bananagrams/play.ts';
import { solvingWith } from '../../../host/bots/bananagrams/strategies.ts';
import { Misfit, readShape } from '../../../host/core/shape.ts';
import { seconds } from '../../../host/core/units.ts';
import { EventLog } from '../../../host/events/event-log.ts';
import { bananagrams } from '../../../host/games/bananagrams/bananagrams.ts';
import {
  columnOf,
  marksOf,
  type RaceHand,
  rowOf,
  TileGrid,
} from '../../../host/games/bananagrams/tile-grid.ts';
import { liveClock } from '../../../host/match/clock.ts';
import { planMatch } from '../../../host/match/plan.ts';
import { playMatch } from '../../../host/match/play-match.ts';
import { programSeats, type SeatProgram } from '../../../host/seats/remote/program-seats.ts';
import {
  cameraFor,
  cellsOf,
  gridText,
  missingFor,
  newsSince,
  rowsOfGrid,
} from '../../../host/serve/bananagrams/page/race.ts';
import type { GameView } from '../../../host/serve/play/contract.ts';
import { settleOptions } from '../../../host/settings/settle-options.ts';
import { inOrder, row } from '../../games/drawings.ts';
import { abc, laidTable, type Request } from '../../games/table.ts';
import fc, { runs } from '../../support/laws.ts';
import { until } from '../../support/until.ts';
import { solver } from './racing-person.ts';
import { english, Guest, servedPlay, verified } from './served-play.ts';

/** People at a table. Each text that is sent goes to the host, and each text of the host to its seat. */
function seated(request: Request) {
  const table = laidTable(request);
  const told = ['', ''];
  const sent = ['', ''];
  /** What each seat heard and sent, in order. */
  const past: ((seat: BananagramsAssistant) => void)[][] = [[], []];
  const seats = [1, 2].map(() => new BananagramsAssistant(abc));
  const send = (seat: number, text: string) => {
    sent[seat - 1] += text;
    past[seat - 1]!.push((again) => again.sent(text));
    const lines = table.says(seat, text);
    for (const line of lines) {
      const [, to, heard] = /^(\d)< (.*)$/.exec(line) ?? [];
      if (heard === undefined) continue;
      told[Number(to) - 1] += heard;
      past[Number(to) - 1]!.push((again) => again.hear(heard));
      past[Number(to) - 1]!.at(-1)!(seats[Number(to) - 1]!);
    }
    return lines;
  };
  for (const [index, { ready }] of seats.entries()) send(index + 1, ready);
  /** Plays a move of a person, or returns why it was refused. */
  const play = (seat: number, move: unknown) => {
    const shaped = readShape(raceMove, move);
    if (shaped instanceof Misfit) return shaped.inWords('move');
    const read = seats[seat - 1]!.readJson(shaped);
    return typeof read === 'string' || 'problem' in read ? read : send(seat, read.send());
  };
  return { table, past, told, sent, play, hand: (seat: number) => seats[seat - 1]!.hand() };
}

const peel = (number: number, letters: string) => ({ peel: { number, grid: row(letters) } });

t.test('A person has a hand, peels and dumps by JSON', async (t) => {
  const { play, hand } = seated({ hands: ['ABC', 'AAB'], draws: 'CBAAC', others: 'BBB' });
  t.same(hand(1), { letters: 'ABC', number: 1, grid: '', drew: 'ABC' });
  t.same(play(1, peel(1, 'ABC')), ['1< +001C.', '2< =001B.']);
  t.same(hand(1), { letters: 'ABCC', number: 2, grid: row('ABC'), drew: 'C' });
  t.same(hand(2), { letters: 'AABB', number: 2, grid: '', drew: 'AABB' });
  t.same(play(2, { dump: 'B' }), ['2< dAAC.']);
  t.same(hand(2).letters, 'AAAABC');
});

t.test('A refused move of a person changes nothing and says why', async (t) => {
  const { play, hand, sent } = seated({ hands: ['ABC', 'AAB'], draws: 'CB', others: 'AAA' });
  const before = [hand(1), [...sent]];
  const refusals: readonly (readonly [move: unknown, refusal: object | string])[] = [
    [peel(1, 'CBA'), { problem: 'CBA across, from column 1 of row 1', words: ['CBA'] }],
    [peel(1, 'BA'), { problem: 'C in the hand but not used', words: ['BA'] }],
    [peel(1, 'AB'), { problem: 'C in the hand but not used', words: [] }],
    [peel(1, 'CBAA'), 'A used but not in the hand'],
    [peel(2, 'ABC'), 'the next peel is 001'],
    [peel(999, 'ABC'), 'the next peel is 001'],
    [{ dump: 'Q' }, 'you do not have Q'],
    [{ peel: { number: 1, grid: '003001AB' } }, '3 by 1 is 3 cells; got 2'],
  ];
  for (const [move, refusal] of refusals) t.strictSame(play(1, move), refusal, JSON.stringify(move));
  for (const move of [undefined, null, 1, 'ABC', {}, { dump: 'QQ' }, { dump: 1 }, { peel: 'ABC' }])
    t.match(play(1, move), /expected/, JSON.stringify(move));
  for (const number of [-1, 1.5, 1000, '1'])
    t.match(play(1, { peel: { number, grid: row('ABC') } }), /expected/);
  for (const grid of ['', 'ABC', '003001abc', '003001ABC\n', `999999${'A'.repeat(998_001)}`])
    t.match(play(1, { peel: { number: 1, grid } }), /expected/);
  t.strictSame([hand(1), sent], before);
});

t.test('A peel with an old number is late, whatever its grid is, and never an offense', async (t) => {
  const { table, play, hand } = seated({ hands: ['ABC', 'AAB'], draws: 'CB', others: 'AAA' });
  play(2, peel(1, 'AAB'));
  t.same(play(1, peel(1, 'ABC')), ['1< -001.']);
  t.same(play(1, peel(1, 'CBA')), ['1< -001.']);
  t.match(table.events.at(-1), { type: 'late', seat: 1, number: '001' });
  t.same(hand(1).letters, 'ABCC');
  t.same(play(1, peel(2, 'ABCC')), ['1< +002A.', '2< =002A.'], 'the next peel of the same person stands');
});

t.test('A seat that hears its game again, after a restart, has the same hand', async (t) => {
  const game = seated({ hands: ['ABC', 'AAB'], draws: 'CBAAC', others: 'BBBA' });
  game.play(1, peel(1, 'ABC'));
  game.play(2, { dump: 'B' });
  game.play(2, peel(1, 'AAB'));
  game.play(1, { dump: 'C' });
  for (const seat of [1, 2]) {
    const again = new BananagramsAssistant(abc);
    for (const happens of game.past[seat - 1]!) happens(again);
    t.same(again.hand(), game.hand(seat));
    t.equal(again.isDue, true);
  }
});

t.test('A bot that starts again in a race is told its hand and the last number', async (t) => {
  const move = fc.record({ seat: fc.integer({ min: 1, max: 2 }), dumps: fc.boolean(), letter: fc.nat(30) });
  fc.assert(
    fc.property(fc.array(move, { maxLength: 25 }), (moves) => {
      const game = seated({ hands: ['ABC', 'AAB'], others: 'ABCABCABCABCABC' });
      for (const { seat, dumps, letter } of moves) {
        const { letters, number } = game.hand(seat);
        const [dump] = letters.at(letter % letters.length)!;
        game.play(seat, dumps ? { dump } : peel(number, letters));
      }
      for (const seat of game.table.verdict ? [] : [1, 2]) {
        const again = new BananagramsAssistant(abc);
        again.hear(toldAgain(game.told[seat - 1]!, game.sent[seat - 1]!));
        const { letters, number } = game.hand(seat);
        t.same([again.hand().letters, again.hand().number], [letters, number]);
        t.equal(letters, inOrder(game.table.hand(seat)));
      }
    }),
    runs(100),
  );
});

t.test('A bot of the plain dialect that starts again is told its hand alone', async (t) => {
  t.equal(toldAgain('ABC.C.', 'rp003001ABC'), 'ABCC.');
  t.equal(toldAgain('ABC.AAB.', 'rdC'), 'AAABB.');
  t.equal(toldAgain('', 'n'), '', 'before the deal it is told nothing');
});

t.test('A built-in bot plays a race in this process, at its pace', async (t) => {
  const lexicon = english();
  const settled = settleOptions(bananagrams.options, []);
  const bunch = Object.fromEntries([...'EEEEAAIORTTNNSSLDG'].map((letter) => [letter, 3]));
  const players = ['quick', 'slow'].map((name, index) => ({
    seat: index + 1,
    entry: index + 1,
    name,
    command: name,
  }));
  const plan = planMatch({
    game: bananagrams,
    options: { ...settled, stall: 0, hand: 7, bunch },
    lexicon,
    seed: '7',
    limits: { readyTimeout: seconds(10), gameTimeout: 0 },
    players,
  });
  const quick: SeatProgram = async (_, place) => {
    await playAt(place, solvingWith(15), { lexicon, seed: '1' });
    return undefined;
  };
  const fresh = { said: [], told: Promise.resolve() };
  const openSeats = programSeats(
    ({ seat }) => (seat === 1 ? quick : builtInBot('beginner', fresh)),
    liveClock,
  );
  const log = new EventLog([]);
  const { verdict } = await playMatch(plan, { openSeats, clock: liveClock, log, interrupt: undefined });
  t.match(verdict, { winner: 1, reason: 'bunch-empty' });
});

t.test('the grid on the page', async (t) => {
  const middle = new TileGrid().cursor;
  const size = { width: 460, height: 460 };

  t.test('The camera shows all tiles and the cursor, and moves only if it must', async (t) => {
    const first = cameraFor(undefined, size, { box: undefined, cursor: middle });
    t.match(first, { columns: 10, rows: 10, square: 46 });
    t.ok(cellsOf(first).flat().includes(middle));
    t.equal(cameraFor(first, size, { box: undefined, cursor: middle + 2 }), first);
    const far = cameraFor(first, size, { box: undefined, cursor: middle + 7 });
    t.ok(
      cellsOf(far)
        .flat()
        .includes(middle + 7),
    );
    const [column, row] = [columnOf(middle), rowOf(middle)];
    const box = { left: column - 9, right: column + 9, top: row, bottom: row };
    const wide = cameraFor(far, size, { box, cursor: middle });
    t.ok(wide.columns >= 21 && wide.square < 46, 'a large grid has smaller squares');
    const back = cameraFor(wide, size, { box: undefined, cursor: middle });
    t.equal(back.square, 46, 'and larger ones when it is small again');
    t.same(cameraFor(first, { width: 360, height: 230 }, { box: undefined, cursor: middle }).columns, 7);
  });

  t.test('It says what a peel still needs', async (t) => {
    const isWord = (word: string) => word === 'CAT';
    const missing = (letters: string, rows: readonly string[]) => {
      const grid = new TileGrid();
      grid.receive(letters);
      grid.layRows(rows);
      return missingFor(grid, marksOf(grid.laid, isWord));
    };
    t.match(missing('CAT', []), {
      button: '3 to place',
      sentence: 'Type a word, or drag tiles to the grid.',
    });
    t.match(missing('CATS', ['CAT']), { button: '1 to place', sentence: 'Place 1 tile more.' });
    t.match(missing('CATS', ['CATS']), { button: '1 wrong', sentence: 'CATS is not a word.' });
    t.match(missing('CATS', ['CAT', '...', 'S..']), { button: '1 apart' });
    t.equal(missing('CAT', ['CAT']), undefined);
  });

  t.test('A grid is sent as on the wire, and read again', async (t) => {
    t.equal(gridText(['CAT', 'A..']), '003002CATA..');
    t.same(rowsOfGrid('003002CATA..'), ['CAT', 'A..']);
    t.same(rowsOfGrid(''), []);
  });

  t.test('It tells who peeled, and by what an own peel was late', async (t) => {
    const seats = ['Ada', 'Ben'].map((name, index) => ({ seat: index + 1, name, is: 'person' as const }));
    const line = (seat: number, word: string, note?: string) => ({
      ...{ seat, words: '', lines: [{ seat, at: '001', word, ...(note !== undefined && { note }) }] },
    });
    const moves = [line(1, 'peel'), line(2, 'late peel', '3.4 ms late')];
    const viewOf = (you: number) => ({ you, seats, moves }) as unknown as GameView;
    t.same(newsSince(viewOf(2), 0), { late: 'Peel 001 was 3.4 ms late', peel: 'Ada peeled 001' });
    t.same(newsSince(viewOf(1), 0), { peel: 'You peeled 001' });
    t.same(newsSince(viewOf(2), 2), {});
  });
});

t.test('Two people race on the site, a restart changes nothing, and nobody is told a hand', async (t) => {
  const where = join(t.testdir(), 'wordhost.db');
  const first = await servedPlay(t, where);
  const [ada, ben, cyd] = ['Ada', 'Ben', 'Cyd'].map(() => new Guest(first.url)) as [Guest, Guest, Guest];
  const game = {
    game: 'bananagrams',
    options: { hand: '60' },
    seats: [{ is: 'person', name: 'Ada' }, { is: 'open' }],
  };
  const { key } = (await ada.ask('POST', 'games', game)).json as GameView;
  await ben.ask('POST', `games/${key}/join`, { name: 'Ben' });
  const [ofAda, ofBen] = [await ada.follow(key), await ben.follow(key)];
  const ofCyd = await cyd.follow(key);
  const people = [
    { guest: ada, solve: solver() },
    { guest: ben, solve: solver() },
  ] as const;
  const hands: string[] = [];
  const handOf = async (guest: Guest) => (await guest.view(key)).hand as RaceHand;
  const turn = async ({ guest, solve }: (typeof people)[number]) => {
    const hand = await handOf(guest);
    hands.push(hand.letters);
    return await guest.ask('POST', `games/${key}/moves`, solve(hand));
  };
  t.match((await cyd.view(key)).panels, [{ stock: '24 in the bunch' }, { stock: '24 in the bunch' }]);
  const old = await handOf(ada);
  const grid = people[0].solve(old);
  t.match((await ada.ask('POST', `games/${key}/moves`, grid)).json, { ok: true });
  const lines = async () => (await cyd.view(key)).moves.flatMap((move) => move.lines);
  t.match((await lines()).at(-1), { seat: 1, at: '001', word: 'peel', total: 60 });
  const late = await ben.ask('POST', `games/${key}/moves`, { peel: { number: 1, grid: '001001A' } });
  t.match(late.json, { ok: true, brings: /late/ });
  t.match((await lines()).at(-1), { seat: 2, at: '001', word: 'late peel', note: /^\d+\.\d ms late$/ });
  const wrong = await ben.ask('POST', `games/${key}/moves`, { peel: { number: 2, grid: '003001QXZ' } });
  t.equal(wrong.json.ok, false);
  t.equal((await cyd.ask('POST', `games/${key}/moves`, { dump: 'E' })).status, 403);
  await ben.ask('POST', `games/${key}/moves`, { dump: (await handOf(ben)).letters[0]! });
  t.equal((await handOf(ben)).letters.length, 63);
  const before = [await ada.view(key), await ben.view(key), await cyd.view(key)];
  for (const { stop } of [ofAda, ofBen, ofCyd]) stop();
  await first.close();
  const { url } = await servedPlay(t, where);
  for (const guest of [ada, ben, cyd]) guest.url = url;
  const still = ({ version, seats, ...view }: GameView) => view;
  const after = [await ada.view(key), await ben.view(key), await cyd.view(key)];
  t.strictSame(after.map(still), before.map(still));
  const again = await cyd.follow(key);
  for (let number = 0; ; number++) {
    const { json } = await turn(people[number % 2]!);
    t.match(json, { ok: true });
    if ((await ada.view(key)).end) break;
  }
  const heard = [...ada.heard, ...ben.heard, ...cyd.heard];
  const ended = (text: string) => text.includes('"end":');
  const told = (guest: Guest) => guest.heard.filter((text) => !ended(text)).join('\n');
  t.ok(heard.some(ended));
  t.ok(hands.length > 5);
  for (const [index, hand] of hands.entries()) {
    const others = index % 2 === 0 ? [ben, cyd] : [ada, cyd];
    for (const other of others) t.notOk(told(other).includes(hand), `hand ${index}`);
  }
  for (const guest of [ada, ben, cyd]) t.notMatch(told(guest), /"loose"|drawn|dumps [A-Z]/);
  t.notMatch(told(cyd), /"hand":\{/);
  const record = await cyd.ask('GET', `games/${key}/record`);
  t.match(verified(record.text), { ok: true, complete: true });
  await until(() => again.events.some(({ data }) => data.state === 'over'));
  again.stop();
});
