import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { dealt, letterA, letterAOptions, patient, quick } from './letter-a.ts';
import { carriers, run, start, until } from './wordhost.ts';

const cwd = t.testdir({ ...letterA, 'notes.txt': 'nothing to lose\n' });
const game = ['compare', 'bananagrams', ...letterAOptions, '--bunch', 'last-bunch'];
const compare = (...words: string[]) => run([...game, '--seed', '1', ...words], { cwd });

t.test('is it worse? Both tests have hypotheses for this question', async (t) => {
  const bets = await compare('--not-worse', '--max-games', '2', quick, patient);
  t.equal(bets.status, 4, 'two games say nothing');
  t.match(bets.stdout, /^bet: not worse +capital 1\.26, decides at 20$/m);
  for (const [players, status, answer] of [
    [[quick, patient], 0, 'NEW is not worse: it has 100.0 % of 16 games.'],
    [[patient, quick], 1, 'NEW is worse: it has 0.0 % of 16 games.'],
  ] as const) {
    const decided = await compare('--not-worse', ...players);
    t.match(decided, { status, stdout: answer });
  }
  const sequential = ['--test', 'sprt', '--not-worse', '--max-games', '2'];
  const { status, stdout } = await compare(...sequential, quick, patient);
  t.equal(status, 4, 'two games say nothing');
  t.match(stdout, /^hypotheses +-10 against 0 Elo \(normalized\)$/m);
  t.match(
    stdout,
    /^NEW is better so far \(2 of 2 points\); the test has not decided: more games are needed\.$/m,
  );
});

const offender = `printf r; ${dealt}; printf p003001BBB; exec sleep 60`;

t.test('an offence of NEW ends it, and is shown; or it is a game lost', async (t) => {
  const ended = await compare('--max-games', '10', offender, patient);
  t.match(ended, {
    status: 1,
    stdout:
      /^NEW committed an offense: the comparison ended after 1 game\.\n\[[o|-]+\] 0-99 %\n\s*games +1: won 0[\s\S]*^offenses +NEW 1, OLD 0$/m,
  });
  t.match(ended.stderr, /player 1 .*illegal/);
  t.match(
    ended.stderr,
    /^ {2}.*record.*replay.*: wordhost bananagrams .*--mirrored --seed [0-9a-f]+ --record games /m,
  );
  const counted = await compare('--offences', 'count', '--games', '4', '--json', offender, patient);
  t.match(JSON.parse(counted.stdout), { games: 4, lost: 4, offences: [4, 0], verdict: 'counted' });
  t.equal(counted.stderr.match(/^player 1 .*illegal/gm)?.length, 1, 'the first is shown, the others counted');
  t.equal(counted.stderr.match(/to record and replay the game/g)?.length, 1);
  const old = await compare('--games', '2', '--json', patient, offender);
  t.match(
    JSON.parse(old.stdout),
    { won: 2, offences: [0, 2], verdict: 'counted' },
    'an offence of OLD is a game won',
  );
});

t.test(
  'interrupted, it reports and leaves nobody',
  { skip: !existsSync('/proc/self/environ') && 'there is no /proc' },
  async (t) => {
    for (const [signal, status] of [
      ['SIGINT', 130],
      ['SIGTERM', 143],
    ] as const) {
      const results = `${signal}.jsonl`;
      const store = signal === 'SIGINT' ? ['--store', 'compared.db'] : [];
      const host = start(
        [...game, ...store, '--results', results, '--max-games', '100000', '--elo1', '0.1', quick, patient],
        { cwd },
      );
      const lines = () =>
        existsSync(join(cwd, results)) && readFileSync(join(cwd, results), 'utf8').split('\n').length > 4;
      await until(lines, () => `four games: ${host.stderr}`);
      host.child.kill(signal);
      const outcome = await host.ended;
      t.equal(outcome.status, status, outcome.stderr);
      t.match(outcome.stdout, /^games +\d+: won \d+/m);
      const resumes = /saved in compared\.db; run.*resume\n/.test(outcome.stderr);
      t.equal(resumes, store.length > 0, outcome.stderr);
      t.same(carriers(host.marker), []);
    }
  },
);
