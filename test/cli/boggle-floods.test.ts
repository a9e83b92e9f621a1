import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import type { SeenEvent } from '../seen-event.ts';
import { run } from './wordhost.ts';

const board = ['--board', 'CATS/OEDO/ARIG/STNS'];
/** It hears that the game has begun, does this, and reads on to the end. */
const afterStart = (does: string) =>
  `echo ready; while read -r line; do [ "$line" != start ] || break; done; ${does}; while read -r line; do :; done`;

/** Plays it under a time of so many seconds; gives the status and what was recorded. */
async function played(
  t: Test,
  seconds: number,
  players: readonly string[],
): Promise<{ status: number | null; stderr: string; events: SeenEvent[] }> {
  const cwd = t.testdir({});
  const options = ['--time', `${seconds}s`, '--max-output', '64M', '--record', cwd, '--quiet'];
  const { status, stderr } = await run(['boggle', ...board, ...options, ...players], { cwd });
  const file = readdirSync(cwd).find((name) => name.endsWith('.jsonl'))!;
  const events = readFileSync(join(cwd, file), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): SeenEvent => JSON.parse(line));
  return { status, stderr, events };
}

const guessesOf = (events: readonly SeenEvent[], seat: number) =>
  events.filter((event) => event.type === 'guess' && event.seat === seat);

t.test(
  'Beside one that writes 10,000 guesses, 50 of another are all read and counted, and so are those',
  async (t) => {
    const words = Array.from({ length: 50 }, (_, index) =>
      index % 2 === 0 ? 'guess DOG' : `guess X${index}`,
    );
    const half = (from: number) => `printf '${words.slice(from, from + 25).join('\\n')}\\n'`;
    const { status, stderr, events } = await played(t, 300, [
      afterStart(`awk 'BEGIN { for (i = 0; i < 10000; i++) print "guess W" i }'; echo done`),
      afterStart(`${half(0)}; sleep 0.5; ${half(25)}; echo done`),
    ]);
    t.equal(status, 0, stderr);
    t.equal(guessesOf(events, 2).length, 50);
    t.match(guessesOf(events, 2)[0], { word: 'DOG', points: 1 });
    t.equal(guessesOf(events, 1).length, 10_000);
    t.match(
      events.find(({ type, seat }) => type === 'found' && seat === 2),
      { words: ['DOG'], points: [1] },
    );
  },
);

t.test('Beside one that never stops, a guess before the end counts', async (t) => {
  const { status, stderr, events } = await played(t, 3, [
    afterStart(`exec awk 'BEGIN { for (;;) print "guess ZZZ" }'`),
    afterStart('sleep 0.5; echo guess DOG'),
  ]);
  t.equal(status, 0, stderr);
  t.match(guessesOf(events, 2), [{ word: 'DOG', points: 1 }]);
  t.match(
    events.find(({ type }) => type === 'end'),
    { result: { winner: 2, reason: 'time-up' } },
  );
});
