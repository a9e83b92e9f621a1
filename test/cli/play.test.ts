import t from 'tap';
import { nextGame } from '../../host/cli/commands/play.ts';
import { strengths } from '../../host/cli/game-words.ts';
import { bananagramsWords } from '../../host/cli/games/bananagrams.ts';
import { boggleWords } from '../../host/cli/games/boggle.ts';
import { scrabbleWords } from '../../host/cli/games/scrabble.ts';
import { bananagrams } from '../../host/games/bananagrams/bananagrams.ts';
import { boggle } from '../../host/games/boggle/boggle.ts';
import type { OptionTable } from '../../host/games/kit/option.ts';
import { scrabble } from '../../host/games/scrabble/scrabble.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';

t.test(
  'Each game that a person can play has a bot of each strength, and its options are valid',
  async (t) => {
    for (const [game, { play }] of [
      [bananagrams, bananagramsWords],
      [scrabble, scrabbleWords],
      [boggle, boggleWords],
    ] as const) {
      t.same(Object.keys(play.opponents), strengths);
      t.equal(new Set(Object.values(play.opponents)).size, strengths.length);
      for (const command of Object.values(play.opponents)) t.match(command, /^wordhost player \w+/);
      const source = { where: (option: string) => option, said: play.options };
      t.doesNotThrow(() => settleOptions(game.options as OptionTable, [source]));
    }
  },
);

t.test('After a game another is proposed that fits how it ended', async (t) => {
  for (const [strength, outcome, lead, next] of [
    ['easy', 'lost', 'Another game, against a weaker bot:', 'beginner'],
    ['easy', 'won', 'Another game, against a stronger bot:', 'medium'],
    ['easy', 'draw', 'Another game:', 'easy'],
    ['easy', 'unfinished', 'Another game:', 'easy'],
    ['beginner', 'lost', 'Another game:', 'beginner'],
    ['best', 'won', 'Another game:', 'best'],
  ] as const)
    t.same(nextGame('boggle', strength, outcome), [lead, `wordhost play boggle --strength ${next}`]);
});
