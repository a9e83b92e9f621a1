import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { say } from './in-process.ts';
import { resultsOf, run } from './wordhost.ts';

t.test('--alphabet permuted changes no point of greedy, and leaves no list behind', async (t) => {
  const cwd = t.testdir();
  const greedy = 'wordhost player greedy';
  const scores = async (...more: readonly string[]) => {
    const outcome = await run(
      ['scrabble', '--json', '--games', '4', '--seed', 'p', '--mirrored', ...more, greedy, greedy],
      { cwd, env: { XDG_CACHE_HOME: join(cwd, 'cache') } },
    );
    return resultsOf(outcome).map(({ turns, players, best }) => {
      const { word, points } = best as { readonly word: string; readonly points: number };
      return { word, figures: [turns, points, ...players.map(({ score }) => score)] };
    });
  };
  const usual = await scores();
  const permuted = await scores('--alphabet', 'permuted', '--record', 'games');
  t.equal(usual.length, 4);
  t.strictSame(
    permuted.map(({ figures }) => figures),
    usual.map(({ figures }) => figures),
  );
  t.equal(permuted.filter(({ word }, index) => word === usual[index]!.word).length, 0, 'other words');
  const env = { XDG_CACHE_HOME: join(cwd, 'cache') };
  const verified = await say(['replay', '--verify', 'games'], { cwd, env });
  t.match(verified, { status: 0, stdout: /4 records: all verified/ });
  const files = readdirSync(join(cwd, 'cache'), { recursive: true }).map(String);
  t.strictSame(
    files.filter((file) => file.includes('permuted')),
    [],
  );
  const [record = ''] = readdirSync(join(cwd, 'games'));
  t.match(await say(['export', '--as', 'gcg', join('games', record)], { cwd, env }), { status: 2 });
  t.match(await say(['analyze', join('games', record)], { cwd, env }), {
    status: 0,
    stdout: /100|the best move/,
  });
  t.match(await say(['scrabble', '--alphabet', 'permuted', '--draws', 'ABC', greedy, greedy], { cwd }), {
    status: 2,
    stderr: /--alphabet permuted and --draws: use one or the other/,
  });
});
