import t from 'tap';
import { Beginning, MOST_ENDING } from '../../host/runs/beginning.ts';

interface Running {
  readonly decide: () => void;
  readonly end: PromiseWithResolvers<void>;
}

/** Games that are decided and end when the test says so. */
function byHand(terms: { games: number; jobs: number; overlap?: boolean; stop?: AbortSignal }) {
  const running = new Map<number, Running>();
  const begun: number[] = [];
  const { stop = new AbortController().signal, overlap = true, jobs, games } = terms;
  const beginning = new Beginning<number>(
    { next: numbersTo(games), jobs, overlap, stop },
    async function* (game, decide) {
      const end = Promise.withResolvers<void>();
      running.set(game, { decide, end });
      begun.push(game);
      await end.promise;
      yield game;
    },
  );
  const given: number[] = [];
  const over = (async () => {
    for await (const game of beginning.games()) given.push(game);
  })();
  const end = async (game: number) => {
    running.get(game)!.end.resolve();
    await turns();
  };
  const decide = (game: number) => running.get(game)!.decide();
  const fail = async (game: number) => {
    running.get(game)!.end.reject(new Error(`game ${game} failed`));
    await turns();
  };
  return { begun, given, over, end, decide, fail };
}

function numbersTo(last: number): () => number | undefined {
  let given = 0;
  return () => (given < last ? ++given : undefined);
}

const turns = async () => {
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
};

t.test('so many at once, and each is given out when it ends', async (t) => {
  const { begun, given, over, end } = byHand({ games: 4, jobs: 2 });
  await turns();
  t.same(begun, [1, 2]);
  await end(2);
  t.same([begun, given], [[1, 2, 3], [2]]);
  await end(3);
  await end(1);
  await end(4);
  await over;
  t.same(
    [begun, given],
    [
      [1, 2, 3, 4],
      [2, 3, 1, 4],
    ],
  );
});

t.test('one that is decided makes place for the next, as long as only so many are ended', async (t) => {
  const { begun, decide } = byHand({ games: 19, jobs: 2 });
  await turns();
  for (let game = 1; begun.includes(game); game++) decide(game);
  t.same(begun.length, 2 * (1 + MOST_ENDING), 'none begins before one of them is over');
});

t.test(
  'one at a time, they are given out in order, though the next may be over before the last one',
  async (t) => {
    const { given, over, decide, end } = byHand({ games: 3, jobs: 1 });
    await turns();
    decide(1);
    await turns();
    await end(2);
    t.same(given, [], 'the players of the first are still ended');
    await end(1);
    t.same(given, [1, 2]);
    await end(3);
    await over;
    t.same(given, [1, 2, 3]);
  },
);

t.test('without overlap a game begins when one is over', async (t) => {
  const { begun, decide, end } = byHand({ games: 9, jobs: 2, overlap: false });
  await turns();
  decide(1);
  await turns();
  t.same(begun, [1, 2]);
  await end(1);
  t.same(begun, [1, 2, 3]);
});

t.test('told to stop, it finishes what runs', async (t) => {
  const stop = new AbortController();
  const { begun, given, over, end } = byHand({ games: 9, jobs: 2, stop: stop.signal });
  await turns();
  stop.abort();
  await end(1);
  await end(2);
  await over;
  t.same(
    [begun, given],
    [
      [1, 2],
      [1, 2],
    ],
  );
});

t.test('after a failure no game begins; the others are given out before it is thrown', async (t) => {
  const { begun, given, over, end, fail } = byHand({ games: 9, jobs: 2 });
  const thrown = t.rejects(over, /game 2 failed/);
  await turns();
  await fail(2);
  await end(1);
  await thrown;
  t.same([begun, given], [[1, 2], [1]]);
});

t.test('while the first game goes on, only so many others are played', async (t) => {
  const { begun, given, end } = byHand({ games: 1000, jobs: 2 });
  await turns();
  for (let game = 2; begun.includes(game); game++) await end(game);
  t.equal(begun.at(-1), 64, 'what waits for it is bounded');
  await end(1);
  t.ok(begun.includes(66), 'and goes on after it');
  t.equal(given.length, 64);
});

t.test('games that nobody takes are not played on and on', async (t) => {
  let begun = 0;
  const stop = new AbortController().signal;
  const beginning = new Beginning<number>(
    { next: numbersTo(100), jobs: 1, overlap: true, stop },
    async function* (game, decided) {
      begun++;
      decided();
      yield game;
    },
  );
  const games = beginning.games();
  await games.next();
  await turns();
  t.ok(begun <= 2 + MOST_ENDING, `${begun}`);
  let taken = 1;
  for await (const _ of games) taken++;
  t.equal(taken, 100);
});
