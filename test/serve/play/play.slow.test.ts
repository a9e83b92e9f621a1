import t from 'tap';
import { tryPlay } from '../../fuzz/try-play.ts';

t.test('broken requests to the API of games are answered without a fault', async (t) => {
  const { faults } = await tryPlay(0, 1_000);
  t.strictSame(faults, []);
});
