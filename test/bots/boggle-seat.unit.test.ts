import t from 'tap';
import { FollowedGame } from '../../host/bots/boggle/followed-game.ts';

t.test('A word that was guessed has no points any more, in whatever case it is written', async (t) => {
  const game = new FollowedGame(1);
  game.hear({ type: 'scored', player: 2, points: 1, word: 'CAT' });
  game.hear({ type: 'missed', player: 1, word: 'ÄRA', reason: 'notonboard' });
  for (const word of ['CAT', 'cat', 'Cat', 'ära']) t.ok(game.isSettled(word), word);
  t.notOk(game.isSettled('cats'));
});
