import t from 'tap';
import type { Result } from '../../host/events/result.ts';
import { boggle } from '../../host/games/boggle/boggle.ts';
import { scrabble } from '../../host/games/scrabble/scrabble.ts';
import { gameSummary } from '../../host/views/terminal/game-summary.ts';
import { paintFor } from '../../host/views/terminal/paint.ts';

const figures = { score: 7, moves: 1, errors: 0, timeouts: 0, thinkMs: 1500, outcome: 'lost' };
const players = ['Ada', 'Ben'].map((name, index) => ({
  ...figures,
  seat: index + 1,
  entry: 2 - index,
  name,
}));

function summary(game: typeof scrabble | typeof boggle, more: object = {}): readonly string[] {
  const result = { id: 'g', seed: '1', ms: 1, sandbox: 'off', outcome: 'draw', reason: 'scoreless', players };
  return gameSummary({ ...result, ...more } as unknown as Result, game, [], {
    paint: paintFor(false),
    width: 80,
  });
}

t.test('the summary of one game says which move brought the most, and who made it', async (t) => {
  const best = { seat: 2, word: 'QI', points: 40 };
  for (const game of [scrabble, boggle])
    t.match(summary(game, { best }).slice(-3), ['', 'best move: QI for 40 by player 1 (Ben)', /^game g/]);
  t.notMatch(summary(scrabble).join('\n'), 'best move', 'no word has brought any points');
  const long = summary(scrabble, { best: { ...best, word: 'A'.repeat(200) } }).join('\n');
  t.match(long, /best move: A{29}… for 40 by player 1/);
});
