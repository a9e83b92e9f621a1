import t from 'tap';
import { formatKinds, offenderRules } from '../../host/tournament/formats/format.ts';
import { Schedule } from '../../host/tournament/schedule.ts';
import fc, { runs } from '../support/laws.ts';
import { entrantsOf, outcomeOf, plain, playOut } from './schedule/play-out.ts';

const format = fc
  .record({
    kind: fc.constantFrom(...formatKinds),
    rounds: fc.integer({ min: 1, max: 6 }),
    seats: fc.integer({ min: 2, max: 4 }),
    mirrored: fc.boolean(),
    heroes: fc.integer({ min: 1, max: 2 }),
    games: fc.integer({ min: 1, max: 3 }),
  })
  .map((each) => {
    const seats = ['round-robin', 'swiss'].includes(each.kind) ? each.seats : 2;
    return { ...each, seats, games: each.mirrored ? 2 * each.games : each.games };
  });
const players = fc.integer({ min: 4, max: 9 });
const chance = fc.record({
  salt: fc.nat(),
  draws: fc.constantFrom(0, 30, 100),
  offences: fc.constantFrom(0, 0, 5, 40),
});
const offender = fc.constantFrom(...offenderRules.filter((rule) => rule !== 'stop'));

t.test('every format ends, and gives the same games in whatever order they end', async () => {
  fc.assert(
    fc.property(
      ...[format, players, chance, offender, fc.integer({ min: 2, max: 9 }), fc.nat()],
      (format, players, chance, offender, jobs, order) => {
        const terms = { entrants: entrantsOf(players, format), offender };
        const alone = playOut(terms, chance);
        const together = playOut(terms, chance, { jobs, order });
        const counting = JSON.stringify(alone.counting);
        return (
          alone.schedule.isOver && together.schedule.isOver && counting === JSON.stringify(together.counting)
        );
      },
    ),
    runs(300),
  );
});

t.test('started again after any of its games, it asks for the same ones', async () => {
  fc.assert(
    fc.property(
      ...[format, players, chance, offender, fc.double({ min: 0, max: 1, noNaN: true })],
      (format, players, chance, offender, share) => {
        const terms = { entrants: entrantsOf(players, format), offender };
        const { games, counting } = playOut(terms, chance);
        const before = games.slice(0, Math.floor(games.length * share));
        const schedule = new Schedule(terms);
        for (const game of before) schedule.take(game.number, outcomeOf(game, chance));
        const [next] = schedule.due();
        const after = games.slice(before.length);
        if (JSON.stringify(next) !== JSON.stringify(after[0])) return false;
        for (const game of after) schedule.take(game.number, outcomeOf(game, chance));
        return schedule.isOver && counting.every(({ number }) => schedule.counts(number));
      },
    ),
    runs(300),
  );
});

t.test('mirrored, each of a meeting has each seat once', async () => {
  fc.assert(
    fc.property(format, players, chance, (format, players, chance) => {
      if (!format.mirrored) return true;
      const { games } = playOut({ entrants: entrantsOf(players, format), offender: 'lose' }, chance);
      return games.every(({ number, players }, index) => {
        if ((number - 1) % format.seats !== 0) return true;
        const group = games.slice(index, index + format.seats);
        return players.every((player) => {
          const seats = group.map((game) => game.players.indexOf(player));
          return new Set(seats).size === format.seats && !seats.includes(-1);
        });
      });
    }),
    runs(200),
  );
});

t.test('a player that is dropped plays no more, and the others go on', async (t) => {
  const entrants = entrantsOf(6, { ...plain, kind: 'round-robin', rounds: 3 });
  const schedule = new Schedule({ entrants, offender: 'drop' });
  const [first] = schedule.due();
  schedule.take(first!.number, { points: [1, 0], out: [false, true], margins: [0, 0] });
  const gone = first!.players[1]!;
  t.same([...schedule.dropped], [[gone, first!.number]]);
  const due = [...schedule.due()];
  t.equal(due.length, 3 * 10, 'the games of five players');
  t.notOk(due.some(({ players }) => players.includes(gone)));
  t.equal(schedule.known, 31);
});

t.test('what a dropped player had played already in a later game does not count', async (t) => {
  const entrants = entrantsOf(4, { ...plain, kind: 'round-robin' });
  const schedule = new Schedule({ entrants, offender: 'drop' });
  const games = [...schedule.due()];
  const [one, ...more] = games;
  const later = more.find(({ players }) => players.includes(one!.players[0]!))!;
  schedule.take(later.number, { points: [0.5, 0.5], out: [false, false], margins: [0, 0] });
  t.ok(schedule.counts(later.number));
  schedule.take(one!.number, { points: [0, 1], out: [true, false], margins: [0, 0] });
  t.notOk(schedule.counts(later.number));
  t.match(schedule, { counted: 1, uncounted: 1 });
});

t.test('with offender: stop, the first offence ends it', async (t) => {
  const entrants = entrantsOf(4, { ...plain, kind: 'round-robin' });
  const schedule = new Schedule({ entrants, offender: 'stop' });
  const [one] = schedule.due();
  schedule.take(one!.number, { points: [0, 1], out: [true, false], margins: [0, 0] });
  t.equal(schedule.stoppedBy, one!.number);
  t.same([...schedule.due()], []);
});

t.test('how many games there are is known before the first', async (t) => {
  for (const [kind, games] of Object.entries({
    'round-robin': 3 * 10,
    gauntlet: 3 * 4,
    swiss: 3 * 2,
    knockout: 4,
    ladder: 3 * 2,
  })) {
    const format = { ...plain, kind: kind as 'swiss', rounds: 3 };
    const schedule = new Schedule({ entrants: entrantsOf(5, format), offender: 'lose' });
    t.equal(schedule.planned, games, kind);
  }
  const [one, more] = [
    { ...plain, kind: 'round-robin' } as const,
    { ...plain, kind: 'round-robin', rounds: 2 } as const,
  ];
  const versions = [
    { players: 3, format: one },
    { players: 4, format: more },
  ];
  const schedule = new Schedule({ entrants: { versions, from: [1, 1, 1, 1] }, offender: 'lose' });
  t.equal(schedule.planned, 12, 'also what a later version of the file has added');
});

t.test('players and rounds that are added leave the games before them as they were', async () => {
  fc.assert(
    fc.property(
      fc.constantFrom('round-robin', 'gauntlet', 'swiss', 'ladder'),
      ...[players, fc.nat({ max: 3 }), fc.nat({ max: 2 }), chance, fc.integer({ min: 2, max: 3 })],
      (kind, players, more, rounds, chance, seats) => {
        const size = kind === 'round-robin' || kind === 'swiss' ? seats : 2;
        const format = { ...plain, kind, rounds: 3, seats: size } as const;
        const before = playOut({ entrants: entrantsOf(players, format), offender: 'lose' }, chance);
        const later = { players: players + more, format: { ...format, rounds: 3 + rounds } };
        const from = [...Array<number>(players).fill(1), ...Array<number>(more).fill(4)];
        const entrants = { versions: [{ players, format }, later], from };
        const after = playOut({ entrants, offender: 'lose' }, chance);
        const old = after.games.slice(0, before.games.length);
        const isPlanned = new Schedule({ entrants, offender: 'lose' }).planned <= after.games.length;
        const isAll =
          kind !== 'round-robin' || after.games.length === fullRoundRobin(players + more, 3 + rounds, size);
        return JSON.stringify(old) === JSON.stringify(before.games) && isAll && isPlanned;
      },
    ),
    runs(200),
  );
});

function fullRoundRobin(players: number, rounds: number, seats: number): number {
  const pairs = (players * (players - 1)) / 2;
  return rounds * (seats === 2 ? pairs : (pairs * (players - 2)) / 3);
}
