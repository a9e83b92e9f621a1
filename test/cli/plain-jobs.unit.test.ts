import t from 'tap';
import { plainJobs } from '../../host/cli/jobs/plain-jobs.ts';

const jobsOf = (line: string, environment: NodeJS.ProcessEnv = {}) => plainJobs(line.split(' '), environment);

t.test('workers are started early where a line plainly asks for them', async (t) => {
  t.equal(jobsOf('scrabble --games 20 --jobs 3 a b'), 3);
  t.equal(jobsOf('scrabble --games=20 --jobs=3 a b'), 3);
  t.equal(jobsOf('compare --jobs 2 a b', { PATH: '/bin', WORDHOST_KWG: 'x' }), 2);
  t.equal(jobsOf('scrabble --games 20 --jobs 2 --jobs 4 a b'), 4, 'the last one counts');
});

t.test('and not where there is one game, or a control group must be made first', async (t) => {
  t.equal(jobsOf('scrabble --jobs 3 a b'), 0);
  t.equal(jobsOf('tournament --jobs 2 league.yaml'), 0, 'its file may limit the memory of players');
  t.equal(jobsOf('scrabble --games 20 a b'), 0);
  for (const jobs of ['auto', '1', '0', '-2', '2.5', 'many', ''])
    t.equal(jobsOf(`scrabble --games 20 a b --jobs ${jobs}`), 0, jobs);
  t.equal(jobsOf('scrabble --games 20 a b --jobs'), 0);
  for (const more of [
    '--memory 64M',
    '--memory=64M',
    '--config x.yaml',
    '--sandbox strict',
    '--sandbox=strict',
  ])
    t.equal(jobsOf(`scrabble --games 20 --jobs 3 ${more} a b`), 0, more);
  t.equal(jobsOf('scrabble --games 20 --jobs 3 a b', { WORDHOST_OPT_MEMORY: '64M' }), 0);
});
