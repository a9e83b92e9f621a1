import t from 'tap';
import { run } from '../cli/wordhost.ts';

t.test('without what makes it fair the race is not fair, and the exit status is 1', async (t) => {
  const args = ['race', '--naive', '--gates', '1000', '--advantages', 'none', '--seed', 'spring'];
  const outcome = await run(args, { cwd: t.testdir({}) });
  t.equal(outcome.status, 1, outcome.stdout);
  t.match(outcome.stdout, /\nverdict: NOT FAIR\. .*\n$/);
});
