import t from 'tap';
import { millis, seconds } from '../../host/core/units.ts';
import { scrabble } from '../../host/games/scrabble/scrabble.ts';
import { TurnLoad } from '../../host/match/live/turn-load.ts';
import { planMatch } from '../../host/match/plan/plan.ts';
import { seatRequests } from '../../host/match/seat-requests.ts';
import { scriptedSeats } from '../../host/seats/scripted/scripted-seats.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';
import { ManualClock } from './manual-clock.ts';

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
  const state = { cpuMs: 100, waitMs: 10, looks: 0, laps: 0, alarms: 0 };
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
