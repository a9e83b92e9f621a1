import t from 'tap';
import { knockout, roundsReached } from '../../host/tournament/formats/knockout.ts';
import { stepsAfter } from '../../host/tournament/formats/ladder.ts';
import { Schedule } from '../../host/tournament/schedule.ts';
import fc, { runs } from '../support/laws.ts';
import { entrantsOf, plain, playOut } from './schedule/play-out.ts';

const cup = { ...plain, kind: 'knockout' } as const;
const even = { points: [0.5, 0.5], out: [false, false], margins: [0, 0] };

t.test('byes go to the first of the file, and the first two meet last', async (t) => {
  const stage = knockout(entrantsOf(6, cup), [], new Set())!;
  t.same(stage.byes, [0, 1]);
  t.same(
    stage.meetings.map(({ players }) => players),
    [
      [2, 5],
      [3, 4],
    ],
  );
  const { schedule } = playFavourites(8);
  t.same(
    schedule.past.map(({ meetings }) => meetings.map(({ players }) => players.join('-')).join(' ')),
    ['0-7 1-6 2-5 3-4', '0-3 1-2', '0-1'],
  );
});

function playFavourites(players: number) {
  const schedule = new Schedule({ entrants: entrantsOf(players, cup), offender: 'lose' });
  for (let [game] = schedule.due(); game; [game] = schedule.due()) {
    const best = Math.min(...game.players);
    const points = game.players.map((player) => Number(player === best));
    schedule.take(game.number, { points, out: [false, false], margins: [0, 0] });
  }
  return { schedule };
}

t.test('a pair that is even plays on until one leads', async (t) => {
  const schedule = new Schedule({ entrants: entrantsOf(2, { ...cup, games: 2 }), offender: 'lose' });
  for (const number of [1, 2, 3]) schedule.take(number, even);
  t.notOk(schedule.isOver);
  schedule.take(4, { ...even, points: [0, 1] });
  t.ok(schedule.isOver);
  t.same(
    [...roundsReached(schedule.past, [0, 1])],
    [
      [0, 1],
      [1, 2],
    ],
  );
});

t.test('a tied pair is decided by points, or by the position in the file', async (t) => {
  for (const { margins, winner } of [
    { margins: [-1, 1], winner: 1 },
    { margins: [0, 0], winner: 0 },
  ]) {
    const schedule = new Schedule({ entrants: entrantsOf(2, cup), offender: 'lose' });
    for (let [game] = schedule.due(); game; [game] = schedule.due())
      schedule.take(game.number, { ...even, margins: game.players.map((player) => margins[player]!) });
    t.equal(schedule.game(11)?.number, 11);
    t.equal(schedule.game(12), undefined, 'it ends');
    t.equal(roundsReached(schedule.past, [0, 1]).get(winner), 2);
  }
});

t.test('one winner is left, also when players are dropped', async () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 33 }),
      fc.nat(),
      fc.constantFrom(0, 20),
      (players, salt, offences) => {
        const terms = { entrants: entrantsOf(players, cup), offender: 'drop' } as const;
        const { schedule } = playOut(terms, { salt, draws: 20, offences });
        const all = Array.from({ length: players }, (_, player) => player);
        const reached = roundsReached(schedule.past, all);
        const last = Math.max(...reached.values());
        return [...reached.values()].filter((round) => round === last).length === 1;
      },
    ),
    runs(150),
  );
});

t.test('on a ladder whoever wins a challenge stands above', async (t) => {
  const entrants = entrantsOf(4, { ...plain, kind: 'ladder', rounds: 3 });
  const schedule = new Schedule({ entrants, offender: 'lose' });
  const seen: string[] = [];
  for (let [game] = schedule.due(); game; [game] = schedule.due()) {
    seen.push(game.players.join('-'));
    // The last of the file is the best.
    const best = Math.max(...game.players);
    const points = game.players.map((player) => Number(player === best));
    schedule.take(game.number, { ...even, points });
  }
  t.same(seen, ['0-1', '2-3', '0-3', '1-3', '0-2']);
  t.same(stepsAfter(entrants, schedule.past), [3, 1, 2, 0]);
});
