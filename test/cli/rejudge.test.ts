import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { again, crowd, crowdOnce, options, skip } from './crowded.ts';
import { letterA, patient } from './letter-a.ts';
import { resultsOf, run } from './wordhost.ts';

const cwd = t.testdir({ ...letterA, records: {} });

t.test('a game on an overloaded machine is played again, and counts once', { skip }, async (t) => {
  const more = ['--record', 'records', '--require', 'games.1=1', '--require', 'offences=0'];
  const outcome = await run([...again, ...more, crowdOnce, patient], { cwd });
  t.equal(outcome.status, 0, outcome.stderr);
  const results = resultsOf(outcome);
  t.equal(results.length, 1, 'one line for one game');
  const [{ id, rejudged = [] } = { id: '' }] = results;
  t.match(results[0], { winner: 1, seed: '7', overloaded: undefined });
  t.match(outcome.stderr, `game 1 (${rejudged[0]}) does not count, and is played again`);
  t.match(outcome.stderr, /the machine was overloaded: player 1/);

  t.same(readdirSync(join(cwd, 'records')).toSorted(), [`${id}.jsonl`, `${rejudged[0]}.jsonl`].toSorted());
  for (const name of [id, rejudged[0]]) {
    const verified = await run(['replay', '--verify', `records/${name}.jsonl`], { cwd });
    t.match(verified, { status: 0, stdout: /right/ }, verified.stdout);
  }
  const { stdout } = await run(['replay', `records/${id}.jsonl`], { cwd });
  t.match(stdout, `instead of ${rejudged[0]} (overloaded)`);
});

t.test('a player that is slow on a quiet machine is not given another game', async (t) => {
  const outcome = await run([...again, 'exec sleep 60', patient], { cwd });
  const wasOverloaded = /the machine was overloaded: .*is played again/s.test(outcome.stderr);
  t.equal(resultsOf(outcome)[0]!.rejudged !== undefined, wasOverloaded, outcome.stderr);
});

t.test('without being asked nothing is played again', { skip }, async (t) => {
  const outcome = await run([...options, crowd, patient], { cwd });
  t.match(resultsOf(outcome)[0], { overloaded: true, rejudged: undefined });
});

t.test('with --view it is refused: the picture is of one game', async (t) => {
  const { status, stderr } = await run([...again, '--view', patient], { cwd });
  t.equal(status, 2);
  t.match(stderr, /--view is for one game; with --rejudge-overloaded there may be more/);
});
