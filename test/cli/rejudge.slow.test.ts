import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { again, crowd, crowdOnce, options, skip } from './crowded.ts';
import { letterA, patient, quick } from './letter-a.ts';
import { resultsOf, run } from './wordhost.ts';

const cwd = t.testdir(letterA);

t.test(
  'the last one counts, overloaded or not: once more, or as often as the limit says',
  { skip },
  async (t) => {
    for (const [limit, times] of [
      [[], 1],
      [['--rejudge-limit', '2'], 2],
    ] as const) {
      const outcome = await run([...again, ...limit, crowd, patient], { cwd });
      const [result] = resultsOf(outcome);
      t.match(result, { overloaded: true, players: [{ outcome: 'failed' }, { outcome: 'won' }] });
      t.equal(result?.rejudged?.length, times);
      t.equal(outcome.status, 1);
    }
  },
);

t.test('seats and seeds of a series stay as they are', { skip }, async (t) => {
  const outcome = await run([...again, '--games', '2', crowdOnce, patient], { cwd });
  const plain = await run([...options, '--games', '2', quick, patient], { cwd });
  const facts = (printed: typeof outcome) =>
    resultsOf(printed).map(({ seed, winner, players }) => [seed, winner, players.map(({ entry }) => entry)]);
  t.same(facts(outcome), facts(plain));
  t.same(
    resultsOf(outcome).map(({ rejudged }) => rejudged?.length),
    [1, undefined],
  );
});

t.test('a turn that was lost to an overloaded machine has the game played again', { skip }, async (t) => {
  const once = `[ -e turned ] || { touch turned; ${crowd}; }`;
  const bot = `echo ready; while read -r word rest; do if [ "$word" = turn ]; then ${once}; echo pass; fi; done`;
  const turns = ['scrabble', '--dictionary', 'none', '--max-turns', '1', '--timeout', '1s', '--json'];
  const outcome = await run([...turns, '--rejudge-overloaded', '--record', 'turns', bot], { cwd });
  const [result] = resultsOf(outcome);
  t.match(result, { overloaded: undefined, rejudged: [/./], players: [{ timeouts: 0 }] }, outcome.stderr);
  t.match(outcome.stderr, /the machine was overloaded: player 1 .* give more time \(--timeout\)/);
  const [id] = result!.rejudged!;
  const record = readFileSync(join(cwd, 'turns', `${id}.jsonl`), 'utf8');
  const load = record.split('\n').find((line) => line.includes('"turn-load"'))!;
  const { waitMs, givenMs } = JSON.parse(load);
  t.ok(givenMs >= 1_000 && waitMs > givenMs / 2, load);
  t.match(await run(['replay', '--verify', `turns/${id}.jsonl`], { cwd }), { status: 0, stdout: /right/ });
});
