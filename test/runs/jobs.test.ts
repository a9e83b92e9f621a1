import t from 'tap';
import { type Jobs, settleJobs } from '../../host/runs/jobs.ts';

type Facts = Parameters<typeof settleJobs>[0];
type Headroom = NonNullable<Parameters<typeof settleJobs>[1]>['headroom'];

const facts: Facts = {
  ...{ wanted: 'auto', games: 100, pace: 'turns', players: 2 },
  ...{ pin: false, oneProcessor: false, trace: false },
};

const settle = (changes: Partial<Facts>, processors: number, headroom: Headroom = []): Jobs =>
  settleJobs({ ...facts, ...changes }, { processors, headroom });

t.test('auto leaves a processor to each player that can think at the same moment', async (t) => {
  const auto = (pace: Facts['pace'], players: number, processors: number) =>
    settle({ pace, players }, processors).jobs;
  t.equal(auto('turns', 2, 8), 7);
  t.equal(auto('turns', 4, 8), 7);
  t.equal(auto('turns', 2, 1), 1);
  t.equal(auto('race', 2, 8), 4);
  t.equal(auto('race', 3, 8), 2);
  t.equal(auto('round', 4, 2), 1);
});

t.test('with one at once everything is played here', async (t) => {
  t.match(settle({}, 2), { jobs: 1, workers: 0 });
  t.match(settle({ wanted: 8, games: 1 }, 2), { jobs: 1, workers: 0 });
});

t.test('a race has a process of its own; turn games share as many as there are processors', async (t) => {
  t.match(settle({ pace: 'race', wanted: 5 }, 4), { jobs: 5, workers: 5 });
  t.match(settle({ wanted: 100 }, 4), { jobs: 100, workers: 4 });
  t.match(settle({ wanted: 3 }, 4), { jobs: 3, workers: 3 });
});

t.test('players with users of their own are at most as many as the users', async (t) => {
  t.match(settle({ wanted: 40, mostOfOne: 32 }, 2), { jobs: 40, workers: 20 });
  t.match(settle({ wanted: 4, mostOfOne: 32 }, 2), { jobs: 4, workers: 2 });
  t.match(
    settle({ wanted: 4, mostOfOne: 1 }, 2),
    { jobs: 4, workers: 4 },
    'where there are none, no more than games',
  );
});

t.test('a number is obeyed, and it is said where players may wait for one another', async (t) => {
  t.equal(
    settle({ wanted: 4 }, 4).note,
    'note: 4 games at once on 4 processors: players may wait for each other. With --jobs 3 (auto) the player to move in each game has a processor',
  );
  t.match(settle({ pace: 'race', wanted: 2 }, 1).note, /on 1 processor: .* every player has a processor$/);
  t.equal(settle({ wanted: 3 }, 4).note, undefined);
});

t.test('with one processor for each game there are not more games than processors', async (t) => {
  const shared = { oneProcessor: true };
  const four = settle({ ...shared, wanted: 4 }, 4);
  t.match(four, { jobs: 4, workers: 4 });
  t.equal(four.note, undefined, 'no player waits for those of another game');
  t.match(settle(shared, 4), { jobs: 3, workers: 3 }, 'auto is what it is without');
  t.match(settle({ ...shared, games: 1 }, 4), { jobs: 1, workers: 0 });
  t.throws(
    () => settle({ ...shared, wanted: 5 }, 4),
    /^--one-processor: --jobs 5 requires 5 processors.*host.* 4\. Use --jobs 4$/,
  );
  t.throws(() => settle({ ...shared, wanted: 2 }, 1), /host.* 1\. Use --jobs 1$/);
  for (const pace of ['race', 'round'] as const)
    t.throws(() => settle({ ...shared, pace }, 4), /^--one-processor: .*requires.*turns/);
  t.throws(() => settle({ ...shared, pin: true }, 4), /^--one-processor: --pin .* use one or the other$/);
});

t.test('one game at a time with a processor for each player, and with the messages of a game', async (t) => {
  for (const alone of [{ pin: true }, { trace: true }]) {
    t.match(settle(alone, 8), { jobs: 1, workers: 0 }, 'auto');
    t.throws(() => settle({ ...alone, wanted: 2 }, 8), /--jobs 2: --\w+ requires --jobs 1/);
  }
});

const descriptors = (most: number) => [{ of: 'descriptors', most, used: 20, raise: 'raise it' }] as const;
const memory = (megabytes: number) =>
  [{ of: 'memory', most: megabytes * 2 ** 20, used: 0, raise: 'free some' }] as const;

t.test('what does not fit is refused with what would; auto takes that', async (t) => {
  t.throws(() => settle({ wanted: 100 }, 2, descriptors(400)), {
    message:
      '--jobs 100: 100 players of one process need 712 more file descriptors, but the limit is 400, of which 20 are in use. raise it. Use --jobs 52',
  });
  t.equal(settle({ wanted: 52 }, 2, descriptors(400)).jobs, 52);
  t.equal(settle({}, 100, memory(1000)).jobs, 14);
  t.throws(
    () => settle({ wanted: 8, pace: 'race' }, 8, memory(300)),
    /--jobs 8: 16 players and their hosts need 536 MB of memory, but only 300 MB are free\. free some\. Use --jobs 4/,
  );
  t.throws(() => settle({}, 2, descriptors(30)), { message: /^2 players at once need 26 more file/ });
});

t.test('the players of the next game are started while others are ended, where there is room', async (t) => {
  t.equal(settle({ wanted: 5 }, 2, descriptors(400)).overlap, true);
  t.equal(settle({ wanted: 40 }, 2, descriptors(400)).overlap, false);
});
