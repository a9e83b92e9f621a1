import t from 'tap';
import type { PlayedStage } from '../../host/tournament/formats/format.ts';
import { Matching, pairUp } from '../../host/tournament/formats/swiss.ts';
import fc, { runs } from '../support/laws.ts';
import { entrantsOf, plain, playOut } from './schedule/play-out.ts';

t.test('matching', async (t) => {
  const most = 12;
  const graph = fc.record({
    size: fc.integer({ min: 2, max: most }),
    edges: fc.array(fc.boolean(), { minLength: most * most, maxLength: most * most }),
  });

  /** By trying everything: slow, and simple enough to be seen through. */
  function canBePaired(open: readonly number[], mayMeet: (one: number, other: number) => boolean): boolean {
    const [one, ...others] = open;
    if (one === undefined) return true;
    return others.some(
      (other) =>
        mayMeet(one, other) &&
        canBePaired(
          others.filter((each) => each !== other),
          mayMeet,
        ),
    );
  }

  t.test('a perfect matching is found where there is one, also after pairs were taken out', async () => {
    fc.assert(
      fc.property(graph, fc.nat(), ({ size, edges }, pick) => {
        const mayMeet = (one: number, other: number) =>
          edges[Math.min(one, other) * most + Math.max(one, other)]!;
        const all = Array.from({ length: size }, (_, index) => index);
        const matching = new Matching(size, mayMeet);
        if (matching.isPerfect !== canBePaired(all, mayMeet)) return false;
        if (!matching.isPerfect) return true;
        const other = 1 + (pick % (size - 1));
        const rest = all.filter((each) => each !== 0 && each !== other);
        return matching.take(0, other) === canBePaired(rest, mayMeet);
      }),
      runs(2000),
    );
  });

  t.test('an odd circle is no trap', async (t) => {
    const drawn = ['.x...x', 'x.x...', '.x.xx.', '..x.x.', '..xx..', 'x.....'];
    const matching = new Matching(6, (one, other) => drawn[one]![other] === 'x');
    t.ok(matching.isPerfect);
    t.notOk(matching.take(0, 1), 'then the last one would be alone');
    t.ok(matching.take(0, 5), 'and nothing was changed');
  });
});

t.test('swiss', async (t) => {
  const chance = fc.record({
    salt: fc.nat(),
    draws: fc.constantFrom(0, 30),
    offences: fc.constantFrom(0, 0, 2),
  });

  function playSwiss(players: number, rounds: number, chance: Parameters<typeof playOut>[1], seats = 2) {
    const format = { ...plain, kind: 'swiss', rounds, seats } as const;
    return playOut({ entrants: entrantsOf(players, format), offender: 'drop' }, chance);
  }

  const times = (list: readonly number[], player: number) => list.filter((each) => each === player).length;

  function metTwice(past: readonly PlayedStage[]): boolean {
    const pairs = past.flatMap(({ meetings }) => meetings.map(({ players }) => players.toSorted().join(' ')));
    return new Set(pairs).size < pairs.length;
  }

  t.test('4 to 65 players: no pair meets twice; byes and sides are spread', async () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 4, max: 65 }),
        fc.integer({ min: 1, max: 9 }),
        chance,
        (players, rounds, luck) => {
          // With so few rounds there is always a pairing without a repetition: each may still meet half of the others.
          const few = Math.min(rounds, Math.floor(players / 2) - 1);
          const { schedule } = playSwiss(players, few, { ...luck, offences: 0 });
          const byes = schedule.past.flatMap((stage) => stage.byes);
          const games = schedule.past.flatMap(({ meetings }) => meetings.map((meeting) => meeting.players));
          const everybody = Array.from({ length: players }, (_, player) => player);
          const isSpread = everybody.every((player) => {
            const first = times(
              games.map(([one]) => one!),
              player,
            );
            const second = times(
              games.map(([, other]) => other!),
              player,
            );
            return times(byes, player) <= 1 && Math.abs(first - second) <= 2;
          });
          return !metTwice(schedule.past) && isSpread && byes.length === (players % 2) * few;
        },
      ),
      runs(150),
    );
  });

  t.test('no pair meets again while another pairing is left, after drops too', async () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 9 }), chance, (players, luck) => {
        const { schedule } = playSwiss(players, players - 1, luck);
        return schedule.past.every((stage, index) => {
          const before = schedule.past.slice(0, index);
          const isRepeated = metTwice([...before, stage]) && !metTwice(before);
          return !isRepeated || !couldBeNew(stage, before);
        });
      }),
      runs(300),
    );
  });

  function couldBeNew({ meetings, byes }: PlayedStage, before: readonly PlayedStage[]): boolean {
    const here = [...meetings.flatMap(({ players }) => players), ...byes];
    const met = new Set(
      before.flatMap((each) => each.meetings.map(({ players }) => players.toSorted().join(' '))),
    );
    const had = before.flatMap((each) => each.byes);
    const fewest = Math.min(...here.map((player) => times(had, player)));
    const search = (open: readonly number[], needsBye: boolean): boolean => {
      const [one, ...others] = open;
      if (one === undefined) return !needsBye;
      if (needsBye && times(had, one) === fewest && search(others, false)) return true;
      return others.some((other) => {
        const rest = others.filter((each) => each !== other);
        return !met.has([one, other].toSorted().join(' ')) && search(rest, needsBye);
      });
    };
    return search(here, here.length % 2 === 1);
  }

  t.test('winners meet winners: of those with the same points the first half meets the second', async (t) => {
    const candidate = (player: number, points: number) => ({ player, points, sides: 0, byes: 0 });
    const sorted = [
      candidate(0, 1),
      candidate(1, 1),
      candidate(2, 1),
      candidate(3, 1),
      candidate(4, 0),
      candidate(5, 0),
    ];
    const { pairs } = pairUp(sorted, () => 0);
    t.same(
      pairs.map((pair) => pair.map(({ player }) => player)),
      [
        [0, 2],
        [1, 3],
        [4, 5],
      ],
    );
  });

  t.test('tables of three and more: few meet twice, and who is left over changes', async () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 8, max: 20 }),
        fc.integer({ min: 3, max: 4 }),
        chance,
        (players, seats, luck) => {
          const rounds = 4;
          const { schedule } = playSwiss(players, rounds, { ...luck, offences: 0 }, seats);
          const byes = schedule.past.flatMap((stage) => stage.byes);
          const counts = Array.from({ length: players }, (_, player) => times(byes, player));
          const isFull = schedule.past.every(
            ({ meetings }) => meetings.length === Math.floor(players / seats),
          );
          return isFull && Math.max(...counts) - Math.min(...counts) <= 1;
        },
      ),
      runs(100),
    );
  });
});
