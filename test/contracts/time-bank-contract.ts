import type { Test } from 'tap';
import { micros, millis, type Nanos, seconds } from '../../host/core/units.ts';
import type { RefereeTable } from '../games/referee-table.ts';
import type { LineSubject, LineWire } from './subjects/line-subject.ts';
import { figuresOf, MARGIN, moverOf, opened, optionsOf } from './turn-table.ts';

/** What passes at such a table before a player is heard. */
const HEARD_AFTER = micros(1);
const endless = { timeout: Number.POSITIVE_INFINITY, 'max-late': 256 };

/** What holds of time banks in every game in turns. */
export function timeBankContract(t: Test, subject: LineSubject, { options: own }: LineWire<unknown>): void {
  const banked = (bank: object) => opened(subject, { ...own, ...endless, ...bank });
  /** Passes so long after its turn began. */
  const passes = (table: RefereeTable, seat: number, after: Nanos) => {
    const told = table.wait(after - HEARD_AFTER);
    return [...told, ...table.says(seat, 'pass')];
  };

  t.test('without a time bank nobody is told of one', async (t) => {
    const table = banked({});
    const told = [...table.greeting(1), ...table.opening];
    t.same(
      told.filter((line) => /bank|overtime/.test(line)),
      [],
    );
    t.notOk(table.events.some((event) => 'bankMs' in event));
  });

  t.test('each player has its own bank, and is told of all with its turn', async (t) => {
    const table = banked({ 'time-bank': seconds(60), increment: seconds(2) });
    const mover = moverOf(table.opening);
    const other = 3 - mover;
    t.same(
      table.greeting(1).filter((line) => /^(timeout|timebank|overtime)/.test(line)),
      ['timeout none', 'timebank 60000 2000', 'overtime points 10 600000'],
    );
    t.same(timeIn(table.opening), ['bank 1 60000 2 60000', '60000']);
    t.same(timeIn(passes(table, mover, seconds(10))), [banks(mover, 52_000, 60_000), '60000']);
    t.same(timeIn(passes(table, other, seconds(5))), [banks(mover, 52_000, 57_000), '52000']);
    t.match(
      table.events.filter(({ type }) => type === 'turn'),
      [
        { seat: mover, bankMs: 60_000 },
        { seat: other, bankMs: 60_000 },
        { seat: mover, bankMs: 52_000 },
      ],
    );
  });

  t.test('--overtime lose: a player whose time is used up has lost, margin and all', async (t) => {
    const table = banked({ 'time-bank': seconds(10), overtime: 'lose', increment: seconds(1) });
    const mover = moverOf(table.opening);
    const other = 3 - mover;
    t.ok(table.greeting(1).includes('overtime lose'));
    t.same(table.wait(seconds(10) + MARGIN - micros(1)), []);
    t.same(table.wait(micros(1)).slice(0, 6), [
      `${mover}< timeout ${mover}`,
      `${other}< timeout ${mover}`,
      `${mover}< forfeited ${mover}`,
      `${other}< forfeited ${mover}`,
      `${mover} is out`,
      `${other}< gameover ${scoresIn(table)}`,
    ]);
    t.match(table.verdict, { outcome: 'won', winner: other, reason: 'last-player' });
    const offence = { kind: 'time', rule: 'time-bank', detail: /used up in its turn 1 \(--time-bank\)/ };
    t.match(table.verdict!.players[mover - 1], { outcome: 'offender', offence });
    const timeout = table.events.find(({ type }) => type === 'timeout');
    t.match(timeout, { seat: mover, k: 1, of: 'time-bank' });
    const late = subject.game.turnRanOut!(timeout as never);
    t.same(late, { seat: mover, k: 1, byClock: true }, 'the host measures the machine in it');
    t.match(figuresOf(subject, table, mover), { bankMs: 0, pointsOff: 0, timeouts: 1 });
    t.match(figuresOf(subject, table, other), { bankMs: 10_000, pointsOff: 0, timeouts: 0 });
  });

  t.test('the others play on without it, if they are to', async (t) => {
    const table = banked({ 'time-bank': seconds(10), overtime: 'lose', 'last-player': 'continue' });
    const mover = moverOf(table.opening);
    const told = table.wait(seconds(10) + MARGIN);
    t.equal(table.verdict, undefined);
    t.same(timeIn(told), [`bank ${3 - mover} 10000`, '10000']);
  });

  t.test('the margin excuses a turn that goes a little beyond the bank', async (t) => {
    const table = banked({ 'time-bank': seconds(10), overtime: 'lose' });
    const mover = moverOf(table.opening);
    passes(table, mover, seconds(10) + MARGIN - micros(1));
    const told = passes(table, 3 - mover, seconds(1));
    t.same(timeIn(told), [banks(mover, 0, 9000), '1'], 'nothing is left; the turn has 1 ms');
    t.equal(moverOf(passes(table, mover, millis(40))), 3 - mover);
  });

  t.test('--overtime points: each minute that is started takes points off, at the end', async (t) => {
    const table = banked({ 'time-bank': seconds(10), 'overtime-points': 7 });
    const mover = moverOf(table.opening);
    const other = 3 - mover;
    passes(table, mover, seconds(80));
    const again = passes(table, other, seconds(1));
    t.same(timeIn(again), [banks(mover, -70_000, 9000), '50000'], 'what is left of the minute begun');
    passes(table, mover, seconds(49));
    t.match(
      table.events.filter(({ type }) => type === 'overtime'),
      [{ seat: mover, k: 1, bankMs: -70_000, pointsOff: 14 }],
      'recorded where there are more of them',
    );
    table.interrupt();
    t.match(figuresOf(subject, table, mover), { score: -14, bankMs: -119_000, pointsOff: 14 });
    t.match(figuresOf(subject, table, other), { score: 0, bankMs: 9000, pointsOff: 0 });
  });

  t.test('points off decide who has won', async (t) => {
    const table = banked({ 'time-bank': seconds(10), 'max-turns': undefined, turns: 6 });
    const mover = moverOf(table.opening);
    passes(table, mover, seconds(80));
    for (let turn = 0; !table.verdict && turn < 20; turn++)
      passes(table, turn % 2 === 0 ? 3 - mover : mover, millis(1));
    t.match(table.verdict, { outcome: 'won', winner: 3 - mover });
    t.equal(figuresOf(subject, table, 3 - mover).pointsOff, 0);
    t.equal(figuresOf(subject, table, mover).pointsOff, 20);
  });

  t.test('increments bring a player back from overtime', async (t) => {
    const table = banked({ 'time-bank': seconds(10), increment: seconds(5) });
    const mover = moverOf(table.opening);
    passes(table, mover, seconds(18));
    passes(table, 3 - mover, seconds(1));
    passes(table, mover, seconds(1));
    t.match(
      table.events.filter(({ type }) => type === 'overtime'),
      [
        { seat: mover, k: 1, bankMs: -3000, pointsOff: 10 },
        { seat: mover, k: 2, bankMs: 1000, pointsOff: 0 },
      ],
    );
  });

  t.test('more overtime than --overtime-limit loses the game; without one there is no end', async (t) => {
    const limited = banked({ 'time-bank': seconds(10), 'overtime-limit': seconds(90) });
    const mover = moverOf(limited.opening);
    t.ok(limited.greeting(1).includes('overtime points 10 90000'));
    limited.wait(seconds(100) + MARGIN - micros(1));
    t.equal(limited.verdict, undefined);
    limited.wait(micros(1));
    const offence = { kind: 'time', rule: 'time-bank', detail: /--overtime-limit/ };
    t.match(limited.verdict!.players[mover - 1], { outcome: 'offender', offence });
    t.match(figuresOf(subject, limited, mover), { bankMs: -90_000, pointsOff: 20 });
    const endlessly = banked({ 'time-bank': seconds(10), 'overtime-limit': Number.POSITIVE_INFINITY });
    t.ok(endlessly.greeting(1).includes('overtime points 10 none'));
    t.same(endlessly.wait(seconds(1e6)), []);
  });

  t.test('a turn ends with --timeout too, and its time is taken from the bank', async (t) => {
    const table = banked({ timeout: seconds(4), 'time-bank': seconds(10), overtime: 'lose' });
    const mover = moverOf(table.opening);
    t.same(timeIn(table.opening), ['bank 1 10000 2 10000', '4000'], 'the less of both');
    const told = table.wait(seconds(4) + MARGIN);
    t.same(told.slice(0, 2), [`${mover}< timeout ${mover}`, `${3 - mover}< timeout ${mover}`]);
    t.same(timeIn(told), [banks(mover, 5950, 10_000), '4000']);
    t.equal(table.verdict, undefined);
    const both = banked({ timeout: seconds(4), 'time-bank': seconds(4), overtime: 'lose' });
    both.wait(seconds(4) + MARGIN);
    t.equal(both.verdict, undefined, 'at the same moment the turn alone is lost');
  });

  t.test('a turn with too much processor time is taken from the bank', async (t) => {
    const table = banked({ 'time-bank': seconds(10), 'turn-cpu': seconds(1), margin: MARGIN });
    const mover = moverOf(table.opening);
    table.wait(seconds(3) - HEARD_AFTER);
    t.same(timeIn(table.spends(mover, seconds(2))), [banks(mover, 7000, 10_000), '10000']);
  });

  t.test('options of time banks without one are a mistake of the user', async (t) => {
    const { game } = subject;
    const problem = (more: object) => game.unplayable(optionsOf(subject, { ...own, ...more }), 2);
    t.match(problem({ increment: seconds(1) }), /^--increment requires a time bank: add --time-bank/);
    t.match(problem({ overtime: 'lose' }), /^--overtime requires a time bank/);
    t.equal(problem({ increment: seconds(1), 'time-bank': seconds(1) }), undefined);
  });
}

/** Of the last turn that these lines give: what is told of all banks, and how long the turn is. */
function timeIn(lines: readonly string[]): [banks: string, ms: string] {
  const place = lines.findLastIndex((line) => line.includes('< turn '));
  return [lines[place - 1]!.slice(3), lines[place]!.split(' ')[2]!];
}

function banks(mover: number, mine: number, other: number): string {
  const [first, second] = mover === 1 ? [mine, other] : [other, mine];
  return `bank 1 ${first} 2 ${second}`;
}

function scoresIn({ events }: RefereeTable): string {
  const { seats, scores } = events.findLast(({ type }) => type === 'scores')!;
  return seats.map((seat: number, index: number) => `${seat} ${scores[index]}`).join(' ');
}
