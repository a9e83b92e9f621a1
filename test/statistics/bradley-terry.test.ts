import t from 'tap';
import { bradleyTerry, type PointsTable } from '../../host/statistics/bradley-terry.ts';
import { eloOfScore } from '../../host/statistics/elo.ts';
import fc, { runs } from '../support/laws.ts';

/** Ordo takes 202 points for a chance of 76 %, unless told otherwise (`-z`): it stretches the Elo scale by so much. */
const ORDO = 202 / eloOfScore(0.76);

/** As Ordo prints them, one player's rating being known. */
function inOrdo(points: PointsTable, anchor: number, rating: number): string[] {
  const { players } = bradleyTerry(points);
  return players.map((each) => (rating + (each!.value - players[anchor]!.value) * ORDO).toFixed(1));
}

t.test('ratings of published tables are those of Ordo', async (t) => {
  // 32 games a pair; what three of them did against each other is chosen to their points: 65.5, 52, 39, 35.5 of 96.
  const points = [
    [0, 20.5, 24, 21],
    [11.5, 0, 19, 21.5],
    [8, 13, 0, 18],
    [11, 10.5, 14, 0],
  ];
  t.same(inOrdo(points, 1, 0), ['79.3', '0.0', '-74.2', '-94.7']);
  // Sayuri and OopsMate, 300 games, with a white advantage of 0.
  t.same(
    inOrdo(
      [
        [0, 171.5],
        [128.5, 0],
      ],
      0,
      1807,
    ),
    ['1807.0', '1756.4'],
  );
});

t.test('where one number says it all, it is that of the Elo scale', async (t) => {
  // Three quarters, three quarters and nine tenths: 191, 0, -191, as Laskos derived it by hand (TalkChess, June 2012).
  const { players, virtualDraws } = bradleyTerry([
    [0, 22.5, 27],
    [7.5, 0, 22.5],
    [3, 7.5, 0],
  ]);
  t.same(
    players.map((each) => Math.round(each!.value) + 0),
    [191, 0, -191],
  );
  t.equal(virtualDraws, 0);
});

t.test('the interval of two players is that of a share of wins', async (t) => {
  const { players, superiority } = bradleyTerry([
    [0, 60],
    [40, 0],
  ]);
  // The difference has the error 1.96/√(n·p·q) in natural units; each rating has half of it.
  const error = (1.959964 / Math.sqrt(100 * 0.6 * 0.4)) * (400 / Math.log(10));
  t.equal(players[0]!.error.toFixed(3), (error / 2).toFixed(3));
  t.equal((2 * players[0]!.value).toFixed(6), eloOfScore(0.6).toFixed(6));
  t.equal(superiority(0, 1).toFixed(3), '0.977');
  t.equal((superiority(0, 1) + superiority(1, 0)).toFixed(9), '1.000000000');
});

t.test('a player that won everything has a rating too, and it is said how', async (t) => {
  const { players, virtualDraws } = bradleyTerry([
    [0, 10, 10],
    [0, 0, 6],
    [0, 4, 0],
  ]);
  t.equal(virtualDraws, 1);
  t.ok(players.reduce((sum, each) => sum + each!.error, 0) < 3000, 'with errors that have an end');
  t.ok(players[0]!.value > players[1]!.value && players[1]!.value > players[2]!.value);
});

t.test('who has not played is not rated, and changes nothing', async (t) => {
  const two = bradleyTerry([
    [0, 6],
    [4, 0],
  ]);
  const three = bradleyTerry([
    [0, 0, 6],
    [0, 0, 0],
    [4, 0, 0],
  ]);
  t.same([three.players[0], three.players[2]], two.players);
  t.equal(three.players[1], undefined);
  t.equal(three.superiority(0, 1), 0.5);
  t.same(bradleyTerry([[0]]).players, [undefined]);
  t.same(bradleyTerry([]).players, []);
});

const size = 6;
const meetings = fc.array(fc.array(fc.nat({ max: 8 }), { minLength: size, maxLength: size }), {
  minLength: size,
  maxLength: size,
});

t.test('the mean is 0, points are as expected, and order does not matter', async () => {
  fc.assert(
    fc.property(meetings, (table) => {
      const points = table.map((row, one) => row.map((value, other) => (one === other ? 0 : value / 2)));
      const { players, virtualDraws } = bradleyTerry(points);
      const rated = players.filter((each) => each !== undefined);
      const mean = rated.reduce((sum, { value }) => sum + value, 0);
      const turned = bradleyTerry(points.toReversed().map((row) => row.toReversed()));
      const same = turned.players
        .toReversed()
        .every((each, index) => close(each?.value, players[index]?.value));
      return close(mean, 0) && same && (virtualDraws === 1 || asExpected(points, players));
    }),
    runs(150),
  );
});

type Rated = ReturnType<typeof bradleyTerry>['players'];

function asExpected(points: PointsTable, players: Rated): boolean {
  return points.every((row, one) => {
    const expected = row.reduce((sum, won, other) => {
      const games = won + points[other]![one]!;
      const difference = (players[one]?.value ?? 0) - (players[other]?.value ?? 0);
      return sum + games / (1 + 10 ** (-difference / 400));
    }, 0);
    return close(
      expected,
      row.reduce((sum, won) => sum + won, 0),
    );
  });
}

function close(one: number | undefined, other: number | undefined): boolean {
  return one === other || Math.abs((one ?? Number.NaN) - (other ?? Number.NaN)) < 1e-5;
}
