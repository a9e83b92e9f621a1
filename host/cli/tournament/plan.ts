import { availableParallelism } from 'node:os';
import { together, UsageError } from '../../core/errors.ts';
import { drawSeed, playerSeedOfRun } from '../../core/seed.ts';
import type { AnyGame } from '../../games/game.ts';
import type { OptionTable, OptionValues } from '../../games/kit/option.ts';
import { type Jobs, refuseJobs } from '../../runs/jobs.ts';
import { listsInShort } from '../../runs/store/stored-runs.ts';
import type { TournamentRequest } from '../../runs/tournament.ts';
import type { TournamentFold } from '../../tournament/report.ts';
import type { StoredTournament } from '../../tournament/stored-tournament.ts';
import type { Call } from '../command.ts';
import { factsOf, jobsFor } from '../jobs/executor.ts';
import { checkPaths } from '../process/paths.ts';
import { wordsFor } from '../read-lexicon.ts';
import { hostingFor, ownOptions, type RunPlan } from '../series/plan.ts';
import { entryOf, type GameSettings, gameSettings, type Player } from '../series/players.ts';
import { checkPlayable, readRequirements } from '../series/request.ts';
import type { StoreRequest } from '../stores.ts';
import {
  type LineTexts,
  playersIn,
  type ReadFile,
  refuseAt,
  settledOptions,
  type tournamentOptions,
} from './file.ts';

export type TournamentCall = Call<typeof tournamentOptions>;

/** A tournament whose every detail is checked, before there is a store and before anybody is started. */
export interface TournamentPlan extends RunPlan {
  readonly read: ReadFile;
  /** The form of the tournament in which its versions are compared. */
  readonly stored: StoredTournament;
  readonly request: Omit<TournamentRequest, 'seed' | 'playerSeed'>;
  readonly store: StoreRequest;
}

interface TournamentSetting {
  /** The name of a tournament whose file says none. */
  readonly name: string;
  /** The values of the command line. */
  readonly line: LineTexts;
  readonly store: StoreRequest;
}

/** Plans in the folder of the file, to which all paths in the file are relative. */
export async function planTournament(
  read: ReadFile,
  game: AnyGame,
  call: TournamentCall,
  { name: fallback, line, store }: TournamentSetting,
): Promise<TournamentPlan> {
  const { file } = read;
  const [all, players] = together<[ReturnType<typeof settledOptions>, Player[]]>([
    () => settledOptions(read, game, line),
    () => playersIn(read, game),
  ]);
  const settings = settingsOf(all, call);
  const options = ownOptions(game, all);
  const { seats, mirrored } = file.format;
  const { 'max-timeouts': most } = line;
  const maxTimeouts = most === undefined ? {} : { 'max-timeouts': most };
  if (seats < game.seats.min || seats > game.seats.max)
    refuseAt(
      read,
      ['format'],
      `${game.name} is for ${game.seats.min} to ${game.seats.max} players; got ${seats} seats`,
    );
  checkPlayable({ game, options, settings, seats, players });
  checkPaths({ ...settings.hosting, stderr: settings.output.stderr, players });
  const lexicon = wordsFor(game, settings.series, settings.output.quiet);
  const entries = players.map(entryOf);
  const overlap = settings.series.overlap && file.offender === 'lose';
  const names = players.map(({ name }) => name);
  const requirements = readRequirements(call.options.require, game, names);
  refuseJobs(factsOf(game, options, settings, seats), { processors: availableParallelism() });
  const hosting = await hostingFor({ config: read.path, store }, settings, players, lexicon);
  return {
    read,
    settings,
    players,
    seats,
    requirements,
    hosting,
    store,
    stored: {
      ...storedForm(read, settings, lexicon?.sha256, fallback),
      options: { ...file.options, ...maxTimeouts, ...listsInShort(game.options, options) },
    },
    request: {
      game,
      options,
      lexicon,
      limits: settings.limits,
      mirrored,
      seats,
      entries,
      overlap,
      rejudges: call.options['replay-overloaded'],
    },
  };
}

/** The options of the file, and those of the call that are not about any game. */
function settingsOf(all: OptionValues<OptionTable>, call: TournamentCall): GameSettings {
  const { jobs, 'one-processor': oneProcessor, json, quiet, stderr, require, watch } = call.options;
  const kept = { 'keep-stderr': call.options['keep-stderr'] };
  const ofCall = { jobs, 'one-processor': oneProcessor, json, quiet, stderr, require, watch, ...kept };
  return gameSettings({ ...all, ...ofCall, games: MANY } as Parameters<typeof gameSettings>[0]);
}

/** The number of games is not known yet. */
const MANY = 1000;

function storedForm(
  { file }: ReadFile,
  { series, hosting }: GameSettings,
  dictionary: string | undefined,
  fallback: string,
): StoredTournament {
  const playerSeed = playerSeedOfRun(series.playerSeed, hosting.sandbox);
  return {
    wordhost: 1,
    kind: 'tournament',
    ...file,
    name: file.name ?? fallback,
    seed: file.seed ?? drawSeed(),
    ...(playerSeed !== undefined && { playerSeed }),
    dictionary: dictionary ?? null,
    from: 1,
  };
}

/** The number of games at once, of a tournament with so many that can begin now. */
export function jobsOf({ request, settings, seats }: TournamentPlan, { schedule }: TournamentFold): Jobs {
  let due = 0;
  for (const _ of schedule.due()) if (++due >= MANY) break;
  const series = { ...settings.series, games: Math.max(1, due) };
  return jobsFor(request.game, request.options, { ...settings, series }, seats);
}

/** Makes the folder of the file the working directory until it is disposed of, because paths in the file are relative to it. */
export function inFolder(folder: string): Disposable {
  const before = process.cwd();
  try {
    process.chdir(folder);
  } catch {
    throw new UsageError(`cannot enter the folder of the tournament file: ${folder}`);
  }
  return { [Symbol.dispose]: () => process.chdir(before) };
}
