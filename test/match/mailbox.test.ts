import t from 'tap';
import { micros } from '../../host/core/units.ts';
import { FlowControl } from '../../host/match/flow-control.ts';
import { type Input, Mailbox, pollEmpty } from '../../host/match/mailbox.ts';
import { ManualClock } from './manual-clock.ts';

/** Where nobody floods. */
const anySeat = { pause() {}, resume() {}, readInSmallPieces() {} };

function mailboxOn(clock: ManualClock, flow = new FlowControl(clock)): Mailbox {
  flow.control([anySeat, anySeat, anySeat]);
  return new Mailbox(clock, flow);
}

const input = (at: number): Input => ({ is: 'interrupt', at });

t.test('Inputs are taken out in the order in which they were put in, whatever their stamps', async (t) => {
  const clock = new ManualClock();
  const mailbox = mailboxOn(clock);
  for (const at of [3, 1, 2]) mailbox.put(input(at));
  const taken: unknown[] = [];
  for (let count = 0; count < 3; count++) taken.push(await clock.run(mailbox.next(undefined)));
  t.same(taken, [input(3), input(1), input(2)]);
  t.equal(mailbox.arrived, 3);
});

t.test('A waiting loop is woken at the end of the turn in which the input came', async (t) => {
  const clock = new ManualClock();
  const mailbox = mailboxOn(clock);
  let taken = false;
  const next = mailbox.next(undefined).then((found) => {
    taken = true;
    return found;
  });
  await clock.quiet();
  mailbox.put(input(1));
  mailbox.put(input(2));
  t.equal(taken, false, 'what else comes in this turn is put in, too');
  await clock.turn();
  t.same(await next, input(1));
});

t.test('An input that was stamped before the alarm comes before it', async (t) => {
  for (const turns of [0, 1]) {
    const clock = new ManualClock();
    const mailbox = mailboxOn(clock);
    const next = mailbox.next(5000);
    clock.ring(5000);
    for (let turn = 0; turn < turns; turn++) await clock.turn();
    mailbox.put(input(4999));
    t.same(await clock.run(next), input(4999), `${turns} turns after it has level`);
  }
});

t.test('An input that came while the host had not looked for long came before the alarm', async (t) => {
  for (const turns of [0, 1]) {
    const clock = new ManualClock();
    const mailbox = mailboxOn(clock);
    const next = mailbox.next(5000);
    clock.ring(70_000);
    for (let turn = 0; turn < turns; turn++) await clock.turn();
    mailbox.put(input(clock.now()));
    t.same(await clock.run(next), input(4999), `${turns} turns after it was back, stamped to replay`);
  }
});

t.test('An input that came two looks after the alarm waits until that has been heard', async (t) => {
  const clock = new ManualClock();
  const mailbox = mailboxOn(clock);
  clock.ring(5000);
  await clock.run(mailbox.look());
  await clock.run(mailbox.look());
  mailbox.put(input(7000));
  t.equal(await clock.run(mailbox.next(5000)), undefined);
  t.same(await clock.run(mailbox.next(9000)), input(7000));
});

t.test('The rest of an input comes after the others, and before later ones of its seat', async (t) => {
  const clock = new ManualClock();
  const mailbox = mailboxOn(clock);
  const read = (seat: number, at: number) =>
    ({ is: 'read', seat, at, bytes: Uint8Array.of(at) }) as Input & { is: 'read' };
  mailbox.put(read(1, 1));
  const first = (await mailbox.next(undefined)) as Input & { is: 'read' };
  mailbox.put(read(2, 2));
  mailbox.put(read(1, 3));
  mailbox.put(read(3, 4));
  mailbox.putBack(first);
  const order = [];
  for (let count = 0; count < 4; count++) order.push((await mailbox.next(undefined))?.at);
  t.same(order, [2, 1, 3, 4]);
  t.equal(mailbox.arrived, 4, 'what is put back has not come again');
});

const text = (seat: number, at: number): Input & { is: 'read' } => ({
  is: 'read',
  seat,
  at,
  bytes: Uint8Array.of(at % 256),
});

t.test('A backoff that ends in the middle of a look brings nothing out of order', async (t) => {
  for (let backoff = 1; backoff <= 20; backoff++) {
    const clock = new ManualClock();
    clock.lookTakes = 1;
    const flow = new FlowControl(clock);
    const mailbox = mailboxOn(clock, flow);
    for (let at = 1; at <= 8; at++) mailbox.put(text(1, at));
    flow.holdBack(1, clock.now() + backoff);
    const order = [];
    for (let count = 0; count < 8; count++) order.push((await clock.run(mailbox.next(undefined)))?.at);
    t.same(order, [1, 2, 3, 4, 5, 6, 7, 8], `a backoff of ${backoff} looks at the clock`);
  }
});

t.test('The rest of an input that was too late holds back later ones of its seat', async (t) => {
  const clock = new ManualClock();
  const mailbox = mailboxOn(clock);
  mailbox.put(text(1, 0));
  const first = (await clock.run(mailbox.next(undefined))) as Input & { is: 'read' };
  clock.ring(5000);
  mailbox.put(text(1, 5001));
  mailbox.putBack({ ...first, at: 5000 });
  const order = [(await clock.run(mailbox.next(4500)))?.at];
  for (let count = 0; count < 2; count++) order.push((await clock.run(mailbox.next(undefined)))?.at);
  t.same(order, [undefined, 5000, 5001]);
});

t.test('An alarm is not delayed by players that go on writing', async (t) => {
  const clock = new ManualClock();
  const mailbox = mailboxOn(clock);
  clock.onTurn = () => mailbox.put(input(clock.now()));
  let heard = 0;
  await clock.run(mailbox.look());
  for (; (await clock.run(mailbox.next(50_000))) !== undefined; heard++) await clock.run(mailbox.look());
  t.ok(heard > 10 && heard < 60, `${heard} inputs before it`);
});

t.test('Silence is believed only after two more turns of the loop', async (t) => {
  const clock = new ManualClock();
  let turns = 0;
  clock.onTurn = () => turns++;
  const next = mailboxOn(clock).next(5000);
  clock.ring(5000);
  t.equal(await clock.run(next), undefined);
  t.equal(turns, 2);
});

t.test('An alarm that is past is heard without waiting for it', async (t) => {
  const clock = new ManualClock();
  clock.ring(5000);
  t.equal(await clock.run(mailboxOn(clock).next(4000)), undefined);
  t.ok(clock.now() < 10_000);
});

t.test('A gate opens when the loop has been polled empty twice in a row', async (t) => {
  for (const [arrivals, needed] of [
    [[], 2],
    [[1], 3],
    [[2], 4],
    [[1, 3], 5],
    [[1, 2, 3, 4], 6],
  ] as const) {
    const clock = new ManualClock();
    const mailbox = mailboxOn(clock);
    let turns = 0;
    clock.onTurn = () => {
      if ((arrivals as readonly number[]).includes(++turns)) mailbox.put(input(0));
    };
    t.equal(await clock.run(pollEmpty(mailbox, clock)), true);
    t.equal(turns, needed, `inputs in turns ${arrivals}`);
  }
});

t.test('A player that trickles holds no gate shut for more than a millisecond', async (t) => {
  const clock = new ManualClock();
  const mailbox = mailboxOn(clock);
  clock.turnTakes = micros(50);
  clock.onTurn = () => mailbox.put(input(0));
  t.equal(await clock.run(pollEmpty(mailbox, clock)), false);
  t.ok(clock.now() > micros(900) && clock.now() < micros(1200), `${clock.now()} ns`);
});
