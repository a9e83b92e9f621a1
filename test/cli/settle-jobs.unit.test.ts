import t from 'tap';
import { settleJobs } from '../../host/cli/jobs/settle-jobs.ts';

const facts = { wanted: 'auto', games: 100, pace: 'turns', players: 2, pin: false, trace: false } as const;

t.test('auto leaves a processor to each player that can think at the same moment', async (t) => {
  const auto = (pace: 'turns' | 'race' | 'round', players: number, processors: number) =>
    settleJobs({ ...facts, pace, players }, processors).jobs;
  t.equal(auto('turns', 2, 8), 7);
  t.equal(auto('turns', 4, 8), 7);
  t.equal(auto('turns', 2, 1), 1);
  t.equal(auto('race', 2, 8), 4);
  t.equal(auto('race', 3, 8), 2);
  t.equal(auto('round', 4, 2), 1);
});

t.test('with one at once everything is played here', async (t) => {
  t.same(settleJobs(facts, 2), { jobs: 1, workers: 0 });
  t.same(settleJobs({ ...facts, wanted: 8, games: 1 }, 2), { jobs: 1, workers: 0 });
});

t.test('a race has a process of its own; turn games share as many as there are processors', async (t) => {
  t.match(settleJobs({ ...facts, pace: 'race', wanted: 5 }, 4), { jobs: 5, workers: 5 });
  t.match(settleJobs({ ...facts, wanted: 100 }, 4), { jobs: 100, workers: 4 });
  t.same(settleJobs({ ...facts, wanted: 3 }, 4), { jobs: 3, workers: 3 });
});

t.test('a number is obeyed, and it is said where players may wait for one another', async (t) => {
  const { note } = settleJobs({ ...facts, wanted: 4 }, 4);
  t.equal(
    note,
    'note: 4 games at once on 4 processors: players may wait for one another. With --jobs 3 (auto) the player that has the turn of each game has a processor',
  );
  t.match(
    settleJobs({ ...facts, pace: 'race', wanted: 2 }, 1).note,
    /on 1 processor: .* every player of each game/,
  );
});

t.test('one game at a time with a processor for each player, and with the messages of a game', async (t) => {
  for (const alone of [{ pin: true }, { trace: true }]) {
    t.same(settleJobs({ ...facts, ...alone }, 8), { jobs: 1, workers: 0 }, 'auto');
    t.throws(
      () => settleJobs({ ...facts, ...alone, wanted: 2 }, 8),
      /--jobs 2: --\w+ .*expected --jobs 1 with it/,
    );
  }
});
