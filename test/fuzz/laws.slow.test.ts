import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import t from 'tap';

const fuzz = (...words: readonly string[]) =>
  spawnSync(process.execPath, [join(import.meta.dirname, 'laws.ts'), ...words], { encoding: 'utf8' });

t.test('the laws hold for other cases than those of npm test, and for more of them', async (t) => {
  const { status, stdout } = fuzz('--seed', '2', '--times', '3');
  t.equal(status, 0, stdout);
  t.match(stdout, /^laws of \d\d files, seed 2, 3 times as many cases\n/);
});

t.test('seeds and counts that are none are refused', async (t) => {
  for (const words of [['--times', '0'], ['--times', 'x'], ['--seed=-1']])
    t.match(fuzz(...words), { status: 2, stdout: '', stderr: /expected whole numbers/ }, words.join(' '));
});
