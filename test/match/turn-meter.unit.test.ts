import { cpus } from 'node:os';
import t from 'tap';
import { millis, type Nanos } from '../../host/core/units.ts';
import { scrabble } from '../../host/games/scrabble/scrabble.ts';
import { TurnMeter } from '../../host/match/live/turn-meter.ts';
import { planMatch } from '../../host/match/plan/plan.ts';
import { seatRequests } from '../../host/match/seat-requests.ts';
import { scriptedSeats } from '../../host/seats/scripted/scripted-seats.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';
import { ManualClock } from './manual-clock.ts';

const silent = { read() {}, gone() {}, caught() {} };

/** A scripted player that uses as much of the processors as a test says, under a limit of 100 ms and no margin. */
async function metered(limit: Nanos = millis(100), own?: Nanos) {
  const clock = new ManualClock();
  const options = { ...settleOptions(scrabble.options, []), 'turn-cpu': limit, margin: 0 };
  const its = own === undefined ? undefined : { 'turn-cpu': own };
  const players = [{ seat: 1, entry: 1, name: 'p1', command: './p1', options: its }];
  const limits = { readyTimeout: 0, gameTimeout: 0 };
  const plan = planMatch({ game: scrabble, options, lexicon: undefined, seed: 'x', limits, players });
  const requests = seatRequests(plan, () => clock.now());
  const table = await scriptedSeats([() => ({ hear() {} })], clock)(requests, () => silent);
  const state = { used: millis(1_000), looks: 0, told: [] as Nanos[] };
  const used = async () => {
    state.looks++;
    return state.used;
  };
  const share = () => ({ cpuMs: null, waitMs: null });
  const processes = { sandbox: 'off', usage: { used, share } } as const;
  const seats = [Object.assign(table.seats[0]!, { processes })];
  const meter = new TurnMeter(plan, seats, clock, (_seat, cpu) => state.told.push(cpu));
  return { clock, meter, state };
}

t.test('a turn that is answered at once is not looked at', async (t) => {
  const { clock, meter, state } = await metered();
  for (let turn = 0; turn < 5; turn++) {
    meter.turnBegins(1, clock.now());
    await clock.pass(millis(4));
    t.equal(meter.tooMuch(1, clock.now()), undefined);
  }
  t.equal(state.looks, 0);
});

t.test('an answer that cannot have taken too much is not looked at, and one that can is', async (t) => {
  const { clock, meter, state } = await metered();
  meter.turnBegins(1, clock.now());
  await clock.pass(millis(100 / cpus().length - 1));
  t.equal(meter.tooMuch(1, clock.now()), undefined);
  t.equal(state.looks, 1, 'what it had used before');
  await clock.pass(millis(2));
  state.used += millis(99);
  t.equal(await meter.tooMuch(1, clock.now()), undefined);
  state.used += millis(2);
  t.equal(await meter.tooMuch(1, clock.now()), millis(101));
  t.equal(meter.tooMuch(1, clock.now()), undefined, 'once');
  t.same(state.told, [], 'whoever asked knows it');
});

t.test('what a player did after its answer is taken off', async (t) => {
  const { clock, meter, state } = await metered();
  meter.turnBegins(1, clock.now());
  await clock.pass(millis(90));
  const answered = clock.now();
  await clock.pass(millis(5));
  state.used += millis(100 + 5 * cpus().length);
  t.equal(await meter.tooMuch(1, answered), undefined);
});

t.test(
  'without an answer it is told when it is seen, and what the turn before took counts for nothing',
  async (t) => {
    const { clock, meter, state } = await metered();
    meter.turnBegins(1, clock.now());
    await clock.pass(millis(50));
    state.used += millis(80);
    meter.turnBegins(1, clock.now());
    await clock.pass(millis(200));
    state.used += millis(90);
    await clock.pass(millis(200));
    t.same(state.told, []);
    state.used += millis(15);
    await clock.pass(millis(100));
    t.same(state.told, [millis(105)]);
    const { looks } = state;
    await clock.pass(millis(500));
    t.equal(state.looks, looks, 'then nobody looks any more');
  },
);

t.test('a player is measured by the limit that it has of its own', async (t) => {
  for (const [limit, own, isTold] of [
    [Number.POSITIVE_INFINITY, millis(100), true],
    [millis(50), millis(200), false],
    [millis(50), Number.POSITIVE_INFINITY, false],
  ] as const) {
    const { clock, meter, state } = await metered(limit, own);
    meter.turnBegins(1, clock.now());
    await clock.pass(millis(50));
    state.used += millis(150);
    await clock.pass(millis(300));
    t.same(state.told, isTold ? [millis(150)] : []);
    if (own === Number.POSITIVE_INFINITY) t.equal(state.looks, 0, 'nobody looks');
  }
});

t.test('disposed of, it looks no more', async (t) => {
  const { clock, meter, state } = await metered();
  meter.turnBegins(1, clock.now());
  meter[Symbol.dispose]();
  await clock.pass(millis(500));
  t.equal(state.looks, 0);
});
