import { closeSync, constants, openSync, statSync } from 'node:fs';
import { setImmediate as startsGoOn } from 'node:timers/promises';
import { UsageError } from '../../core/errors.ts';
import type { Noted, SharedEvent } from '../../events/noted.ts';
import type { AnyGame } from '../../games/game.ts';
import { type OptionTable, type OptionValues, optionsOf } from '../../games/kit/option.ts';
import { BUILT_IN, builtInText } from '../../lexicon/cache.ts';
import type { MatchPlan } from '../../match/plan.ts';
import { isOneAtATime, type Jobs } from '../../runs/jobs.ts';
import type { Requirement } from '../../runs/report/requirement.ts';
import { SeriesFold } from '../../runs/report/series-fold.ts';
import { run } from '../../runs/run.ts';
import { type SeriesRequest, seriesExperiment } from '../../runs/series.ts';
import { type HostingRequest, prepareStarts } from '../../seats/process/process-seats.ts';
import { keepHostTo, ownProcessors } from '../../seats/process/processes/pinning.ts';
import { commonOptions, optionsFor } from '../../settings/option-groups.ts';
import { SilenceLine } from '../../views/terminal/live-game.ts';
import { RedrawnLine } from '../../views/terminal/progress.ts';
import { type Call, type Command, commandOf } from '../command.ts';
import type { GameWords } from '../game-words.ts';
import { executorFor, jobsFor, livePageOf } from '../jobs/executor.ts';
import { printError, printNotes, progressStream, runOutput } from '../output.ts';
import { type HostFiles, prepareStrict, processOptions, readSandboxRequest } from '../process/options.ts';
import { checkPaths, stderrTarget } from '../process/paths.ts';
import { turnLimitMs } from '../reports/game-notes.ts';
import { commandsOf } from '../reports/repeat.ts';
import { ReportFiles, reportsOnStdout } from '../reports/report-files.ts';
import { seriesReport } from '../reports/series-report.ts';
import { Interruption, isTerminalFree, JobControl, tellFinishing } from '../signals.ts';
import { type GameSettings, gameSettings, type Player, playersOf } from './players.ts';
import { checkPlayable, noteGuessable, noteShortGame, readRequirements, seriesRequest } from './request.ts';

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
    options: optionsFor(commonOptions, game, game.options),
    run: async (call) => await play(game, call),
  });
}

/** A series whose every detail is checked, before anybody is started. */
export interface SeriesPlan {
  readonly settings: GameSettings;
  readonly players: readonly Player[];
  readonly request: SeriesRequest;
  readonly requirements: readonly Requirement[];
  readonly files: ReportFiles;
  readonly hosting: HostingRequest;
  readonly jobs: Jobs;
  /** To be disposed of by the caller. */
  readonly interruption: Interruption;
}

interface SeriesCall extends Call<typeof commonOptions> {
  /** The files of the store that its games are saved in. */
  readonly stores?: readonly string[];
}

export async function planSeries(game: AnyGame, call: SeriesCall): Promise<SeriesPlan> {
  const settings = gameSettings(call.options);
  const { series, output, hosting } = settings;
  const players = playersOf(call, settings, game.name);
  const isLimited = [hosting, ...players.map(({ own }) => own)].some(
    ({ memoryCap }) => memoryCap !== undefined,
  );
  // It takes some time, and runs in parallel with what follows. A control group must be made before anything is started.
  if (!isLimited && !series.oneProcessor && isOneAtATime({ ...series, wanted: series.jobs }))
    prepare(call, settings, players);
  const options = ownOptions(game, call.options);
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
  const ownFiles = hostFiles(call, settings);
  const sandbox = await readSandboxRequest(hosting, ownFiles, request.lexicon?.path, players);
  const processors = pinned(series.pin, players.length);
  const overlap = series.overlap && jobs.overlap;
  return {
    settings,
    players,
    request: { ...request, overlap, processors },
    requirements,
    files,
    hosting: {
      ...processOptions(hosting, sandbox, stderrTarget(output.stderr), players),
      keptStderr: output.keptStderr,
    },
    jobs,
    interruption: new Interruption(series.games > 1 ? () => tellFinishing(output.quiet) : undefined),
  };
}

type CallOptions = Pick<SeriesCall, 'options' | 'stores'>;

/** Begins what the first player would have to wait for. Under `strict` that is known but for a list that must be read first. */
function prepare(call: CallOptions, settings: GameSettings, players: readonly Player[]): void {
  const { hosting, series } = settings;
  if (hosting.sandbox === 'strict' && series.dictionary === BUILT_IN)
    prepareStrict(hosting, hostFiles(call, settings), builtInText(), players);
  prepareStarts(hosting.sandbox);
}

function hostFiles({ options, stores }: CallOptions, { output }: GameSettings): HostFiles {
  return { ...output, record: output.record ?? output.recordBad, config: options.config, stores };
}

async function play(game: AnyGame, call: Call<typeof commonOptions>): Promise<number> {
  const plan = await planSeries(game, call);
  const { request, requirements, players, files, settings } = plan;
  const { output, hosting } = settings;
  using interruption = plan.interruption;
  using _jobs = new JobControl();
  using _reader = await awaitReader(output.events, interruption.signal);
  if (interruption.status !== undefined) return interruption.status;
  const { requireBatch } = hosting;
  const names = request.entries.map(({ name }) => name);
  const fold = new SeriesFold({ game, names, requirements, requireBatch });
  const isStdoutTaken = output.events === '-' || reportsOnStdout(output).length > 0;
  const runsOutput = runOutput(call.coloured, isStdoutTaken ? 'stderr' : 'stdout');
  const report = seriesReport(request, fold, {
    ...{ ...output, requireBatch, output: runsOutput, progress: progressStream(output) },
    commands: commandsOf(request, { call, players }),
    write: files.areWanted ? (summary) => files.write(summary) : undefined,
  });
  const picture = report.picture() ?? (output.view ? game.picture(players.length) : undefined);
  const view =
    picture && output.view
      ? (await import('./view.ts')).viewOf(
          process.stderr,
          game,
          picture,
          names,
          runsOutput.look('notes').paint,
        )
      : undefined;
  const watch = (event: Noted) => {
    // A game that is played again has another one.
    (report.picture() ?? picture)?.take(event);
    view?.take(event);
  };
  await startsGoOn();
  using silence = isWatched(output.quiet) ? new SilenceWatch(process.stderr) : undefined;
  const attend = silence && ((plan: MatchPlan) => silence.of(plan));
  await using livePage = await livePageOf(output.watch, runsOutput, async () => {
    const { seriesView } = await import('../../serve/watch/run-views.ts');
    return seriesView(request, fold);
  });
  await using executor = await executorFor(
    { game: game.name, lexicon: request.lexicon },
    { ...plan, attend, livePage, ...(picture && { watch }) },
  );
  const clear = () => {
    silence?.clear();
    view?.end();
  };
  runsOutput.beforeWriting(clear);
  const sinks = [{ take: clear }, ...report.sinks, ...(livePage ? [livePage] : [])];
  const outcome = await run(seriesExperiment(request), { executor, fold, sinks, interruption });
  const { status } = interruption;
  const broken = status === undefined ? fold.requirements.broken() : [];
  for (const sentence of broken) printError(`--require ${sentence}\n`);
  return fold.exitStatus(status, outcome);
}

/** By somebody at a terminal that can draw a line again. */
function isWatched(quiet: boolean): boolean {
  return !quiet && process.stderr.isTTY && process.env.TERM !== 'dumb';
}

/** The options of the game itself, of all that the call has. */
function ownOptions(game: AnyGame, all: OptionValues<OptionTable>): OptionValues<OptionTable> {
  return Object.fromEntries(Object.keys(game.options).map((name) => [name, all[name]]));
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

const PAUSE_MS = 20;
const nothing: Disposable = { [Symbol.dispose]() {} };

/**
 * Where this is a named pipe, waits until somebody reads from it, or the user gives it up. From then on it is held open: between two
 * writers its reader would see an end.
 */
async function awaitReader(path: string | undefined, interrupt: AbortSignal): Promise<Disposable> {
  if (path === undefined || !statSync(path, { throwIfNoEntry: false })?.isFIFO()) return nothing;
  for (let isFirst = true; !interrupt.aborted; isFirst = false) {
    const fd = openIfRead(path);
    if (fd !== undefined) return { [Symbol.dispose]: () => closeSync(fd) };
    if (isFirst) printNotes([`waiting for a program to read ${path}`]);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return nothing;
}

function openIfRead(path: string): number | undefined {
  try {
    return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENXIO') return undefined;
    throw error;
  }
}

const PERIOD_MS = 1000;

/** On a terminal, for each game: whom it waits for. */
class SilenceWatch implements Disposable {
  readonly #bottom: RedrawnLine;
  #line: SilenceLine | undefined;
  readonly #timer = setInterval(() => isTerminalFree() && this.#line?.tick(), PERIOD_MS).unref();

  constructor(stream: NodeJS.WriteStream) {
    this.#bottom = new RedrawnLine(stream);
  }

  /** The newest game is watched: the one before has ended, and only its players are still being ended. */
  of({ game, players, setup, limits }: MatchPlan): (event: SharedEvent) => void {
    const line = new SilenceLine(this.#bottom, {
      turnRanOut: (event) => game.turnRanOut?.(event),
      players,
      readyMs: limits.readyTimeout / 1e6,
      turnMs: (seat) => turnLimitMs(optionsOf(setup, seat)),
    });
    this.clear();
    this.#line = line;
    return (event) => line.take(event);
  }

  clear(): void {
    this.#line?.clear();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.clear();
  }
}
