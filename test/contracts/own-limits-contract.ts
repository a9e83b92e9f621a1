import assert from 'node:assert/strict';
import type { Test } from 'tap';
import { micros, millis, type Nanos, type Seat, seconds } from '../../host/core/units.ts';
import { eventLine } from '../../host/events/noted.ts';
import { parseRecord } from '../../host/events/read-record.ts';
import { planFromRecord } from '../../host/match/plan.ts';
import { verifyRecord } from '../../host/match/verify.ts';
import { expectOk } from '../support/expect-ok.ts';
import fc, { runs } from '../support/laws.ts';
import { slowMatch } from './slow-match.ts';
import type { LineSubject, LineWire } from './subjects/line-subject.ts';
import { figuresOf, MARGIN, moverOf, opened, turnIn } from './turn-table.ts';

/** What each seat has of its own, if anything. */
type Own = readonly (object | undefined)[];

/** What holds of the limits that players have of their own, in every game in turns. */
export function ownLimitsContract(t: Test, subject: LineSubject, wire: LineWire<unknown>): void {
  const limited = (own: Own, shared: object = {}) =>
    opened(subject, { ...wire.options, margin: MARGIN, 'max-late': 256, ...shared }, { own });

  t.test('each turn has the limit of its player, and no other', async (t) => {
    const limit = fc.option(
      fc.oneof(fc.integer({ min: 1, max: 600_000 }), fc.constant(Number.POSITIVE_INFINITY)),
    );
    const property = fc.property(fc.tuple(limit, limit), fc.nat(5), ([first, second], turns) => {
      const own = [first, second].map((ms) => (ms === null ? undefined : { timeout: ms * 1e6 }));
      const ms = [first ?? 2000, second ?? 2000];
      const table = limited(own, { timeout: seconds(2) });
      let told = table.opening;
      for (const seat of [1, 2]) assert.ok(table.greeting(seat).includes(`timeout ${shown(ms[seat - 1]!)}`));
      for (let turn = 0; turn < turns; turn++) {
        const mover = moverOf(told);
        const mine = ms[mover - 1]!;
        assert.equal(turnIn(told).ms, shown(mine));
        if (mine === Number.POSITIVE_INFINITY) {
          assert.deepEqual(table.wait(seconds(1e6)), []);
          told = table.says(mover, 'pass');
        } else {
          assert.deepEqual(table.wait(millis(mine) + MARGIN - micros(1)), []);
          told = table.wait(micros(1));
          assert.equal(told[0], `${mover}< timeout ${mover}`);
        }
      }
    });
    t.doesNotThrow(() => fc.assert(property, runs(100)));
  });

  t.test('an answer that is late for another is in time for a player with a longer limit', async (t) => {
    const table = limited([{ timeout: seconds(10) }, undefined], { timeout: seconds(1) });
    let told = table.opening;
    for (let turn = 0; turn < 2; turn++) {
      const mover = moverOf(told);
      told = table.wait(seconds(1) + MARGIN);
      if (mover === 1) told = [...told, ...table.says(1, 'pass')];
      t.equal(told[0], mover === 1 ? '1< passed 1' : '2< timeout 2');
    }
    t.same(
      [1, 2].map((seat) => figuresOf(subject, table, seat).timeouts),
      [0, 1],
    );
  });

  t.test('a record says what each player has of its own, and is verified by that', async (t) => {
    const { game, lexicon } = subject;
    const limit = fc.option(fc.integer({ min: 20, max: 400 }), { nil: undefined });
    const think = fc.integer({ min: 5, max: 600 });
    const property = fc.asyncProperty(
      fc.tuple(limit, limit),
      fc.tuple(think, think),
      async (limits, thinks) => {
        const own = limits.map((ms) => (ms === undefined ? undefined : { timeout: millis(ms) }));
        const options = { ...wire.options, timeout: millis(200), margin: 0 };
        const { events } = await slowMatch({ game, lexicon, options, own }, thinks.map(millis));
        const text = events.map((event) => `${eventLine(event)}\n`).join('');
        assert.ok(verified(subject, text).ok);
        const late = new Set(events.map((event) => game.turnRanOut?.(event)?.seat));
        for (const seat of [1, 2]) {
          const ms = limits[seat - 1] ?? 200;
          if (Math.abs(thinks[seat - 1]! - ms) > 5) assert.equal(late.has(seat), thinks[seat - 1]! > ms);
        }
        const [head] = text.split('\n');
        assert.equal(
          head!.includes('"options":{"timeout"'),
          limits.some((ms) => ms !== undefined),
        );
        const another = text.replace(/"options":\{"timeout":"\d+ms"\}/, '"options":{"timeout":"401ms"}');
        assert.equal(verified(subject, another).ok, another === text);
      },
    );
    await t.resolves(fc.assert(property, runs(60)));
  });

  t.test('beside a time bank the shorter one ends the turn', async (t) => {
    const bank = { timeout: seconds(20), 'time-bank': seconds(10), overtime: 'lose' };
    const table = limited([{ timeout: seconds(3) }, { timeout: seconds(4) }], bank);
    const mover = moverOf(table.opening);
    t.equal(turnIn(table.opening).ms, mover === 1 ? '3000' : '4000');
    const told = table.wait(seconds(mover + 2) + MARGIN);
    t.equal(turnIn(told).ms, mover === 1 ? '4000' : '3000');
    t.equal(table.verdict, undefined, 'the turn alone is lost');
  });

  t.test('a player can have its own limit of processor time', async (t) => {
    const cpu = (seat: Seat): Nanos => seconds(seat);
    const table = limited([1, 2].map((seat) => ({ 'turn-cpu': cpu(seat) })));
    let told = table.opening;
    for (let turn = 0; turn < 2; turn++) {
      const mover = moverOf(told);
      t.same(table.spends(mover, cpu(mover) + MARGIN), []);
      told = table.spends(mover, cpu(mover) + MARGIN + 1);
      t.equal(told[0], `${mover}< timeout ${mover}`);
    }
    t.match(
      table.events.filter(({ type }) => type === 'timeout'),
      [{ of: 'turn-cpu' }, { of: 'turn-cpu' }],
    );
  });
}

function verified({ game, lexicon }: LineSubject, text: string) {
  const record = expectOk(parseRecord(text, 'record', { [game.name]: game }));
  const reading = expectOk(planFromRecord(record, lexicon));
  return verifyRecord(reading.plan, record.events, record.lines);
}

function shown(ms: number): string {
  return ms === Number.POSITIVE_INFINITY ? 'none' : String(ms);
}
