import { cpus } from 'node:os';
import t from 'tap';
import { millis, type Nanos, seconds } from '../../host/core/units.ts';
import { scrabble } from '../../host/games/scrabble/scrabble.ts';
import { planMatch } from '../../host/match/plan.ts';
import { seatRequests } from '../../host/match/play-match.ts';
import { TurnLoad, TurnMeter } from '../../host/match/turn-watch.ts';
import { scriptedSeats } from '../../host/seats/scripted/scripted-seats.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';
import { planOf } from '../contracts/plan-of.ts';
import { lexiconWith } from '../games/table.ts';
import { playedByHand } from './hand-played.ts';
import { ManualClock } from './manual-clock.ts';

t.test('turn load', async (t) => {
  const silent = { read() {}, gone() {}, caught() {} };

  /** A scripted player with turns of a second: what it used of the machine, and how late the host is, are as a test says. */
  async function loaded() {
    const clock = new ManualClock();
    const options = settleOptions(scrabble.options, []);
    const players = [{ seat: 1, entry: 1, name: 'p1', command: './p1' }];
    const limits = { readyTimeout: 0, gameTimeout: 0 };
    const plan = planMatch({ game: scrabble, options, lexicon: undefined, seed: 'x', limits, players });
    const requests = seatRequests(plan, () => clock.now());
    const table = await scriptedSeats([() => ({ hear() {} })], clock)(requests, () => silent);
    const state = {
      ...{ cpuMs: 100 as number | null, waitMs: 10 as number | null },
      ...{ looks: 0, laps: 0, alarms: 0 },
    };
    const share = () => {
      state.looks++;
      return { cpuMs: state.cpuMs, waitMs: state.waitMs };
    };
    const processes = { sandbox: 'off', usage: { used: async () => 0, share } } as const;
    const seats = [Object.assign(table.seats[0]!, { processes })];
    const delay = { worst: 0, ofLap: 7, startLap: () => void state.laps++, [Symbol.dispose]() {} };
    const setAlarm = clock.alarm.bind(clock);
    clock.alarm = (at, ring) => {
      state.alarms++;
      return setAlarm(at, ring);
    };
    return { clock, state, load: new TurnLoad(seats, clock, delay) };
  }

  t.test('of a turn that ran out, what its player did after the first tenth is told', async (t) => {
    const { clock, state, load } = await loaded();
    load.turnBegins(1, clock.now(), clock.now() + seconds(1));
    await clock.pass(millis(100));
    t.equal(state.looks, 1);
    Object.assign(state, { cpuMs: 130, waitMs: 12 });
    await clock.pass(millis(900));
    const facts = load.ofLateTurn(1, clock.now());
    t.same(facts, { cpuMs: 30, waitMs: 2, givenMs: 1000, loopDelayMs: 7 });
    t.equal(state.laps, 1);
  });

  t.test('a figure that could be read only once is not known', async (t) => {
    const { clock, state, load } = await loaded();
    state.cpuMs = null;
    load.turnBegins(1, clock.now(), clock.now() + seconds(1));
    await clock.pass(millis(100));
    Object.assign(state, { cpuMs: 130, waitMs: null });
    await clock.pass(millis(900));
    t.match(load.ofLateTurn(1, clock.now()), { cpuMs: null, waitMs: null });
  });

  t.test('the alarm of an earlier turn waits for the first tenth of the one under way', async (t) => {
    const { clock, state, load } = await loaded();
    load.turnBegins(1, clock.now(), clock.now() + seconds(1));
    await clock.pass(millis(60));
    load.turnBegins(1, clock.now(), clock.now() + seconds(1));
    await clock.pass(millis(99));
    t.equal(state.looks, 0);
    await clock.pass(millis(1));
    t.equal(state.looks, 1);
    Object.assign(state, { cpuMs: 105 });
    await clock.pass(millis(900));
    t.same(load.ofLateTurn(1, clock.now())?.cpuMs, 5);
    load.turnBegins(1, clock.now(), clock.now() + seconds(1));
    await clock.pass(millis(100));
    t.equal(state.looks, 3, 'once in each turn of that length, and once at the end of the late one');
  });

  t.test('turns that are answered at once set one alarm, and not one each', async (t) => {
    const { clock, state, load } = await loaded();
    for (let turn = 0; turn < 50; turn++) {
      load.turnBegins(1, clock.now(), clock.now() + seconds(1));
      await clock.pass(millis(1));
    }
    t.same([state.alarms, state.laps, state.looks], [1, 50, 0]);
    load[Symbol.dispose]();
    await clock.pass(seconds(1));
    t.same([state.alarms, state.looks], [1, 0], 'and none when the game is over');
  });

  t.test('a turn that has less time than the one before is looked at in time', async (t) => {
    const { clock, state, load } = await loaded();
    load.turnBegins(1, clock.now(), clock.now() + seconds(100));
    await clock.pass(millis(1));
    load.turnBegins(1, clock.now(), clock.now() + seconds(1));
    await clock.pass(millis(100));
    t.equal(state.looks, 1);
    load.turnBegins(1, clock.now(), undefined);
    await clock.pass(seconds(100));
    t.equal(state.looks, 1, 'and one without an end is not');
  });
});

t.test('turn meter', async (t) => {
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

  t.test('without an answer it is told when it is seen; the turn before counts nothing', async (t) => {
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
  });

  t.test('the nearer it is to its limit, the sooner it is looked at again', async (t) => {
    const { clock, meter, state } = await metered();
    meter.turnBegins(1, clock.now());
    for (const looks of [1, 2]) {
      while (state.looks < looks) await clock.pass(millis(1));
      state.used += millis(98 / looks);
    }
    await clock.pass(millis(20));
    t.same(state.told, [millis(147)]);
  });

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
});

t.test('--turn-cpu covers all attempts at a turn', async (t) => {
  const options = { first: 1, illegal: 'retry=5', 'turn-cpu': millis(100), margin: 0 };
  const plan = planOf({ game: scrabble, lexicon: lexiconWith(['CAT']), players: 2, seed: 'x', options });
  const used = [0, 0];
  const { clock, stages, events } = await playedByHand(plan, { used });
  for (const stage of stages) stage.say('ready\n');
  await clock.quiet();
  for (let attempt = 0; attempt < 3; attempt++) {
    await clock.pass(millis(40));
    used[0]! += millis(40);
    stages[0]!.say('change\n');
    await clock.quiet();
  }
  t.strictSame(
    events.filter(({ type }) => ['change', 'timeout'].includes(type)).map(({ type, of }) => [type, of]),
    [
      ['change', undefined],
      ['change', undefined],
      ['timeout', 'turn-cpu'],
    ],
  );
});
