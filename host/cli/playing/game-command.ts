import { setImmediate as startsGoOn } from 'node:timers/promises';
import { UsageError } from '../../core/usage-error.ts';
import type { Noted } from '../../events/noted.ts';
import { Trace } from '../../events/trace.ts';
import type { AnyGame } from '../../games/game.ts';
import type { OptionTable, OptionValues } from '../../games/kit/option.ts';
import type { MatchPlan } from '../../match/plan/plan.ts';
import type { SeriesRequest } from '../../runs/plan-game.ts';
import type { GameTools } from '../../runs/play-game.ts';
import { playSeries, type SeriesGame, type SeriesTools } from '../../runs/play-series.ts';
import type { Requirement } from '../../runs/requirement.ts';
import { SeriesFold } from '../../runs/series-fold.ts';
import { prepareStarts } from '../../seats/process/open-seats.ts';
import { type HostingRequest, processSeats } from '../../seats/process/process-seats.ts';
import { keepHostTo, ownProcessors } from '../../seats/process/processes/pinning.ts';
import { commonOptions } from '../../settings/common-options.ts';
import { paintFor } from '../../views/terminal/paint.ts';
import { type Call, type Command, commandOf } from '../command.ts';
import type { GameWords } from '../game-words.ts';
import { awaitReader } from '../hosting/await-reader.ts';
import { checkHeadroom, hasHeadroom, hostingOf } from '../hosting/hosting.ts';
import { checkPlaces, stderrPlace } from '../hosting/places.ts';
import { readSandboxRequest } from '../hosting/sandbox-request.ts';
import { Interruption } from '../interrupt.ts';
import { type Jobs, settleJobs } from '../jobs/settle-jobs.ts';
import { workerPool } from '../jobs/workers.ts';
import { printNotes, terminalWidth } from '../print.ts';
import { SeriesReport } from '../reporting/series-report.ts';
import { type GameSettings, gameSettings } from './game-settings.ts';
import { type Player, playersOf } from './players.ts';
import { checkPlayable, noteGuessable, readRequirements, seriesRequest } from './series-request.ts';
import { SilenceWatch } from './silence-watch.ts';

/** The command that plays a game: the same for every game. */
export function gameCommand(game: AnyGame, words: GameWords['help']): Command {
  return commandOf({
    ...words,
    operands: {
      form: '[options] PLAYER…',
      // How many players a game is for, it says itself.
      min: 0,
      max: Number.POSITIVE_INFINITY,
      expected: 'a command for each player',
      areCommands: true,
      canBeInFile: true,
    },
    options: { ...commonOptions, ...(game.options as Readonly<Record<never, never>>) },
    run: async (call) => await play(game, call),
  });
}

/** A series whose every detail is checked, before anybody is started. */
export interface ReadySeries {
  readonly settings: GameSettings;
  readonly players: readonly Player[];
  readonly request: SeriesRequest;
  readonly requirements: readonly Requirement[];
  readonly hosted: HostingRequest;
  readonly jobs: Jobs;
  /** To be disposed of by whoever plays the series. */
  readonly interruption: Interruption;
}

export async function readySeries(game: AnyGame, call: Call<typeof commonOptions>): Promise<ReadySeries> {
  const settings = gameSettings(call.options);
  const { series, output, hosting } = settings;
  const players = playersOf(call, settings, game.name);
  const isLimited = [hosting, ...players.map(({ own }) => own)].some(
    ({ memoryCap }) => memoryCap !== undefined,
  );
  const options = ownOptions(game, call.options);
  const jobs = jobsOf(game, options, settings, players.length);
  // It takes some time, and runs in parallel with what follows. A control group must be made before anything is started.
  if (!isLimited && jobs.workers === 0) prepareStarts(hosting.sandbox);
  checkPlayable(game, options, settings, players.length);
  const request = { ...seriesRequest(game, settings, players), options };
  await startsGoOn();
  noteGuessable(request, settings);
  const names = request.entries.map(({ name }) => name);
  const requirements = readRequirements(output.conditions, game, names);
  checkPlaces({ ...output, ...hosting, players });
  checkHeadroom(players.length);
  const places = { ...output, config: call.options.config };
  const sandbox = await readSandboxRequest(hosting, places, request.lexicon?.path, players);
  const processors = pinned(series.pin, players.length);
  const overlap = series.overlap && hasHeadroom(2 * players.length);
  const hosted = hostingOf(hosting, sandbox, stderrPlace(output.stderr), players);
  return {
    settings,
    players,
    request: { ...request, overlap, processors },
    requirements,
    hosted,
    jobs,
    interruption: series.games > 1 ? new Interruption(tellFinishing) : new Interruption(),
  };
}

function jobsOf(
  game: AnyGame,
  options: OptionValues<OptionTable>,
  { series, output }: GameSettings,
  players: number,
): Jobs {
  const { jobs: wanted, games, pin } = series;
  const jobs = settleJobs({ wanted, games, pace: game.pace(options), players, pin, trace: output.trace });
  if (jobs.note !== undefined && !output.quiet) printNotes([jobs.note]);
  return jobs;
}

function tellFinishing(): void {
  printNotes(['', 'no more games begin, and those that run are finished; another Ctrl-C ends them']);
}

async function play(game: AnyGame, call: Call<typeof commonOptions>): Promise<number> {
  const ready = await readySeries(game, call);
  const { request, requirements, players } = ready;
  const { output, hosting } = ready.settings;
  using interruption = ready.interruption;
  using _reader = await awaitReader(output.events, interruption.signal);
  if (interruption.status !== undefined) return interruption.status;
  const { requireBatch } = hosting;
  const names = request.entries.map(({ name }) => name);
  const fold = new SeriesFold({ game, names, requirements, requireBatch });
  const repeated = { call, players };
  const report = new SeriesReport(request, fold, { ...output, coloured: call.coloured, repeated });
  const seen = report.picture ?? (output.view ? game.picture(players.length) : undefined);
  const paint = paintFor(call.coloured && process.stderr.isTTY);
  const view =
    seen && output.view
      ? (await import('./view.ts')).viewOf(process.stderr, game, seen, names, paint)
      : undefined;
  const watch = (event: Noted) => {
    // A game that is played again has another one.
    (report.picture ?? seen)?.take(event);
    view?.take(event);
  };
  await startsGoOn();
  using silence = isWatched(output.quiet) ? new SilenceWatch(process.stderr) : undefined;
  const attend = silence && ((plan: MatchPlan) => silence.of(plan));
  for await (const played of playReady(ready, { attend, ...(seen && { watch }) })) {
    silence?.clear();
    view?.end();
    report.take(played);
  }
  return report.finish(interruption.status);
}

/** Of all that the call has, what the game itself is asked for. */
function ownOptions(game: AnyGame, all: OptionValues<OptionTable>): OptionValues<OptionTable> {
  return Object.fromEntries(Object.keys(game.options).map((name) => [name, all[name]]));
}

/** By somebody at a terminal that can draw a line again. */
function isWatched(quiet: boolean): boolean {
  return !quiet && process.stderr.isTTY && process.env.TERM !== 'dumb';
}

/** The games of a series, here or by other processes, as they end. */
export async function* playReady(
  ready: ReadySeries,
  seen: Pick<GameTools, 'attend' | 'watch'> = {},
): AsyncGenerator<SeriesGame> {
  const { request, hosted, jobs, settings } = ready;
  const { game, lexicon } = request;
  const { record } = settings.output;
  const setup = { game: game.name, lexicon, hosting: hosted, record };
  await using others = jobs.workers === 0 ? undefined : workerPool(jobs, setup);
  yield* playSeries(request, { ...gameTools(ready), ...seen, others });
}

function gameTools({ settings, hosted, interruption }: ReadySeries): SeriesTools {
  const { events, record, trace: isTraced } = settings.output;
  const width = terminalWidth(process.stderr);
  const longest = process.stderr.isTTY ? width : Number.POSITIVE_INFINITY;
  const trace = isTraced ? () => new Trace((line) => printNotes([line]), longest) : undefined;
  const { signal: interrupt, stop } = interruption;
  return { openSeats: processSeats(hosted), interrupt, stop, events, record, trace };
}

/** With `--pin`: the processors of the players. From now on the host uses only the others. */
function pinned(pin: boolean, players: number): readonly number[] | undefined {
  if (!pin) return undefined;
  const own = ownProcessors(players);
  if (!own.ok) throw new UsageError(`--pin: ${own.problem}`);
  const problem = keepHostTo(own.program, own.host);
  if (problem !== undefined) throw new UsageError(`--pin: taskset failed: ${problem}`);
  return own.players;
}
