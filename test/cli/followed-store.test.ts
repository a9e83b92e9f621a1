import { join } from 'node:path';
import t from 'tap';
import { FollowedStore } from '../../host/cli/commands/watch.ts';
import { games } from '../../host/games/registry.ts';
import { TestPath } from '../../host/serve/watch/run-views.ts';
import type { TestState } from '../../host/tournament/comparison.ts';
import { openedToRead, openedToWrite } from '../runs/store/opened.ts';
import { gameOf } from '../views/tournament/made-up.ts';
import { keepMadeUp } from '../views/tournament/made-up-store.ts';

t.test('followed store', async (t) => {
  const names = ['new', 'old'];
  const compared = {
    ...{ kind: 'compare', game: 'scrabble', seed: 'spring', notWorse: false },
    players: names.map((name) => ({ name })),
    test: { model: 'normalized', elo0: 0, elo1: 10, alpha: 0.05, beta: 0.05 },
  };

  function read({ shown }: FollowedStore): string {
    return `${shown.progress()} ${shown.figures().text}`;
  }

  const pathIn = (text: string) => /aria-label="(Log likelihood ratio: [^"]*)"/.exec(text)?.[1];

  /** Keeps games of a comparison, each with its seats changed in the second of a pair. */
  async function keep(
    path: string,
    numbers: readonly number[],
    isBad = (_number: number) => false,
    test: object | null = compared.test,
  ): Promise<void> {
    await using store = await openedToWrite(path);
    if ((await store.file()) === undefined)
      await store.saveFile({ text: '', canonical: JSON.stringify({ ...compared, test }) });
    for (const number of numbers) {
      const [one, other] = number % 2 === 1 ? [0, 1] : [1, 0];
      const { result } = gameOf(names, number, one, other, isBad(number));
      await store.save({ number, id: result.id, result: JSON.stringify(result) });
    }
  }

  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

  t.test('a comparison comes to the same whatever the order in which its games come', async (t) => {
    const folder = t.testdir({});
    const [path, disordered] = [join(folder, 'one.db'), join(folder, 'other.db')];
    await keep(path, upTo(20));
    await using whole = await openedToRead(path);
    const atOnce = await FollowedStore.open(whole, path, games);
    t.equal((await atOnce.read()).length, 20);
    t.match(read(atOnce), '20 games played');
    t.match(pathIn(read(atOnce)), /after 20 games/);

    await keep(disordered, [2, 1]);
    await using growing = await openedToRead(disordered);
    const followed = await FollowedStore.open(growing, disordered, games);
    t.same(
      (await followed.read()).map(({ number }) => number),
      [1, 2],
    );
    for (const numbers of [[4, 3], [6, 8], [5, 7], upTo(20)]) {
      await keep(disordered, numbers);
      await followed.read();
    }
    t.equal(read(followed), read(atOnce));
    t.same(await followed.read(), [], 'each game comes once');
  });

  t.test('the interval that is drawn while games are played is that of the any-time test', async (t) => {
    const anytime = { kind: 'anytime', difference: 10, alpha: 0.05, beta: 0.05 };
    const cases = [
      [anytime, ['Share of the points that NEW wins', 'Bet: NEW is better', 'Bet: NEW is not better']],
      [null, ['Share of the points that NEW wins']],
      [compared.test, ['Log likelihood ratio']],
    ] as const;
    for (const [test, plots] of cases) {
      const path = join(t.testdir({}), 'one.db');
      await keep(path, upTo(4), () => false, test);
      await using store = await openedToRead(path);
      const followed = await FollowedStore.open(store, path, games);
      await followed.read();
      const labels = [...read(followed).matchAll(/aria-label="((?:Bet: )?[^:"]*): /g)];
      t.strictSame(
        labels.map(([, label]) => label),
        plots,
      );
    }
  });

  t.test('games after the one that decided a comparison do not change its answer', async (t) => {
    const path = join(t.testdir({}), 'decided.db');
    await keep(path, upTo(8), (number) => number === 6);
    await using store = await openedToRead(path);
    const followed = await FollowedStore.open(store, path, games);
    t.equal((await followed.read()).length, 8);
    t.match(read(followed), /(NEW|new) committed an offense: the comparison ended after 6 games/);

    await using writer = await openedToWrite(path);
    await writer.saveFile({ text: '', canonical: JSON.stringify({ ...compared, offences: 'count' }) });
    t.same(await followed.read(), []);
    t.match(read(followed), '8 games played');
    t.notMatch(read(followed), 'committed');
  });

  t.test('a tournament that gets more rounds has more games planned', async (t) => {
    const path = join(t.testdir({}), 'league.db');
    const made = { names: ['ada', 'ben', 'cyd'], rounds: 1 };
    await keepMadeUp(path, made);
    await using store = await openedToRead(path);
    const followed = await FollowedStore.open(store, path, games);
    await followed.read();
    t.match(read(followed), '3 games played');
    const grown = await keepMadeUp(path, { ...made, rounds: 2, games: 4 });
    t.equal(grown, 4);
    t.same(
      (await followed.read()).map(({ number }) => number),
      [4],
    );
    t.match(read(followed), '4 of 6 games played');
  });

  t.test('a store of a game that is not known here, or of nothing, is refused in a sentence', async (t) => {
    const path = join(t.testdir({}), 'other.db');
    await using store = await openedToWrite(path);
    await t.rejects(FollowedStore.open(store, path, games), /the store is empty/);
    await store.saveFile({ text: '', canonical: JSON.stringify({ ...compared, game: 'chess' }) });
    await t.rejects(FollowedStore.open(store, path, games), /version.*wordhost.*not know.* "chess"/);
  });
});

t.test('ratio path', async (t) => {
  const at = (games: number, llr: number) => ({ games, anytime: null, sprt: { llr } as TestState });

  t.test('the path of a long comparison has few points, the first and newest too', async (t) => {
    const path = new TestPath();
    path.take({ games: 0, anytime: null, sprt: null });
    t.same(path.points(0), [], 'nothing is tested');
    for (let games = 1; games <= 20_000; games++) {
      path.take(at(games, games / 10_000));
      path.take(at(games, 99));
    }
    const points = path.points(0);
    t.ok(points.length <= 1001, `${points.length} points`);
    t.ok(points.length > 400, `${points.length} points`);
    t.same(points[0], [1, 0.0001]);
    t.same(points.at(-1), [20_000, 2]);
    const steps = new Set(points.slice(1, -1).map(([games], index) => games - points[index]![0]));
    t.equal(steps.size, 1, 'all as far from each other');
  });
});
