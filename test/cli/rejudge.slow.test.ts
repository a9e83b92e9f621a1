import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import type { Result } from '../../host/events/result.ts';
import { again, crowd, crowdOnce, options, skip } from './crowded.ts';
import { letterA, patient, quick } from './letter-a.ts';
import { resultsOf, run, succeed } from './wordhost.ts';

t.test('rejudge', async (t) => {
  const cwd = t.testdir({ ...letterA, records: {} });

  t.test('a game on an overloaded machine is played again, and counts once', { skip }, async (t) => {
    const more = ['--record', 'records', '--require', 'games.1=1', '--require', 'offences=0'];
    const outcome = await succeed(t, [...again, ...more, crowdOnce, patient], { cwd });
    const results = resultsOf(outcome);
    t.equal(results.length, 1, 'one line for one game');
    const [{ id, rejudged = [] } = { id: '' }] = results;
    t.match(results[0], { winner: 1, seed: '7', overloaded: undefined });
    t.match(outcome.stderr, `game 1 (${rejudged[0]}) does not count and is played again`);
    t.match(outcome.stderr, /the machine was overloaded: player 1/);

    t.same(readdirSync(join(cwd, 'records')).toSorted(), [`${id}.jsonl`, `${rejudged[0]}.jsonl`].toSorted());
    for (const name of [id, rejudged[0]]) {
      const verified = await run(['replay', '--verify', `records/${name}.jsonl`], { cwd });
      t.match(verified, { status: 0, stdout: /verified/ }, verified.stdout);
    }
    const { stdout } = await run(['replay', `records/${id}.jsonl`], { cwd });
    t.match(stdout, `instead of ${rejudged[0]} (overloaded)`);
  });

  t.test('a player that is slow on a quiet machine is not given another game', async (t) => {
    const outcome = await run([...again, 'exec sleep 60', patient], { cwd });
    const wasOverloaded = /the machine was overloaded: .*is played again/s.test(outcome.stderr);
    t.equal(resultsOf(outcome)[0]!.rejudged !== undefined, wasOverloaded, outcome.stderr);
  });

  t.test('so it is in a tournament, where only the last one is saved', { skip }, async (t) => {
    const league = `game: bananagrams
options: { dictionary: words.txt, bunch: last-bunch, hand: 3, ready-timeout: 2s }
players:
  - { name: ada, command: ${JSON.stringify(crowdOnce)} }
  - { name: ben, command: ${JSON.stringify(patient)} }
format: { kind: round-robin }
seed: spring
`;
    const results: Result[] = [];
    for (const words of [['--replay-overloaded'], []]) {
      const cwd = t.testdir({ ...letterA, 'league.yml': league });
      const { stderr } = await run(['tournament', ...words, 'league.yml'], { cwd });
      t.equal(stderr.includes('does not count and is played again'), words.length > 0, stderr);
      const { stdout } = await run(['store', 'export', '--results', '-', 'league.db'], { cwd });
      const saved = stdout.trim().split('\n');
      t.equal(saved.length, 1, 'one game is saved');
      results.push(JSON.parse(saved[0]!));
    }
    const [again, once] = results as [Result, Result];
    const outcomeOf = ({ players }: Result) => players.find(({ name }) => name === 'ada')!.outcome;
    t.match(again, { overloaded: undefined, seed: once.seed });
    t.same([again, once].map(outcomeOf), ['won', 'failed']);
    t.match(once, { overloaded: true, rejudged: undefined });
    t.equal(again.rejudged?.length, 1);
  });

  t.test('without being asked nothing is played again', { skip }, async (t) => {
    const outcome = await run([...options, crowd, patient], { cwd });
    t.match(resultsOf(outcome)[0], { overloaded: true, rejudged: undefined });
  });

  t.test('with --view it is refused: the picture is of one game', async (t) => {
    t.match(await run([...again, '--view', patient], { cwd }), {
      status: 2,
      stderr: /--view and --replay-overloaded 1: use one or the other/,
    });
  });
});

t.test('rejudge', async (t) => {
  const cwd = t.testdir(letterA);

  t.test('the last replay counts, overloaded or not', { skip }, async (t) => {
    for (const [limit, times] of [
      [[], 1],
      [['--replay-overloaded=2'], 2],
    ] as const) {
      const outcome = await run([...again, ...limit, crowd, patient], { cwd });
      const [result] = resultsOf(outcome);
      t.match(result, { overloaded: true, players: [{ outcome: 'failed' }, { outcome: 'won' }] });
      t.equal(result?.rejudged?.length, times);
      t.equal(outcome.status, 1);
    }
  });

  t.test('seats and seeds of a series stay as they are', { skip }, async (t) => {
    const outcome = await run([...again, '--games', '2', crowdOnce, patient], { cwd });
    const plain = await run([...options, '--games', '2', quick, patient], { cwd });
    const facts = (printed: typeof outcome) =>
      resultsOf(printed).map(({ seed, winner, players }) => [
        seed,
        winner,
        players.map(({ entry }) => entry),
      ]);
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
    const outcome = await run([...turns, '--replay-overloaded', '--record', 'turns', bot], { cwd });
    const [result] = resultsOf(outcome);
    t.match(result, { overloaded: undefined, rejudged: [/./], players: [{ timeouts: 0 }] }, outcome.stderr);
    t.match(outcome.stderr, /the machine was overloaded: player 1 .* allow more time \(--timeout\)/);
    const [id] = result!.rejudged!;
    const record = readFileSync(join(cwd, 'turns', `${id}.jsonl`), 'utf8');
    const load = record.split('\n').find((line) => line.includes('"turn-load"'))!;
    const { waitMs, givenMs } = JSON.parse(load);
    t.ok(givenMs >= 1_000 && waitMs > givenMs / 2, load);
    t.match(await run(['replay', '--verify', `turns/${id}.jsonl`], { cwd }), {
      status: 0,
      stdout: /verified/,
    });
  });
});
