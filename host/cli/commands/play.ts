import { meant } from '../../core/text/near-name.ts';
import { UsageError } from '../../core/usage-error.ts';
import type { Result } from '../../events/result.ts';
import { quoted } from '../../files/shell-words.ts';
import type { PlayerOutcome } from '../../games/kit/verdict.ts';
import { controllingTerminal } from '../../terminal/controlling-terminal.ts';
import { type Command, commandOf } from '../command.ts';
import {
  type GamesWords,
  gamesWith,
  oneOfGames,
  type PersonsGame,
  type Strength,
  strengths,
} from '../game-words.ts';
import { makeFolder } from '../hosting/places.ts';
import { playWatched } from '../playing/watched-game.ts';

/** A person against a bot, with nothing to set up. */
export function playWith(games: GamesWords): Command {
  const playable = gamesWith(games, 'play');
  const tables = new Map(playable.toSorted(([, one], [, other]) => rankOf(one) - rankOf(other)));
  const names = [...tables.keys()];
  return commandOf({
    summary: 'Plays a game between you, at this terminal, and a bot as strong as you like.',
    operands: oneOfGames(names),
    options: {
      strength: {
        kind: 'choice',
        choices: strengths,
        default: 'easy',
        help: 'strength of the bot, from the weakest to the strongest',
      },
      name: { kind: 'text', default: 'You', help: 'your name' },
      seed: {
        kind: 'text',
        default: undefined,
        help: 'seed of all chance; the same seed deals the same tiles (default: drawn)',
      },
      record: { kind: 'text', default: undefined, value: 'DIR', help: 'folder for a record of the game' },
    },
    examples: names.flatMap((name, index) => [
      [index === 0 ? 'wordhost play' : `wordhost play ${name}`, `a game of ${games[name]!.title}`] as const,
      ...(index === 0
        ? [[`wordhost play ${name} --strength best`, 'against the strongest bot'] as const]
        : []),
    ]),
    notes:
      'Moves have no time limit. What can be typed is listed by help, or by the key ?; Ctrl-C ends the game. Exit status: 0, or 130 after Ctrl-C.',
    async run({ operands: [game = names[0]!], options, coloured }) {
      const table = tables.get(game);
      if (!table)
        throw new UsageError(`play: expected one of ${names.join(', ')}; got ${game}${meant(game, names)}`);
      if (controllingTerminal() === undefined)
        throw new UsageError('play: expected a terminal; got none: run it where you can type');
      const { strength, name, seed, record } = options;
      if (record !== undefined) makeFolder(record, '--record');
      const players = [
        { name, command: `wordhost player human --name ${quoted(name)}` },
        { name: strength, command: table.opponents[strength] },
      ];
      const next = ({ players: [person] }: Result) => nextGame(game, strength, person!.outcome);
      return await playWatched(
        await games[game]!.game(),
        { players, next, person: { said: table.options, record } },
        coloured,
        seed,
      );
    },
  });
}

/** After a game that was won a stronger bot, after one that was lost a weaker one, and else the same. */
export function nextGame(
  game: string,
  strength: Strength,
  outcome: PlayerOutcome,
): readonly [lead: string, command: string] {
  const step = outcome === 'won' ? 1 : outcome === 'lost' ? -1 : 0;
  const other = strengths[strengths.indexOf(strength) + step];
  const which =
    other === undefined || step === 0 ? '' : `, against a ${step > 0 ? 'stronger' : 'weaker'} bot`;
  return [`Another game${which}:`, `wordhost play ${game} --strength ${other ?? strength}`];
}

const rankOf = ({ isUsual }: PersonsGame) => (isUsual ? 0 : 1);
