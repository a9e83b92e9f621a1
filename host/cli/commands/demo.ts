import { UsageError } from '../../core/usage-error.ts';
import { type Command, commandOf } from '../command.ts';
import { type GamesWords, gamesWith, oneOfGames } from '../game-words.ts';
import { playWatched } from '../playing/watched-game.ts';

/** The first command for new users. */
export function demoOf(games: GamesWords): Command {
  const demos = new Map(gamesWith(games, 'demo'));
  const names = [...demos.keys()];
  return commandOf({
    summary: 'Plays a game between built-in players, and shows it.',
    operands: oneOfGames(names),
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
    async run({ operands: [name = names[0]!], options, coloured }) {
      const demo = demos.get(name);
      if (!demo) throw new UsageError(`demo: expected one of ${names.join(', ')}; got ${name}`);
      const lead = 'Now with a bot of your own, to begin with (more: wordhost --help):';
      const table = { ...demo, next: () => [lead, demo.next] as const };
      return await playWatched(await games[name]!.game(), table, coloured, options.seed);
    },
  });
}
