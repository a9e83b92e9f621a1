import t from 'tap';
import { HostFailure, VoidMatch } from '../../host/core/errors.ts';
import { seconds } from '../../host/core/units.ts';
import { bananagrams } from '../../host/games/bananagrams/bananagrams.ts';
import { bananagramsOptions } from '../../host/games/bananagrams/options.ts';
import { liveClock } from '../../host/match/clock.ts';
import type { OpenSeats } from '../../host/match/seat.ts';
import { LocalExecutor, type LocalTools } from '../../host/runs/executor.ts';
import type { Experiment } from '../../host/runs/experiment.ts';
import { MOST_ENDING } from '../../host/runs/game-queue.ts';
import { type Fold, type RunOptions, run } from '../../host/runs/run.ts';
import { type SeriesRequest, seriesExperiment } from '../../host/runs/series.ts';
import { scriptedSeats } from '../../host/seats/scripted/scripted-seats.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';
import { lexiconWith } from '../games/table.ts';
import { waits, wins } from '../support/letter-a-scripts.ts';
import { playGames } from '../support/play-games.ts';
import { until } from '../support/until.ts';

function countTo(last: number): () => number | undefined {
  let number = 0;
  return () => (number < last ? ++number : undefined);
}

const request: SeriesRequest = {
  game: bananagrams,
  options: { ...settleOptions(bananagramsOptions, []), bunch: { A: 6 }, hand: 3 },
  lexicon: lexiconWith(['AAA']),
  seed: 'overlap',
  limits: { readyTimeout: seconds(10), gameTimeout: 0 },
  games: 3,
  rotate: false,
  rejudges: 0,
  overlap: true,
  entries: ['one', 'two'].map((name) => ({ name, command: name })),
};

/** Tables that note when they are opened and when all of their players have ended, which takes some time. */
function noted(failing?: number): { readonly openSeats: OpenSeats; readonly notes: string[] } {
  const notes: string[] = [];
  let games = 0;
  const openSeats: OpenSeats = async (requests, listenerOf) => {
    const game = ++games;
    if (game === failing) throw new HostFailure('no player can be started');
    notes.push(`begin ${game}`);
    const table = await scriptedSeats([wins, waits], liveClock)(requests, listenerOf);
    const seats = table.seats.map((seat) => {
      const ended = seat.ended.then(async (ending) => {
        for (let poll = 0; poll < 50; poll++) await new Promise(setImmediate);
        return ending;
      });
      return new Proxy(seat, {
        get(target, name) {
          if (name === 'ended') return ended;
          const found = Reflect.get(target, name, target);
          return typeof found === 'function' ? found.bind(target) : found;
        },
      });
    });
    void Promise.all(seats.map(({ ended }) => ended)).then(() => notes.push(`end ${game}`));
    return { seats, [Symbol.asyncDispose]: () => table[Symbol.asyncDispose]() };
  };
  return { openSeats, notes };
}

const numbersTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

async function played(changes: Partial<SeriesRequest>, tools: LocalTools): Promise<number[]> {
  const games: number[] = [];
  const executor = new LocalExecutor(tools);
  for await (const { game } of playGames(seriesExperiment({ ...request, ...changes }), { executor }))
    games.push(game);
  return games;
}

t.test('the next game begins while this one ends, and results come in order', async (t) => {
  const { openSeats, notes } = noted();
  const games = 2 + MOST_ENDING;
  t.same(await played({ games }, { openSeats }), numbersTo(games));
  t.same(notes.slice(0, games), [...numbersTo(games - 1).map((game) => `begin ${game}`), 'end 1']);
});

t.test('repeated, watched, traced and pinned games are played one by one', async (t) => {
  const inOrder = ['begin 1', 'end 1', 'begin 2', 'end 2', 'begin 3', 'end 3'];
  const ways: readonly (readonly [Partial<SeriesRequest>, Partial<LocalTools>])[] = [
    [{ overlap: false }, {}],
    [{ rejudges: 1 }, {}],
    [{ processors: [0, 1] }, {}],
    [{}, { watch() {} }],
  ];
  for (const [changes, tools] of ways) {
    const { openSeats, notes } = noted();
    t.same(await played(changes, { ...tools, openSeats }), [1, 2, 3]);
    t.same(notes, inOrder, JSON.stringify(changes));
  }
});

t.test('a failure of the host ends the series after the results before it', async (t) => {
  const { openSeats, notes } = noted(2);
  const games: number[] = [];
  await t.rejects(async () => {
    const executor = new LocalExecutor({ openSeats });
    for await (const { game } of playGames(seriesExperiment(request), { executor })) games.push(game);
  }, /no player can be started/);
  t.same(games, [1]);
  t.same(notes, ['begin 1', 'end 1'], 'no game begins after it');
});

t.test('if no more games are asked for, the one that has begun is ended', async (t) => {
  const { openSeats, notes } = noted();
  const executor = new LocalExecutor({ openSeats });
  for await (const _ of playGames(seriesExperiment({ ...request, games: 100 }), { executor })) break;
  const begun = notes.filter((note) => note.startsWith('begin')).length;
  t.ok(begun <= 2 + MOST_ENDING, `${begun} have begun`);
  t.equal(notes.filter((note) => note.startsWith('end')).length, begun);
});

t.test('games are saved several at once, and counted in the order in which they were over', async (t) => {
  const { openSeats } = noted();
  const counted: number[] = [];
  const saves: PromiseWithResolvers<void>[] = [];
  const running = run(seriesExperiment({ ...request, games: 5 }), {
    executor: new LocalExecutor({ openSeats }),
    store: {
      atOnce: 3,
      async save(played) {
        saves.push(Promise.withResolvers());
        await saves.at(-1)!.promise;
        return played;
      },
    },
    fold: { take: ({ game }) => void counted.push(game) },
  });
  const saving = (count: number) =>
    until(
      () => saves.length === count,
      () => `${count} games that are being saved; there are ${saves.length}`,
    );
  await saving(3);
  saves[1]!.resolve();
  saves[2]!.resolve();
  for (let poll = 0; poll < 50; poll++) await new Promise(setImmediate);
  t.same([saves.length, counted], [3, []], 'the first one is awaited');
  saves[0]!.resolve();
  await saving(5);
  t.same(counted, [1, 2, 3]);
  for (const { resolve } of saves) resolve();
  await running;
  t.same(counted, [1, 2, 3, 4, 5]);
});

t.test('where a game can be the last one that is needed, none after it is saved', async (t) => {
  const { openSeats } = noted();
  const saved: number[] = [];
  let isDone = false;
  await run(seriesExperiment({ ...request, games: 5 }), {
    executor: new LocalExecutor({ openSeats }),
    store: {
      atOnce: 3,
      async save(played) {
        saved.push(played.game);
        return played;
      },
    },
    fold: {
      get isDone() {
        return isDone;
      },
      take: ({ game }) => {
        isDone = game === 2;
      },
    },
  });
  t.same(saved, [1, 2]);
});

t.test('a game that cannot be saved ends the run, and those that play', async (t) => {
  const { openSeats, notes } = noted();
  await t.rejects(
    run(seriesExperiment({ ...request, games: 50 }), {
      executor: new LocalExecutor({ openSeats }),
      store: {
        atOnce: 3,
        async save({ game }) {
          throw new HostFailure(`game ${game}: the disk is full`);
        },
      },
    }),
    { message: 'game 1: the disk is full' },
  );
  const begun = notes.filter((note) => note.startsWith('begin')).length;
  t.ok(begun < 20, `${begun} have begun`);
  t.equal(notes.filter((note) => note.startsWith('end')).length, begun);
});

t.test('an experiment without end is asked again when it wakes the run, until that is stopped', async (t) => {
  const { openSeats } = noted();
  const stop = new AbortController();
  let wake = () => {};
  let due = 0;
  let begun = 0;
  const experiment: Experiment = {
    ...seriesExperiment(request),
    next: () => (begun < due ? ++begun : undefined),
    onWake: (call) => {
      wake = call;
    },
  };
  const games: number[] = [];
  const over = run(experiment, {
    executor: new LocalExecutor({ openSeats }),
    interruption: { signal: new AbortController().signal, stop: stop.signal },
    sinks: [{ take: ({ game }) => void games.push(game) }],
  });
  for (const last of [2, 3]) {
    due = last;
    wake();
    await until(
      () => games.length === last,
      () => `${last} games; there are ${games}`,
    );
  }
  t.same(games, [1, 2, 3]);
  stop.abort();
  t.same(await over, { hostFailed: false });
});

t.test('a run that plays fewer games than planned has failed, unless there is a reason', async (t) => {
  const ends = async (changes: Partial<Experiment>, options: Partial<RunOptions> = {}) => {
    const experiment = { ...seriesExperiment({ ...request, games: 3 }), next: countTo(2), ...changes };
    return await run(experiment, {
      executor: new LocalExecutor({ openSeats: noted().openSeats }),
      ...options,
    });
  };
  const message = 'the run has ended without 1 game that it should have played: this is a bug in wordhost';
  await t.rejects(ends({}), { message });
  await t.rejects(ends({}, { fold: { take() {} }, earlier: [] }), { message });
  const stop = new AbortController();
  const played = { hostFailed: false };
  t.same(await ends({ next: countTo(3) }), played);
  t.same(await ends({}, { fold: { take() {}, isDone: true } }), played);
  t.same(await ends({}, { fold: { take() {}, excludes: () => true } }), played);
  const stops: Fold = { take: () => stop.abort() };
  const interruption = { signal: new AbortController().signal, stop: stop.signal };
  t.same(await ends({}, { fold: stops, interruption }), played);
  const { openSeats } = noted();
  const voids = new LocalExecutor({ openSeats });
  voids.play = async () => {
    throw new VoidMatch('no memory');
  };
  t.same(await ends({}, { executor: voids }), { hostFailed: true });
});

t.test('an interruption ends the games that run, and the rest', async (t) => {
  const interruption = new AbortController();
  const { openSeats, notes } = noted();
  const outcomes: string[] = [];
  const { signal } = interruption;
  const options = { executor: new LocalExecutor({ openSeats }), interruption: { signal, stop: signal } };
  for await (const game of playGames(seriesExperiment({ ...request, games: 100 }), options)) {
    if ('report' in game) outcomes.push(game.report.result.outcome);
    interruption.abort();
  }
  t.equal(outcomes[0], 'won');
  t.ok(outcomes.length <= 2 + MOST_ENDING, `${outcomes.length} games`);
  t.equal(notes.filter((note) => note.startsWith('begin')).length, outcomes.length);
});
