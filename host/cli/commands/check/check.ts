import { either } from '../../../core/text/either.ts';
import { UsageError } from '../../../core/usage-error.ts';
import { type Command, commandOf } from '../../command.ts';
import { type GamesWords, gamesWith } from '../../game-words.ts';
import { checkCommand } from './check-game.ts';

/** Tests a bot without a game and without an opponent. */
export function checkOf(games: GamesWords): Command {
  const checks = gamesWith(games, 'check');
  const names = checks.map(([name]) => name);
  const [first, other = first] = names;
  return commandOf({
    summary: 'Tests a bot against its wire, message by message, and reports its mistakes.',
    operands: {
      form: 'GAME [options] PLAYER',
      min: 0,
      max: Number.POSITIVE_INFINITY,
      expected: `a game, ${either(names)}`,
    },
    options: {},
    examples: [
      [`wordhost check ${first} "python3 bot.py"`, 'all steps'],
      [`wordhost check ${other} ./player`, 'the same for another game'],
    ],
    notes: 'Exit status: 0 nothing is wrong, 1 something is.',
    each: Object.fromEntries(
      checks.map(([name, steps]) => {
        const { title } = games[name]!;
        return [name, { summary: `a bot for ${title}`, load: async () => checkCommand(name, title, steps) }];
      }),
    ),
    async run({ operands: [game] }) {
      const came = game === undefined ? 'nothing' : JSON.stringify(game);
      throw new UsageError(
        `check: expected a game, ${either(names)}, and then a bot, as in \`wordhost check ${first} "python3 bot.py"\`; got ${came}`,
      );
    },
  });
}
