import t from 'tap';
import { GamePictures, type SeenGame } from '../../host/runs/game-pictures.ts';
import { planOf } from '../match/hand-played.ts';
import { allOf } from '../support/all-of.ts';
import { until } from '../support/until.ts';

const peel = (number: number) => {
  const move = { type: 'peel', seat: 1, number, grid: '002001AB', bytes: [0, 1], drew: { 1: 'A', 2: 'B' } };
  return { ...move, n: number, t: number };
};

const EVERY_MS = 60;

t.test(
  'a picture of a game is made while somebody looks, not more often than people can see, and of running games',
  async (t) => {
    const seen: SeenGame[] = [];
    const pictures = new GamePictures((game) => seen.push(game), EVERY_MS);
    const plan = planOf({ players: 2 });
    const quiet = planOf({ players: 2 });
    const sink = pictures.of(plan);
    const over = pictures.of(quiet);
    sink.take({ type: 'deal', n: 1, t: 0, seat: 1, tiles: 'ABA' });
    sink.take(peel(2));
    t.same(seen, [], 'nobody looks');
    pictures.look(true);
    await until(
      () => seen.length === 2,
      () => `${seen.length} pictures`,
    );
    t.match(seen, [
      { id: plan.request.id, last: { seat: 1, words: /^peels/ } },
      { id: quiet.request.id, last: undefined },
    ]);
    t.ok(seen[0]!.panels.length > 0);
    over[Symbol.dispose]();
    const start = performance.now();
    let number = 2;
    await until(
      () => {
        sink.take(peel(++number));
        return seen.length >= 4;
      },
      () => `${seen.length} pictures`,
    );
    const took = performance.now() - start;
    t.ok(took >= 1.6 * EVERY_MS, `two pictures in ${took} ms`);
    t.ok(number > 10, `of ${number} events`);
    pictures.look(false);
    sink.take(peel(++number));
    pictures.look(true);
    await until(
      () => seen.length >= 5,
      () => `${seen.length} pictures`,
    );
    t.ok(
      allOf(seen.slice(2), ({ id }) => id === plan.request.id),
      'the other one is over',
    );
    pictures.look(false);
  },
);
