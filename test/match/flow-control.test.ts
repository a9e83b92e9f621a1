import t from 'tap';
import { micros, millis, type Nanos } from '../../host/core/units.ts';
import type { Pace } from '../../host/games/game.ts';
import { FlowControl, type Slice } from '../../host/match/flow-control.ts';
import { ManualClock } from './manual-clock.ts';

const KiB = 1024;
const message: Omit<Slice, 'began' | 'ended'> = { bytes: 20, messages: 1, noEffect: false };

/** Flow control over seats that note what is done with them. */
function controlled(seats = 1, pace: Pace = 'race') {
  const journal: string[] = [];
  const clock = new ManualClock();
  const noting = Array.from({ length: seats }, (_, index) => ({
    pause: () => void journal.push(`pause ${index + 1}`),
    resume: () => void journal.push(`resume ${index + 1}`),
    readInSmallPieces: () => void journal.push(`small ${index + 1}`),
  }));
  const flow = new FlowControl(clock, pace);
  flow.control(noting);
  return { journal, clock, flow };
}

/** Settles so many of these, each so long after the last; answers the backoffs in milliseconds. */
function backoffs(part: Partial<Slice>, times: { took: Nanos; pause: Nanos; count: number }): number[] {
  const { flow, clock } = controlled();
  const found: number[] = [];
  let now = 0;
  for (let count = 0; count < times.count; count++) {
    const began = now + times.pause;
    const ended = began + times.took;
    flow.took(1, { ...message, ...part, began, ended });
    const until = flow.heldUntil(1) ?? 0;
    if (until > ended) found.push((until - ended) / millis(1));
    now = Math.max(ended, until);
    clock.ring(now);
  }
  return found;
}

t.test('A player whose messages have an effect is never held back, however quick it is', async (t) => {
  t.same(backoffs({}, { took: micros(90), pause: micros(10), count: 10_000 }), []);
});

t.test('A player that waits for each answer is never held back, though all is late', async (t) => {
  t.same(backoffs({ noEffect: true }, { took: micros(40), pause: micros(60), count: 10_000 }), []);
});

t.test('Messages without effect, without waiting, are held back longer and longer', async (t) => {
  const found = backoffs({ noEffect: true }, { took: micros(30), pause: micros(8), count: 1000 });
  t.same(found.slice(0, 7), [2, 4, 8, 16, 32, 32, 32]);
});

t.test('So are many messages at once, and half of one byte by byte', async (t) => {
  for (const part of [{ messages: 50 }, { messages: 0, bytes: 1 }])
    t.same(
      backoffs(part, { took: micros(150), pause: micros(10), count: 100 }).slice(0, 6),
      [2, 4, 8, 16, 32, 32],
    );
});

t.test('In a game of rounds no player is held back', async (t) => {
  const { flow, journal } = controlled(1, 'round');
  const before = flow.sliceOf(1);
  for (let began = 0; began < millis(1000); began += millis(4))
    flow.took(1, { ...message, messages: 50, began, ended: began + millis(3) });
  t.equal(flow.heldUntil(1), undefined);
  t.same(journal, []);
  t.ok(flow.sliceOf(1) < before, 'but its slices are small all the same');
});

t.test('The largest message is read without a pause', async (t) => {
  t.same(backoffs({ messages: 0, bytes: 4096 }, { took: micros(190), pause: micros(10), count: 250 }), []);
});

t.test('After silence, or a message with an effect, backoffs are short again', async (t) => {
  for (const silent of [true, false]) {
    const { flow } = controlled();
    const flood = (began: Nanos) => {
      const ended = began + millis(3);
      flow.took(1, { ...message, messages: 50, began, ended });
      return flow.heldUntil(1)! - ended;
    };
    const first = millis(3) + flood(0);
    t.equal(flood(first), millis(4));
    const again = first + millis(3) + millis(4) + (silent ? millis(11) : 0);
    if (!silent) flow.took(1, { ...message, began: again, ended: again + micros(50) });
    t.equal(flood(again + micros(50)), millis(2), silent ? 'silent' : 'with an effect');
  }
});

t.test('What costs much is settled in smaller slices, what costs little in larger ones', async (t) => {
  const { flow } = controlled(2);
  const before = flow.sliceOf(1);
  flow.took(1, { ...message, messages: 50, bytes: before, began: 0, ended: millis(1) });
  t.ok(flow.sliceOf(1) < before);
  flow.took(2, { ...message, messages: 0, bytes: before, began: 0, ended: micros(10) });
  t.ok(flow.sliceOf(2) > before);
});

for (const pace of ['turns', 'race', 'round'] as const) {
  const most = pace === 'round' ? 1024 * KiB : 16 * KiB;
  t.test(`In a game of ${pace} more than ${most / KiB} KiB of a player wait in its own pipe`, async (t) => {
    const { flow, journal } = controlled(2, pace);
    flow.read(1, most);
    flow.read(2, most);
    t.same(journal, [], 'so much is read');
    flow.read(1, 1);
    t.same(journal, ['pause 1']);
    flow.read(1, 5);
    flow.settled(1, most + 5);
    t.same(journal, ['pause 1'], 'until all of it is settled');
    flow.settled(1, 1);
    t.same(journal, ['pause 1', 'resume 1']);
  });
}

t.test('A player that is held back is read on when that is over and nothing waits any more', async (t) => {
  const { flow, journal, clock } = controlled(2);
  flow.holdBack(2, millis(2));
  flow.read(2, 17 * KiB);
  clock.ring(millis(2));
  t.same(journal, ['pause 2']);
  flow.settled(2, 17 * KiB);
  t.same(journal, ['pause 2', 'resume 2']);
});

t.test('A player that is held back again is not read on when the first backoff is over', async (t) => {
  const { flow, journal, clock } = controlled();
  flow.holdBack(1, millis(2));
  flow.holdBack(1, millis(6));
  clock.ring(millis(2));
  t.same(journal, ['pause 1']);
  t.ok(flow.isHeldBack(1, undefined));
  clock.ring(millis(6));
  t.same(journal, ['pause 1', 'resume 1']);
  t.notOk(flow.isHeldBack(1, undefined));
  t.notOk(flow.holdsAny);
});

t.test('A flood is read in small pieces from its first backoff on', async (t) => {
  const { flow, journal } = controlled();
  flow.took(1, { ...message, messages: 50, began: 0, ended: millis(3) });
  t.same(journal, ['small 1', 'pause 1']);
});

t.test('Once an alarm of the rules is due, a player that is held back is heard', async (t) => {
  const { flow, clock } = controlled();
  flow.holdBack(1, millis(8));
  t.ok(flow.isHeldBack(1, millis(5)));
  clock.ring(millis(5));
  t.notOk(flow.isHeldBack(1, millis(5)), 'what it wrote before the alarm counts');
  t.ok(flow.isHeldBack(1, millis(9)));
});
