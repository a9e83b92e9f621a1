import { UsageError } from '../../../core/usage-error.ts';
import type { Command } from '../../command.ts';
import { checkCommand } from './check-game.ts';

/** Is this bot right? Without a game, and without an opponent. */
export const check: Command = {
  summary: 'Holds a bot against its wire, message by message, and says what it gets wrong.',
  operands: 'GAME [options] PLAYER',
  options: {},
  examples: [
    ['wordhost check scrabble "python3 bot.py"', 'all steps'],
    ['wordhost check bananagrams ./player', 'the same for another game'],
  ],
  notes: 'Exit status: 0 nothing is wrong, 1 something is.',
  each: {
    bananagrams: checkCommand('bananagrams'),
    boggle: checkCommand('boggle'),
    scrabble: checkCommand('scrabble'),
  },
  async run({ operands: [game] }) {
    const came = game === undefined ? 'nothing' : JSON.stringify(game);
    throw new UsageError(
      `check: expected a game, bananagrams, boggle or scrabble, and then a bot, as in \`wordhost check scrabble "python3 bot.py"\`; got ${came}`,
    );
  },
};
