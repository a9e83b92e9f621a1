import { setImmediate as startsGoOn } from 'node:timers/promises';
import { UsageError } from '../../core/errors.ts';
import type { AnyGame } from '../../games/game.ts';
import type { OptionTable, OptionValues } from '../../games/kit/option.ts';
import { BUILT_IN, builtInText } from '../../lexicon/cache.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import { isOneAtATime, type Jobs } from '../../runs/jobs.ts';
import type { Requirement } from '../../runs/report/requirement.ts';
import type { GamesRequest, SeriesRequest } from '../../runs/series.ts';
import { filesOfStore } from '../../runs/store/saved-games.ts';
import { type HostingRequest, prepareStarts } from '../../seats/process/process-seats.ts';
import { keepHostTo, ownProcessors } from '../../seats/process/processes/pinning.ts';
import type { commonOptions } from '../../settings/option-groups.ts';
import type { Call } from '../command.ts';
import { jobsFor } from '../jobs/executor.ts';
import { checkPaths, stderrTarget } from '../process/paths.ts';
import {
  type HostFiles,
  prepareStrict,
  processOptions,
  readSandboxRequest,
} from '../process/process-request.ts';
import { ReportFiles } from '../reports/report-files.ts';
import type { StoreRequest } from '../stores.ts';
import { type GameSettings, gameSettings, type Player, playersOf } from './players.ts';
import { checkPlayable, noteGuessable, noteShortGame, readRequirements, seriesRequest } from './request.ts';

/** A run whose every detail is checked, before there is a store and before anybody is started. */
export interface RunPlan {
  readonly settings: GameSettings;
  readonly players: readonly Player[];
  /** Players of one game. */
  readonly seats: number;
  readonly request: Pick<GamesRequest, 'game' | 'options' | 'lexicon' | 'overlap'>;
  readonly requirements: readonly Requirement[];
  /** It hides the files that are there before the store is opened. */
  readonly hosting: HostingRequest;
}

export interface SeriesPlan extends RunPlan {
  readonly request: SeriesRequest;
  readonly files: ReportFiles;
  readonly jobs: Jobs;
}

/** The parts of a plan: values of shared options, those that a command fixes, and the players. */
export interface PlanRequest extends Pick<Call, 'operands' | 'players'> {
  readonly values: OptionValues<typeof commonOptions>;
  /** The values of the game's own options, among others. */
  readonly ofGame: OptionValues<OptionTable>;
  /** The configuration file, which players do not see. */
  readonly config: string | undefined;
  readonly store?: StoreRequest | undefined;
}

export async function planSeries(game: AnyGame, call: PlanRequest): Promise<SeriesPlan> {
  const settings = gameSettings(call.values);
  const { series, output, hosting } = settings;
  const players = playersOf(call, settings, game.name);
  const isLimited = [hosting, ...players.map(({ own }) => own)].some(
    ({ memoryCap }) => memoryCap !== undefined,
  );
  // It takes some time, and runs in parallel with what follows. A control group must be made before anything is started.
  if (!isLimited && !series.oneProcessor && isOneAtATime({ ...series, wanted: series.jobs }))
    prepare(call, settings, players);
  const options = ownOptions(game, call.ofGame);
  checkPlayable({ game, options, settings, seats: players.length, players });
  const request = { ...seriesRequest(game, settings, players), options };
  await startsGoOn();
  noteGuessable(request, settings);
  noteShortGame(request, settings);
  const names = request.entries.map(({ name }) => name);
  const requirements = readRequirements(output.conditions, game, names);
  checkPaths({ ...output, ...hosting, players });
  const files = new ReportFiles(output, { events: output.events, standings: output.standings });
  const jobs = jobsFor(game, options, settings, players.length);
  const hostingRequest = await hostingFor(call, settings, players, request.lexicon);
  const processors = choosePins(series.pin, players.length);
  const overlap = series.overlap && jobs.overlap;
  return {
    settings,
    players,
    seats: players.length,
    request: { ...request, overlap, processors },
    requirements,
    files,
    hosting: hostingRequest,
    jobs,
  };
}

/** The part of this machine that players get. */
export async function hostingFor(
  call: Pick<PlanRequest, 'config' | 'store'>,
  settings: GameSettings,
  players: readonly Player[],
  lexicon: Lexicon | undefined,
): Promise<HostingRequest> {
  const { hosting, output } = settings;
  const sandbox = await readSandboxRequest(hosting, hostFiles(call, settings), lexicon?.path, players);
  return {
    ...processOptions(hosting, sandbox, stderrTarget(output.stderr), players),
    keptStderr: output.keptStderr,
  };
}

/** Begins work for which the first player would have to wait. Under `strict` only a word list that must be read first is unknown. */
function prepare(call: PlanRequest, settings: GameSettings, players: readonly Player[]): void {
  const { hosting, series } = settings;
  if (hosting.sandbox === 'strict' && series.dictionary === BUILT_IN)
    prepareStrict(hosting, hostFiles(call, settings), builtInText(), players);
  prepareStarts(hosting.sandbox);
}

function hostFiles(
  { config, store }: Pick<PlanRequest, 'config' | 'store'>,
  { output }: GameSettings,
): HostFiles {
  return {
    ...output,
    record: output.record ?? output.recordBad,
    config,
    stores: store && filesOfStore(store.address),
  };
}

/** The options of the game itself, of all that the call has. */
export function ownOptions(game: AnyGame, all: OptionValues<OptionTable>): OptionValues<OptionTable> {
  return Object.fromEntries(Object.keys(game.options).map((name) => [name, all[name]]));
}

/** Chooses the processors of the players for `--pin`. From now on the host uses only the others. */
function choosePins(pin: boolean, players: number): readonly number[] | undefined {
  if (!pin) return undefined;
  const own = ownProcessors(players);
  if (!own.ok) throw new UsageError(`--pin: ${own.problem}`);
  const problem = keepHostTo(own.program, own.host);
  if (problem !== undefined) throw new UsageError(`--pin: taskset failed: ${problem}`);
  return own.players;
}
