import { either } from '../../core/text/either.ts';
import { UsageError } from '../../core/usage-error.ts';
import { type Command, commandOf } from '../command.ts';
import { type GamesWords, gamesWith } from '../game-words.ts';

/** A move of a game, judged without a player. */
export function judgeOf(games: GamesWords): Command {
  const judges = gamesWith(games, 'judge');
  const names = judges.map(([name]) => name);
  return commandOf({
    summary: 'Judges a grid, a move or a word as it would be judged in a game, without any player.',
    operands: {
      form: 'GAME …',
      min: 0,
      max: Number.POSITIVE_INFINITY,
      expected: `a game, ${either(names)}`,
    },
    options: {},
    examples: judges.map(([, { example }]) => example),
    notes: 'Exit status: 0 legal, or right; 1 not.',
    each: Object.fromEntries(
      judges.map(([name, { example, load }]) => [name, { summary: example[1], load }]),
    ),
    async run({ operands: [game] }) {
      const came = game === undefined ? 'nothing' : JSON.stringify(game);
      throw new UsageError(`judge: expected a game, ${either(names)}; got ${came}`);
    },
  });
}
