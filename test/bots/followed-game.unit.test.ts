import t from 'tap';
import { followGame } from '../../host/bots/scrabble/follow-game.ts';
import { readNotice } from '../../host/games/scrabble/wire/read-notice.ts';
import { laidScrabble } from '../games/scrabble-table.ts';

t.test('who follows a game knows all scores, and how many turns in a row have brought nothing', async (t) => {
  const lines = laidScrabble({ hands: ['CAT', 'EEE'] }).greeting(1);
  const told = followGame(lines.map((line) => (line.startsWith('dictionary ') ? 'dictionary none' : line)));
  if (typeof told === 'string') throw new Error(told);
  const { game } = told;
  for (const [line, scores, scoreless] of [
    ['start', [0, 0], 0],
    ['bag 94', [0, 0], 0],
    ['turn 1000 1', [0, 0], 0],
    ['playsuccess 10 0 0 3C3 1 0 1A1 2 0 20T1 new 5x1', [10, 0], 0],
    ['played 2 4 0 1 5E1', [10, 4], 0],
    ['played 2 0 0 2 0E0', [10, 4], 1],
    ['passed 1', [10, 4], 2],
    ['changed 2 3', [10, 4], 3],
    ['timeout 1', [10, 4], 4],
    ['playfailed 2 0 3 5E1', [10, 4], 5],
    ['error emptymove', [10, 4], 5],
    ['failed', [10, 4], 6],
    ['changesuccess 5x1', [10, 4], 7],
    ['forfeited 2', [10, 4], 7],
    ['playsuccess 2 0 4 5E1 new', [12, 4], 0],
  ] as const) {
    game.hear(readNotice(line)!);
    const choice = game.choice(() => 0);
    t.same([choice.scores, choice.scoreless, choice.player], [scores, scoreless, 1], line);
  }
});
