import { basename, dirname, extname, resolve } from 'node:path';
import { UsageError } from '../../core/errors.ts';
import { isPostgresAddress, withoutPassword } from '../../core/postgres-address.ts';
import { either, meant } from '../../core/text.ts';
import type { AnyGame } from '../../games/game.ts';
import { type Command, commandOf } from '../command.ts';
import type { GamesWords } from '../game-words.ts';
import { storeOfFile, withExperiment } from '../stores.ts';
import { readTournamentFile, refuseAt, shownValue, tournamentOptions } from '../tournament/file.ts';
import { inFolder, planTournament, type TournamentCall } from '../tournament/plan.ts';

/** Plays many games between many players, in any game. */
export function tournamentOf(games: GamesWords): Command {
  const [game] = Object.keys(games);
  return commandOf({
    summary: 'Plays a tournament from a file, saves its games, and resumes where it was stopped.',
    operands: {
      form: '[options] FILE',
      min: 0,
      max: 1,
      expected: 'a tournament file, as in `wordhost tournament league.yml`',
    },
    options: tournamentOptions,
    otherOptions:
      'Options of the game and of its players are in the tournament file: `options: { sandbox: strict }`',
    examples: [
      ['wordhost tournament league.yml', 'play the missing games, and show the standings'],
      ['wordhost tournament --watch=0 league.yml', 'show a live page in a browser'],
      ['wordhost tournament --dry-run league.yml', 'start each player once, and estimate the time'],
      [
        `wordhost tournament --roster bots --game ${game} > league.yml`,
        'write a tournament file with one player for each folder',
      ],
      ['wordhost report league.db', 'show standings, crosstable and bad games, even during the run'],
    ],
    notes:
      'Games are saved in league.db next to league.yml. Run the same command again to play the missing games, with the same\n' +
      'pairings and seeds; you can add players and rounds to the file. Ctrl-C finishes the running games, a second one ends them.\n' +
      'Exit status: 0 all games are played, 1 a --require does not hold, or an offense stopped the tournament,\n' +
      '2 usage error, 3 the host failed, 130 or 143 interrupted; run the same command to resume.',
    run: async (call) => await tournament(games, call),
  });
}

async function tournament(games: GamesWords, call: TournamentCall): Promise<number> {
  const { roster, game } = call.options;
  const [file] = call.operands;
  if (roster !== undefined) {
    if (file !== undefined)
      throw new UsageError(`--roster writes a file and plays nothing: leave out ${file}`);
    const named = gameOf(games, game, (problem) => new UsageError(`--game: ${problem}`));
    const { printRoster } = await import('../tournament/roster.ts');
    return printRoster(roster, await named);
  }
  if (file === undefined)
    throw new UsageError(
      'tournament: expected a tournament file, as in `wordhost tournament league.yml`; got nothing',
    );
  return await playFile(games, file, call);
}

async function playFile(games: GamesWords, path: string, call: TournamentCall): Promise<number> {
  const read = await readTournamentFile(path);
  const game = await gameOf(games, read.file.game, (problem) => refuseAt(read, ['game'], problem));
  const name = basename(path, extname(path));
  const named = withExperiment(call.options.store ?? storeOfFile(path), name);
  const address = isPostgresAddress(named) ? named : resolve(named);
  const { positions, records, weight } = call.options;
  const store = { address, shown: withoutPassword(named), records, weight };
  const line = {
    positions: positions === undefined ? undefined : resolve(positions),
    'max-timeouts': call.textsOf('max-timeouts')?.at(-1),
  };
  using _folder = inFolder(resolve(dirname(path)));
  const plan = await planTournament({ ...read, path: resolve(path) }, game, call, { name, line, store });
  if (call.options['dry-run']) {
    const { dryRun } = await import('../tournament/dry-run.ts');
    return await dryRun(plan, call, games[game.name]!.opponent);
  }
  const { playTournament } = await import('../tournament/play.ts');
  return await playTournament(plan, call);
}

async function gameOf(
  games: GamesWords,
  name: string | undefined,
  refusal: (problem: string) => Error,
): Promise<AnyGame> {
  const names = Object.keys(games);
  const words = name !== undefined && Object.hasOwn(games, name) ? games[name] : undefined;
  if (words) return await words.game();
  const came = name === undefined ? 'nothing' : `${shownValue(name)}${meant(name, names)}`;
  throw refusal(`expected a game, ${either(names)}; got ${came}`);
}
