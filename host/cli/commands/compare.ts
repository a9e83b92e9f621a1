import { either } from '../../core/text/either.ts';
import { UsageError } from '../../core/usage-error.ts';
import { type Command, commandOf } from '../command.ts';
import { compareCommand } from '../comparing/compare-command.ts';
import type { GamesWords } from '../game-words.ts';

/** Whether one player is better than another, in any game. */
export function compareOf(games: GamesWords): Command {
  const names = Object.keys(games);
  const [first] = names;
  return commandOf({
    summary: 'Plays mirrored pairs of games until a sequential test knows whether NEW is better than OLD.',
    operands: {
      form: 'GAME [options] NEW OLD',
      min: 0,
      max: Number.POSITIVE_INFINITY,
      expected: `a game, ${either(names)}`,
    },
    options: {},
    examples: [[`wordhost compare ${names.at(-1)} ./new ./old`, 'is it better?']],
    notes: 'Exit status: 0 NEW is better, 1 it is not, or has committed an offence, 4 undecided.',
    each: Object.fromEntries(
      Object.entries(games).map(([name, { title, game }]) => {
        return [
          name,
          { summary: `players of ${title}`, load: async () => compareCommand(await game(), title) },
        ];
      }),
    ),
    async run({ operands: [game] }) {
      const came = game === undefined ? 'nothing' : JSON.stringify(game);
      throw new UsageError(
        `compare: expected a game, ${either(names)}, and then two players, as in \`wordhost compare ${first} ./new ./old\`; got ${came}`,
      );
    },
  });
}
