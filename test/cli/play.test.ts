import t from 'tap';
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
