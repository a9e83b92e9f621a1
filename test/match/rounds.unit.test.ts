import t from 'tap';
import { micros, millis, type Nanos, seconds } from '../../host/core/units.ts';
import { bogglePlan } from '../games/boggle-plan.ts';
import { type HandPlayed, playedByHand } from './hand-played.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const FLOOD = 3000;
const flood = `guess DOG\n`.repeat(FLOOD);

/** A round of Boggle for two that are ready. */
async function round(time: Nanos): Promise<HandPlayed> {
  const match = await playedByHand(bogglePlan({ players: 2, options: { time } }));
  for (const { say } of match.stages) say('ready\n');
  await match.clock.quiet();
  return match;
}

const guessesOf = ({ events }: HandPlayed, seat: number) =>
  events.filter((event) => event.type === 'guess' && event.seat === seat);

t.test('A player that floods has no backoff, and no other player waits for it', async (t) => {
  const match = await round(seconds(10));
  const { clock, stages, events } = match;
  clock.lookTakes = micros(10);
  stages[0]!.say(flood);
  await clock.turn();
  stages[1]!.say('guess CAT\n');
  await clock.quiet();
  t.equal(guessesOf(match, 1).length, FLOOD, 'all of it is judged, and no time had to pass');
  const before = events.slice(0, events.indexOf(guessesOf(match, 2)[0]!));
  t.ok(
    before.filter(({ type }) => type === 'guess').length < FLOOD / 2,
    'the other was heard long before the end',
  );
});

t.test('What was read in time counts, however long the judging takes', async (t) => {
  const time = seconds(10);
  const match = await round(time);
  const { clock, dealtAt, listeners } = match;
  clock.ring(dealtAt + time - millis(1));
  clock.lookTakes = micros(10);
  listeners[0]!.read(encode(`${flood}guess CAT\n`), clock.now());
  const { verdict } = await clock.run(match.played);
  t.ok(clock.now() > dealtAt + time + millis(10), 'the time was up long before all of it was judged');
  t.equal(guessesOf(match, 1).length, FLOOD + 1);
  t.match(verdict, { reason: 'time-up', winner: 1 });
});

t.test('What lay in a pipe when the time was up counts', async (t) => {
  const time = seconds(5);
  for (const stamp of [-1, 0, 1000]) {
    const match = await round(time);
    match.clock.ring(match.dealtAt + time);
    match.listeners[1]!.read(encode('guess CAT\n'), match.dealtAt + time + stamp);
    t.match((await match.clock.run(match.played)).verdict, { reason: 'time-up', winner: 2 });
    t.match(
      guessesOf(match, 2),
      [{ word: 'CAT', t: time - 1 }],
      'stamped so that the record can be played again',
    );
  }
});

t.test('What came when two looks had found nothing is too late', async (t) => {
  const time = seconds(5);
  const match = await round(time);
  match.clock.ring(match.dealtAt + time);
  await match.clock.turn();
  await match.clock.turn();
  match.listeners[1]!.read(encode('guess CAT\n'), match.clock.now());
  t.match((await match.clock.run(match.played)).verdict, { reason: 'time-up', winner: null });
  t.same(guessesOf(match, 2), []);
});
