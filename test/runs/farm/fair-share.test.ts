import t from 'tap';
import { FairShare } from '../../../host/runs/farm/fair-share.ts';

/* The slots of a worker among experiments, in a time that is only counted. */

interface Experiment {
  readonly name: string;
  readonly weight: number;
  readonly ms: number;
  readonly hasGames?: (now: number) => boolean;
}

interface Game {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** All games that begin until this time. A game is thought to take as long as the last one of its experiment. */
function played(experiments: readonly Experiment[], slots: number, until: number): readonly Game[] {
  const shares = new FairShare<Experiment>();
  const games: Game[] = [];
  const free = Array<number>(slots).fill(0);
  const running: { readonly end: number; readonly correct: () => void }[] = [];
  const guesses = new Map<Experiment, number>();
  for (;;) {
    const slot = free.indexOf(Math.min(...free));
    const now = free[slot]!;
    if (now >= until) return games;
    for (const each of running.filter(({ end }) => end <= now)) {
      each.correct();
      running.splice(running.indexOf(each), 1);
    }
    const next = shares.order(experiments).find(({ hasGames }) => hasGames?.(now) ?? true);
    if (next === undefined) {
      free[slot] = now + 250;
      continue;
    }
    const guess = guesses.get(next) ?? 1_000;
    shares.begin(next, guess, next.weight);
    const end = now + next.ms;
    running.push({
      end,
      correct: () => {
        shares.correct(next, next.ms - guess, next.weight);
        guesses.set(next, next.ms);
      },
    });
    games.push({ name: next.name, start: now, end });
    free[slot] = end;
  }
}

function timeOf(games: readonly Game[], name: string): number {
  return games.filter((game) => game.name === name).reduce((sum, { start, end }) => sum + end - start, 0);
}

t.test('experiments have the time of the slots by their weights, however long their games are', async (t) => {
  for (const slots of [1, 2, 7])
    for (const [one, other] of [
      [100, 100],
      [100, 5_000],
      [5_000, 100],
    ] as const)
      for (const weight of [1, 3]) {
        const pair = [
          { name: 'one', weight, ms: one },
          { name: 'other', weight: 1, ms: other },
        ];
        const games = played(pair, slots, 1_000_000);
        const ratio = timeOf(games, 'one') / timeOf(games, 'other');
        t.ok(
          Math.abs(ratio / weight - 1) < 0.05,
          `${slots} slots, ${one} and ${other} ms: ${ratio} for ${weight}`,
        );
      }
});

t.test('one that is new has the next slot that is free, whatever the others have had', async (t) => {
  const old = { name: 'old', weight: 100, ms: 400 };
  for (const slots of [1, 4]) {
    const games = played(
      [old, { name: 'new', weight: 1, ms: 400, hasGames: (now) => now >= 500_100 }],
      slots,
      600_000,
    );
    const first = games.find(({ name }) => name === 'new')!;
    t.ok(first.start - 500_100 <= 400, `after ${first.start - 500_100} ms`);
  }
});

t.test('one that had no work for a while has saved nothing up', async (t) => {
  const back = {
    name: 'back',
    weight: 1,
    ms: 100,
    hasGames: (now: number) => now < 10_000 || now >= 300_000,
  };
  const games = played([{ name: 'busy', weight: 1, ms: 100 }, back], 1, 320_000);
  const after = games.filter(({ start }) => start >= 300_000);
  const ratio = timeOf(after, 'back') / timeOf(after, 'busy');
  t.ok(ratio > 0.95 && ratio < 1.05, `${ratio}`);
});

t.test('of those that have no work, the next is asked', async (t) => {
  const shares = new FairShare<string>();
  shares.begin('a', 100, 1);
  shares.begin('b', 50, 1);
  t.same(shares.order(['a', 'b', 'c']), ['c', 'b', 'a']);
  shares.correct('a', -60, 1);
  t.same(shares.order(['a', 'b']), ['a', 'b']);
  shares.delete('b');
  t.same(shares.order(['a', 'b']), ['b', 'a']);
});
