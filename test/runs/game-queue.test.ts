import t from 'tap';
import type { MatchPlan } from '../../host/match/plan.ts';
import type { Executor } from '../../host/runs/executor.ts';
import type { Experiment } from '../../host/runs/experiment.ts';
import { GameQueue, InOrder, MOST_ENDING } from '../../host/runs/game-queue.ts';
import type { GameReport } from '../../host/runs/play-game.ts';
import { run } from '../../host/runs/run.ts';

function countTo(last: number): () => number | undefined {
  let number = 0;
  return () => (number < last ? ++number : undefined);
}

t.test('beginning', async (t) => {
  interface Running {
    readonly decide: () => void;
    readonly end: PromiseWithResolvers<void>;
  }

  interface Terms {
    readonly games: number;
    readonly jobs: number;
    readonly overlap?: boolean;
    readonly stop?: AbortSignal;
  }

  /** Games that are decided and end when the test says so, and are counted as they end. */
  function byHand(terms: Terms) {
    const { experiment, options, ...hands } = withHands(terms);
    const given: number[] = [];
    const over = run(experiment, { ...options, fold: { take: ({ game }) => void given.push(game) } });
    return { ...hands, given, over };
  }

  function withHands({ games, jobs, overlap = true, stop }: Terms) {
    const running = new Map<number, Running>();
    const begun: number[] = [];
    const experiment: Experiment = {
      ...{ next: countTo(games), overlap },
      plan: (number) => ({ request: { id: String(number) } }) as MatchPlan,
    };
    const executor: Executor = {
      ...{ jobs, overlap: true },
      async play({ request: { id } }, { decided: decide = () => {} }) {
        const end = Promise.withResolvers<void>();
        running.set(Number(id), { decide, end });
        begun.push(Number(id));
        await end.promise;
        return { result: {} } as GameReport;
      },
      async [Symbol.asyncDispose]() {},
    };
    const end = async (game: number) => {
      running.get(game)!.end.resolve();
      await turns();
    };
    const decide = (game: number) => running.get(game)!.decide();
    const fail = async (game: number) => {
      running.get(game)!.end.reject(new Error(`game ${game} failed`));
      await turns();
    };
    const options = { executor, interruption: stop && { stop, signal: new AbortController().signal } };
    return { experiment, options, begun, end, decide, fail };
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

  for (const [kind, ending, most] of [
    ['that ends', {}, 64],
    ['without end', { onWake: () => {} }, 300],
  ] as const)
    t.test(`a run ${kind} begins ${most} games beside a long one`, async (t) => {
      const { experiment, options, begun, end } = withHands({ games: 300, jobs: 2 });
      void run({ ...experiment, ...ending }, options);
      await turns();
      for (let game = 2; begun.includes(game) && game < 300; game++) await end(game);
      t.equal(begun.length, most);
    });

  t.test('one that is decided makes place for the next, as long as only so many are ended', async (t) => {
    const { begun, decide } = byHand({ games: 19, jobs: 2 });
    await turns();
    for (let game = 1; begun.includes(game); game++) decide(game);
    t.same(begun.length, 2 * (1 + MOST_ENDING), 'none begins before one of them is over');
  });

  t.test('one at a time, games are taken in order, whichever ends first', async (t) => {
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
  });

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
    const { experiment, options, begun, decide, end } = withHands({ games: 100, jobs: 1 });
    const queue = new GameQueue(experiment, options);
    queue.begin();
    for (let game = 1; begun.includes(game); game++) {
      decide(game);
      await end(game);
    }
    t.ok(begun.length <= 2 + MOST_ENDING, `${begun}`);
    for (let taken = 1; taken <= begun.length; taken++) {
      t.equal(queue.takeOver()?.game, taken);
      queue.begin();
      for (const game of begun.slice(taken)) await end(game);
    }
    t.equal(begun.length, 100);
  });

  t.test('nor are they while those that run are decided one after the other', async (t) => {
    const { experiment, options, begun, decide, end } = withHands({ games: 100, jobs: 2 });
    const queue = new GameQueue(experiment, options);
    queue.begin();
    for (const game of [1, 2]) decide(game);
    await end(1);
    t.equal(queue.takeOver()?.game, 1, 'nobody takes another one');
    decide(3);
    for (const game of [2, 3]) await end(game);
    decide(4);
    t.same(begun, [1, 2, 3, 4, 5], 'as many wait as are played at once');
  });
});

t.test('in order', async (t) => {
  t.test('what ends first waits for the games before it', async (t) => {
    const order = new InOrder<string>();
    t.same(order.take(2, 'two'), []);
    t.same(order.take(3, 'three'), []);
    t.same(order.take(1, 'one'), ['one', 'two', 'three']);
    t.same(order.take(4, 'four'), ['four']);
    t.same(order.rest(), []);
  });

  t.test('a game that is played again holds up the next until its last one', async (t) => {
    const order = new InOrder<string>();
    t.same(order.take(2, 'two'), []);
    t.same(order.take(1, 'first try', false), []);
    t.same(order.take(1, 'second try'), ['first try', 'second try', 'two']);
  });

  t.test('what waits for a game that never comes is given out in order at the end', async (t) => {
    const order = new InOrder<string>();
    for (const game of [5, 3, 4]) t.same(order.take(game, String(game)), []);
    t.same(order.rest(), ['3', '4', '5']);
    t.same(order.rest(), []);
  });
});
