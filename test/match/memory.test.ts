import t from 'tap';
import { lookAfterGames } from '../bench/memory-after-games.ts';

const MiB = 2 ** 20;

t.test('What a game has needed is free again when it is over', async (t) => {
  const [early, late] = lookAfterGames([500, 1500]);
  const gained = (late!.heap - early!.heap) / MiB;
  t.equal(late!.games, 1500);
  // A thousand results alone, if they were kept, would be more than that.
  t.ok(gained < 1, `the heap has grown by ${gained.toFixed(2)} MB in a thousand games`);
});
