import t from 'tap';
import { LeaguePast, type LeaguePlayer, nextTable } from '../../host/runs/league.ts';
import fc from '../support/laws.ts';

t.test('who plays next', async (t) => {
  const player = (id: number, owner: number) => ({
    ...{ id, owner, isFree: true, isExpected: true, waitsSince: 0, patience: 10_000 },
    ...{ cost: 0 as number | undefined, group: 'fast' as LeaguePlayer['group'] },
  });

  t.test('all play all, in each seat, equally often, and nobody waits long', async () => {
    const game = fc.integer({ min: 0, max: 99 });
    const sizes = [
      fc.integer({ min: 2, max: 4 }),
      fc.integer({ min: 0, max: 5 }),
      fc.integer({ min: 1, max: 2 }),
      fc.boolean(),
    ] as const;
    fc.assert(
      fc.property(
        ...sizes,
        fc.array(game, { minLength: 60, maxLength: 60 }),
        (seats, more, atOnce, hasOneOwner, ends) => {
          const count = seats + more;
          const past = new LeaguePast();
          const players = Array.from({ length: count }, (_, id) => player(id, hasOneOwner ? 0 : id));
          const running: (readonly number[])[] = [];
          let longest = 0;
          for (let time = 1; time <= count * (count - 1) * 18; time++) {
            if (running.length === atOnce || !nextTable(players, past, seats))
              for (const id of running.splice(ends[time % 60]! % running.length, 1)[0]!)
                players[id]!.isFree = true;
            const table = nextTable(players, past, seats);
            if (!table) continue;
            if (new Set(table).size !== seats || !table.every((id) => players[id]!.isFree)) return false;
            running.push(table);
            past.add(table);
            for (const id of table) {
              longest = Math.max(longest, time - players[id]!.waitsSince);
              Object.assign(players[id]!, { isFree: false, waitsSince: time });
            }
          }
          const counts = players.flatMap(({ id }) =>
            players.filter((other) => other.id !== id).map((other) => past.before(id, other.id)),
          );
          return (
            Math.min(...counts) > 0 &&
            Math.max(...counts) <= 2 * Math.min(...counts) + 2 &&
            longest <= 3 * count
          );
        },
      ),
    );
  });

  t.test('owners take turns, however many players they have', async (t) => {
    const past = new LeaguePast();
    const players = Array.from({ length: 103 }, (_, id) => ({ ...player(id, id < 3 ? 1 : 2), cost: 5 }));
    let turns = 0;
    for (let time = 1; time <= 200; time++) {
      const table = nextTable(players, past, 2)!;
      past.add(table);
      if (table.some((id) => id < 3)) turns++;
      for (const id of table) players[id]!.waitsSince = time;
    }
    t.ok(turns >= 100, `${turns} of 200 games have a player of the small owner`);
  });

  t.test('the untried play each other first, and only the patient wait for a much slower one', async (t) => {
    const past = new LeaguePast();
    const [fast, slow, unmet] = [100, 90_000, undefined];
    const of = (owner: number, cost: number | undefined, patience = Math.max(10_000, cost ?? 0)) => {
      const group = cost === undefined ? 'unmet' : cost > 10_000 ? 'slow' : 'fast';
      return { owner, cost, patience, group } as const;
    };
    const alone = { ...of(9, unmet), group: 'fast' } as const;
    const aloneWithSlow = { ...of(9, unmet, 90_000), group: 'slow' } as const;
    for (const [about, tables] of [
      [
        [of(1, fast), of(1, fast), of(2, slow), of(2, slow)],
        ['0 1', '2 3'],
      ],
      [[of(1, fast), of(2, slow), of(3, fast)], ['0 2']],
      [[of(1, fast), of(2, slow)], []],
      [[of(1, fast, 90_000), of(2, slow)], ['0 1']],
      [[of(1, slow), of(2, slow)], ['0 1']],
      [
        [of(1, fast), of(1, fast), of(2, unmet), of(2, unmet)],
        ['0 1', '2 3'],
      ],
      [
        [of(1, unmet), of(1, unmet), of(2, unmet), of(2, unmet)],
        ['0 1', '2 3'],
      ],
      [[of(1, unmet), of(2, unmet), of(3, fast)], ['0 1']],
      [[of(1, fast), of(2, unmet)], []],
      [[of(1, fast), of(2, slow), alone], ['0 2']],
      [[of(1, fast), of(2, slow), aloneWithSlow], ['1 2']],
    ] as const) {
      const players = about.map((each, id) => ({ ...player(id, 0), ...each }));
      const found = new Set<string>();
      for (let round = 0; round < 20; round++) {
        const table = nextTable(players, past, 2);
        if (!table) break;
        past.add(table);
        found.add(table.toSorted().join(' '));
        for (const id of table) players[id]!.waitsSince = past.games;
      }
      t.same([...found].sort(), tables, JSON.stringify(about));
    }
  });

  t.test('who is alone, or busy, has nobody to play', async (t) => {
    const none = new LeaguePast();
    const free = (id: number) => player(id, 1);
    t.equal(nextTable([], none, 2), undefined);
    t.equal(nextTable([free(1)], none, 2), undefined);
    t.equal(nextTable([free(1), { ...free(2), isFree: false }], none, 2), undefined);
    t.equal(nextTable([free(1), free(2)], none, 3), undefined, 'too few for a table');
    t.same(nextTable([free(1), free(2), free(3)], none, 3), [1, 2, 3]);
  });
});
