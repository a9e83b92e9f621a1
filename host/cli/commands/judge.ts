import { either } from '../../core/either.ts';
import { UsageError } from '../../core/usage-error.ts';
import type { Command } from '../command.ts';
import { type GamesWords, gamesWith } from '../game-words.ts';

/** What a player did, judged without one. */
export async function judgeOf(games: GamesWords): Promise<Command> {
  const judges = gamesWith(games, 'judge');
  const loaded = judges.map(async ([name, { load }]) => [name, await load()] as const);
  return {
    summary: 'Judges a grid, a move or a word as it would be judged in a game, without any player.',
    operands: 'GAME …',
    options: {},
    examples: judges.map(([, { example }]) => example),
    notes: 'Exit status: 0 legal, or right; 1 not.',
    each: Object.fromEntries(await Promise.all(loaded)),
    async run({ operands: [game] }) {
      const came = game === undefined ? 'nothing' : JSON.stringify(game);
      const names = judges.map(([name]) => name);
      throw new UsageError(`judge: expected a game, ${either(names)}; got ${came}`);
    },
  };
}
