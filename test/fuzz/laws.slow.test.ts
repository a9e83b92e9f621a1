import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import t from 'tap';

const fuzz = (...words: readonly string[]) =>
  spawnSync(process.execPath, [join(import.meta.dirname, 'laws.ts'), ...words], { encoding: 'utf8' });

t.test('the laws of the games hold for more and other cases than in npm test', async (t) => {
  const { status, stdout } = fuzz('--seed', '2', '--times', '1', 'test/games');
  t.equal(status, 0, stdout);
  t.match(stdout, /^laws of \d+ files, seed 2, 1 times as many cases\n/);
});

t.test('seeds and counts that are none are refused', async (t) => {
  for (const words of [['--times', '0'], ['--times', 'x'], ['--seed=-1']])
    t.match(fuzz(...words), { status: 2, stdout: '', stderr: /expected whole numbers/ }, words.join(' '));
});
