import { closeSync, constants, openSync, statSync } from 'node:fs';
import type { Noted, SharedEvent } from '../../events/noted.ts';
import type { AnyGame } from '../../games/game.ts';
import { optionsOf } from '../../games/kit/option.ts';
import type { MatchPlan } from '../../match/plan.ts';
import { SeriesFold } from '../../runs/report/series-fold.ts';
import { seriesExperiment } from '../../runs/series.ts';
import { commonOptions, optionsFor } from '../../settings/option-groups.ts';
import { SilenceLine } from '../../views/terminal/live-game.ts';
import { RedrawnLine } from '../../views/terminal/progress.ts';
import { type Call, type Command, commandOf } from '../command.ts';
import type { GameWords } from '../game-words.ts';
import { canRedrawAlone, printError, printNotes, progressStream } from '../output.ts';
import { turnLimitMs } from '../reports/game-notes.ts';
import { repeatCommands } from '../reports/repeat.ts';
import { seriesReport } from '../reports/series-report.ts';
import { isTerminalFree, JobControl } from '../signals.ts';
import { planSeries, type SeriesPlan } from './plan.ts';
import { type OpenRun, type OpenTools, playRun } from './play.ts';
import { isPerson } from './players.ts';

/** The command that plays a game: the same for every game. */
export function gameCommand(game: AnyGame, words: GameWords['help']): Command {
  return commandOf({
    ...words,
    operands: {
      form: '[options] PLAYER…',
      // The game itself says how many players it is for.
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

async function play(game: AnyGame, call: Call<typeof commonOptions>): Promise<number> {
  const { options, coloured } = call;
  const plan = await planSeries(game, { ...call, values: options, ofGame: options, config: options.config });
  return await playRun({ plan, coloured, open: async (tools) => await openSeries(plan, call, tools) });
}

async function openSeries(
  plan: SeriesPlan,
  call: Call<typeof commonOptions>,
  { output, interruption, held }: OpenTools,
): Promise<OpenRun> {
  const { request, requirements, players, files, jobs, settings } = plan;
  const { output: shown, hosting } = settings;
  const { game } = request;
  held.use(new JobControl());
  held.use(await awaitReader(shown.events, interruption.signal));
  const { requireBatch } = hosting;
  const names = request.entries.map(({ name }) => name);
  const fold = new SeriesFold({ game, names, requirements, requireBatch });
  const report = seriesReport(request, fold, {
    ...shown,
    requireBatch,
    output,
    progress: progressStream(shown),
    commands: repeatCommands(request, { call, players }),
    write: files.areWanted ? (summary) => files.write(summary) : undefined,
  });
  const isShown = call.textsOf('view') === undefined ? isShownByItself(plan) : shown.view;
  const picture = report.picture() ?? (isShown ? game.picture(players.length) : undefined);
  const view =
    picture && isShown
      ? (await import('./view.ts')).viewOf(process.stderr, game, picture, names, output.look('notes').paint)
      : undefined;
  const watch = (event: Noted) => {
    // A game that is played again has another picture.
    (report.picture() ?? picture)?.take(event);
    view?.take(event);
  };
  const silence = isWatched(shown.quiet) ? held.use(new SilenceWatch(process.stderr)) : undefined;
  const clear = () => {
    silence?.clear();
    view?.end();
  };
  output.beforeWriting(clear);
  return {
    experiment: seriesExperiment(request),
    fold,
    jobs,
    local: {
      attend: silence && ((plan: MatchPlan) => silence.of(plan)),
      ...(picture && { watch }),
    },
    sinks: [{ take: clear }, ...report.sinks],
    async view() {
      const { seriesView } = await import('../../serve/watch/run-views.ts');
      return seriesView(request, fold);
    },
    conclude() {
      const broken = interruption.status === undefined ? fold.requirements.broken() : [];
      for (const sentence of broken) printError(`--require ${sentence}\n`);
      return fold.status;
    },
  };
}

/**
 * A terminal without other output shows one game in turns. It does not show a race, because drawing delays
 * its messages, nor the game of a person, who has another screen.
 */
function isShownByItself({ request, players, settings: { output, series } }: SeriesPlan): boolean {
  const { game, games, options } = request;
  const isAlone = games === 1 && series.rejudges === 0 && !output.json && !output.quiet;
  return (
    isAlone &&
    game.pace(options) === 'turns' &&
    !players.some(({ command }) => isPerson(command)) &&
    process.stdout.isTTY &&
    canRedrawAlone(process.stderr, output)
  );
}

/** Tells whether a person watches at a terminal that can redraw a line. */
function isWatched(quiet: boolean): boolean {
  return !quiet && process.stderr.isTTY && process.env.TERM !== 'dumb';
}

const PAUSE_MS = 20;
const nothing: Disposable = { [Symbol.dispose]() {} };

/**
 * Waits until a program reads from a named pipe, or the user interrupts. From then on the pipe is held open,
 * because its reader would see an end between two writers.
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

/** A terminal says of each game whom it waits for. */
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
