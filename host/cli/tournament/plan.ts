import { together, UsageError } from '../../core/errors.ts';
import { drawSeed, playerSeedOfRun } from '../../core/seed.ts';
import type { AnyGame } from '../../games/game.ts';
import type { OptionTable, OptionValues } from '../../games/kit/option.ts';
import type { Jobs } from '../../runs/jobs.ts';
import { filesOfStore } from '../../runs/store/saved-games.ts';
import { listsInShort } from '../../runs/store/stored-runs.ts';
import type { TournamentRequest } from '../../runs/tournament.ts';
import type { HostingRequest } from '../../seats/process/process-seats.ts';
import type { StoredTournament } from '../../tournament/stored-tournament.ts';
import type { Call } from '../command.ts';
import { jobsFor } from '../jobs/executor.ts';
import { processOptions, readSandboxRequest } from '../process/options.ts';
import { checkPaths, stderrTarget } from '../process/paths.ts';
import { wordsFor } from '../read-lexicon.ts';
import { entryOf, type GameSettings, gameSettings, type Player } from '../series/players.ts';
import { checkPlayable } from '../series/request.ts';
import {
  type LineTexts,
  playersIn,
  type ReadFile,
  refuseAt,
  settledOptions,
  type tournamentOptions,
} from './file.ts';

export type TournamentCall = Call<typeof tournamentOptions>;

/** A tournament whose every detail is checked, before anybody is started. */
export interface TournamentPlan {
  readonly game: AnyGame;
  readonly settings: GameSettings;
  readonly players: readonly Player[];
  /** The form of the tournament in which its versions are compared. */
  readonly stored: StoredTournament;
  readonly request: Omit<TournamentRequest, 'seed' | 'playerSeed'>;
}

/** In the folder of the file, by which all paths in it are meant. `name`: if it does not say one. */
export function planTournament(
  read: ReadFile,
  game: AnyGame,
  call: TournamentCall,
  { name: fallback, line }: { readonly name: string; readonly line: LineTexts },
): TournamentPlan {
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
  return {
    ...{ game, settings, players },
    stored: {
      ...storedForm(read, settings, lexicon?.sha256, fallback),
      options: { ...file.options, ...maxTimeouts, ...listsInShort(game.options, options) },
    },
    request: {
      ...{ game, options, lexicon, limits: settings.limits, mirrored, seats, entries, overlap },
      rejudges: call.options['replay-overloaded'],
    },
  };
}

/** The options of the file, and those of the call that are not about any game. */
function settingsOf(all: OptionValues<OptionTable>, call: TournamentCall): GameSettings {
  const { jobs, 'one-processor': oneProcessor, json, quiet, stderr, require } = call.options;
  const kept = { 'keep-stderr': call.options['keep-stderr'] };
  const ofCall = { jobs, 'one-processor': oneProcessor, json, quiet, stderr, require, ...kept };
  return gameSettings({ ...all, ...ofCall, games: MANY } as Parameters<typeof gameSettings>[0]);
}

/** There is no number of games yet. */
const MANY = 1000;

function ownOptions(game: AnyGame, all: OptionValues<OptionTable>): OptionValues<OptionTable> {
  return Object.fromEntries(Object.keys(game.options).map((name) => [name, all[name]]));
}

function storedForm(
  { file }: ReadFile,
  { series, hosting }: GameSettings,
  dictionary: string | undefined,
  fallback: string,
): StoredTournament {
  const playerSeed = playerSeedOfRun(series.playerSeed, hosting.sandbox);
  return {
    ...{ wordhost: 1, kind: 'tournament' },
    ...file,
    name: file.name ?? fallback,
    seed: file.seed ?? drawSeed(),
    ...(playerSeed !== undefined && { playerSeed }),
    dictionary: dictionary ?? null,
    from: 1,
  };
}

/** How the games are played: by how many processes, and what players get of the machine. */
interface ExecutorSetup {
  readonly hosting: HostingRequest;
  readonly jobs: Jobs;
}

/** `store`: its path; players must not see it. `due`: how many games at most can be played at once. */
export async function setUpExecutor(
  { game, settings, players, request }: TournamentPlan,
  { file, store, records, due }: { file: string; store: string; records?: string | undefined; due: number },
): Promise<ExecutorSetup> {
  const { hosting, output } = settings;
  const series = { ...settings.series, games: Math.max(1, due), pin: false };
  const jobs = jobsFor(game, request.options, { ...settings, series }, request.seats);
  const files = { record: records, config: file, stderr: output.stderr, stores: filesOfStore(store) };
  const sandbox = await readSandboxRequest(hosting, files, request.lexicon?.path, players);
  const { stderr, keptStderr } = output;
  return {
    hosting: { ...processOptions(hosting, sandbox, stderrTarget(stderr), players), keptStderr },
    jobs,
  };
}

/** Paths in a file are relative to its folder: until this is disposed of, that is the working directory. */
export function inFolder(folder: string): Disposable {
  const before = process.cwd();
  try {
    process.chdir(folder);
  } catch {
    throw new UsageError(`cannot enter the folder of the tournament file: ${folder}`);
  }
  return { [Symbol.dispose]: () => process.chdir(before) };
}
