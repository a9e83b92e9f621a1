import t from 'tap';
import { engineGame, list } from './games.ts';

t.test('an engine with a console plays a whole game', async (t) => {
  const { result, stderr, status } = await engineGame(t.testdir(list), 'macondo');
  t.equal(status, 0, stderr);
  t.match(result, { reason: /^(played-out|scoreless)$/, players: [{ moves: /[1-9]/ }, { moves: /[1-9]/ }] });
  t.notMatch(stderr, /not legal/);
});

t.test('an engine that ends in mid-game has left, and it is said why', async (t) => {
  const { result, stderr } = await engineGame(t.testdir(list), 'magpie', { habit: 'ends 2' });
  t.match(result?.players[0], { outcome: 'left', cause: 'crashed' });
  t.match(
    stderr,
    /wordhost player engine: the engine has ended, with exit status 3 after "generate -numplays 1"/,
  );
});
