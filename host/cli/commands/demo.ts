import { UsageError } from '../../core/usage-error.ts';
import type { Command } from '../command.ts';
import { type GamesWords, gamesWith } from '../game-words.ts';
import { playWatched } from '../watched-game.ts';

/** What a newcomer runs first. */
export function demoOf(games: GamesWords): Command {
  const demos = new Map(gamesWith(games, 'demo'));
  const names = [...demos.keys()];
  return {
    summary: 'Plays a game between built-in players, and shows it.',
    operands: `[${names.join('|')}]`,
    options: {
      seed: {
        kind: 'text',
        default: undefined,
        help: 'seed of all chance; the same seed deals the same tiles (default: drawn)',
      },
    },
    examples: names.map((name, index) => [
      index === 0 ? 'wordhost demo' : `wordhost demo ${name}`,
      `a game of ${games[name]!.title}`,
    ]),
    async run(call) {
      const [name = names[0]!, ...more] = call.operands;
      const demo = demos.get(name);
      if (!demo || more.length > 0)
        throw new UsageError(`demo: expected one of ${names.join(', ')}; got ${call.operands.join(' ')}`);
      return await playWatched(await games[name]!.game(), demo, call);
    },
  };
}
