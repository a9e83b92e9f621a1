import { UsageError } from '../../../core/usage-error.ts';
import type { Command } from '../../command.ts';
import { judgeBananagrams } from './bananagrams.ts';
import { judgeBoggle } from './boggle.ts';
import { judgeScrabble } from './scrabble.ts';

/** What a player did, judged without one. */
export const judge: Command = {
  summary: 'Judges a grid, a move or a word as it would be judged in a game, without any player.',
  operands: 'GAME …',
  options: {},
  examples: [
    ['wordhost judge bananagrams --tiles AEEHRTTYA 003005..AHERA.TT.YE..', 'a grid'],
    ['wordhost judge scrabble --laid "0,0 across CAT" "3,-1 down SEA"', 'a move on a board'],
    ['wordhost judge boggle --board RSPL/EIBT/ULZA/ESTI SIZABLE', 'a word, and where it is'],
  ],
  notes: 'Exit status: 0 legal, or right; 1 not.',
  each: { bananagrams: judgeBananagrams, boggle: judgeBoggle, scrabble: judgeScrabble },
  async run({ operands: [game] }) {
    const came = game === undefined ? 'nothing' : JSON.stringify(game);
    throw new UsageError(`judge: expected a game, bananagrams, boggle or scrabble; got ${came}`);
  },
};
