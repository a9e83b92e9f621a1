import { UsageError } from '../../core/errors.ts';
import { keysOf, omit } from '../../core/fields.ts';
import { rateOf, secondsLeft } from '../../core/pace.ts';
import { keyOf } from '../../core/seed.ts';
import { counted, either, visible, visibleJson } from '../../core/text.ts';
import type { AnyGame } from '../../games/game.ts';
import { hasPoints } from '../../runs/report/requirement.ts';
import { OneVersion } from '../../runs/report/versions.ts';
import type { Sink } from '../../runs/run.ts';
import type { SavedGames } from '../../runs/store/saved-games.ts';
import {
  commandWith,
  measures,
  resumeTuning,
  type TunedParameter,
  TuneFold,
  type TuneRequest,
  tuningExperiment,
  tuningGames,
  tuningSaved,
  valueText,
} from '../../runs/tuning.ts';
import { optionsFor } from '../../settings/option-groups.ts';
import { compareParts } from '../../views/comparison.ts';
import { type LinePart, rateWords, remainingWords } from '../../views/terminal/progress.ts';
import {
  type ShownTuning,
  tuningLine,
  tuningPage,
  tuningPageBeginning,
  tuningWords,
} from '../../views/tuning.ts';
import { type Call, type Command, commandOf, groupOf } from '../command.ts';
import {
  fixedOptions,
  noPoints,
  pairOptions,
  refuseOthersThanTwo,
  sequentialOptions,
  sequentialQuestion,
} from '../compare/compare-options.ts';
import { planToStore, resumingNotes, storeRequest, withStoredSeeds } from '../compare/stored.ts';
import type { GamesWords } from '../game-words.ts';
import { printError, printJson, printNotes, progressStream, writeTo } from '../output.ts';
import { checkOutputFile } from '../process/paths.ts';
import { statusOfComparison, warningsOf } from '../reports/comparison-report.ts';
import { excuseNotes, GameNotes } from '../reports/game-notes.ts';
import { repeatCommands } from '../reports/repeat.ts';
import { RunProgress } from '../reports/run-progress.ts';
import type { SeriesPlan } from '../series/plan.ts';
import type { OpenRun, OpenTools } from '../series/play.ts';

/** The options of a comparison that `tune` sets itself. */
const fixedTuneOptions = {
  results: undefined,
  name: ['plus', 'minus'],
  copies: 1,
  seat: [],
  junit: undefined,
  tap: undefined,
  markdown: undefined,
  watch: undefined,
} as const;

const others = omit(pairOptions, ['games', ...keysOf(fixedTuneOptions)]);

/** The options of `tune` besides the game's own options. */
const tuneOptions = {
  parameter: {
    kind: 'list',
    default: [],
    value: 'NAME=LOW..HIGH[:START]',
    help: 'parameter to tune; {NAME} in COMMAND stands for its value (default START: the middle); repeatable',
    everyday: true,
  },
  games: {
    kind: 'count',
    default: 2000,
    min: 2,
    max: 10_000_000,
    help: 'number of games for tuning, before the comparison',
    everyday: true,
  },
  pairs: {
    kind: 'count',
    default: 8,
    min: 1,
    max: 10_000,
    help: 'pairs of games in each step',
  },
  by: {
    kind: 'choice',
    default: 'result',
    choices: measures,
    help: 'measure to tune by: who won, or the margin in points',
  },
  page: {
    kind: 'text',
    default: undefined,
    value: 'FILE',
    help: 'file for a page with the path of each parameter',
  },
  ...sequentialOptions,
  ...others,
  offences: {
    ...others.offences,
    help: 'an offense ends the tuning or the comparison, or the game counts as lost',
  },
} as const;

/** The best values for parameters of a bot, in any game. */
export function tuneOf(games: GamesWords): Command {
  const names = Object.keys(games);
  const example = `wordhost tune ${names[0]} --parameter a=0..1 "./bot --a {a}"`;
  return groupOf({
    name: 'tune',
    summary:
      'Tunes the parameters of a bot in mirrored pairs of games, and compares the result with the start values.',
    form: 'GAME [options] COMMAND',
    expected: `a game, ${either(names)}, and then a command, as in \`${example}\``,
    eachOptions: tuneOptions,
    examples: [[example, 'find the best value of a']],
    notes:
      'Exit status: as for `wordhost compare`, with the tuned values as NEW and the start values as OLD.',
    each: Object.fromEntries(
      Object.entries(games).map(([name, { title, game }]) => {
        return [
          name,
          { summary: `tune a bot for ${title}`, load: async () => tuneCommand(await game(), title) },
        ];
      }),
    ),
  });
}

type TuneCall = Call<typeof tuneOptions>;

function tuneCommand(game: AnyGame, title: string): Command {
  const { name } = game;
  return commandOf({
    summary: `Tunes parameters of a bot for ${title} in mirrored pairs, and compares the result with the start values.`,
    operands: {
      form: '[options] COMMAND',
      min: 0,
      max: 1,
      expected: `one command, as in \`wordhost tune ${name} --parameter a=0..1 "./bot --a {a}"\``,
      areCommands: true,
    },
    options: optionsFor(tuneOptions, game, game.options),
    examples: [
      [
        `wordhost tune ${name} --parameter a=0..1 "./bot --a {a}"`,
        'find the best value of a, starting at 0.5',
      ],
      [
        `wordhost tune ${name} --parameter a=0..1:0.2 --parameter b=-5..5 "./bot --a {a} --b {b}"`,
        'tune two parameters together',
      ],
      [
        `wordhost tune ${name} --store ${name}-tune.db --page tune.html --parameter a=0..1 "./bot --a {a}"`,
        'save each step; run it again to resume',
      ],
    ],
    notes:
      'In each step two versions of COMMAND play mirrored pairs: one with each parameter a little up or down, one with the opposite.\n' +
      'Then the tuned values (NEW) are compared with the start values (OLD), as by `wordhost compare`.\n' +
      'Exit status: 0 NEW is better (--not-worse: not worse), 1 it is not, or it committed an offense, 4 undecided,\n' +
      '2 usage error, 3 the host failed or the bot changed, 130 interrupted.',
    run: async (call) => await tune(game, call),
  });
}

async function tune(game: AnyGame, call: TuneCall): Promise<number> {
  const [command] = call.operands;
  if (command === undefined) throw new UsageError('tune: expected a command; got none');
  const { options, coloured } = call;
  const { by, page, offences, pairs, 'max-games': mostGames } = options;
  const parameters = parametersOf(options.parameter, command);
  const steps = stepsOf(call);
  const question = { ...sequentialQuestion(call), countsOffences: offences === 'count' };
  if (question.test?.model === 'margin' && !hasPoints(game)) throw noPoints(game.name);
  if (by === 'margin' && !hasPoints(game))
    throw new UsageError(`--by margin: expected a game with points; ${game.name} has none`);
  refuseOthersThanTwo(game);
  if (page !== undefined) checkOutputFile('--page', page, 'page of a tuning', [tuningPageBeginning]);
  const store = storeRequest(options, 'tune');
  const [{ planSeries }, { playRun }] = await Promise.all([
    import('../series/plan.ts'),
    import('../series/play.ts'),
  ]);
  const games = 2 * steps * pairs + mostGames;
  const plan = await planSeries(game, {
    operands: [command, command],
    values: { ...options, ...fixedOptions, ...fixedTuneOptions, games },
    ofGame: options,
    config: options.config,
    store,
  });
  const tuning = { command, by, question, mostGames, parameters, steps, pairs };
  const open = async (tools: OpenTools) => await openTuning(tuning, { plan, call }, tools);
  return await playRun({ plan, store, coloured, open });
}

async function openTuning(
  tuning: Omit<TuneRequest, 'series' | 'key'>,
  { plan, call }: { readonly plan: SeriesPlan; readonly call: TuneCall },
  { output, saved }: OpenTools,
): Promise<OpenRun> {
  const stored = withStoredSeeds(plan, saved && (await tuningSaved(saved)));
  const series = { ...stored, firstHasSeed: false, secondStarts: !tuning.question.countsOffences };
  const request: TuneRequest = { ...tuning, series, key: keyOf(series.seed) };
  const { settings, players, jobs } = plan;
  const { quiet } = settings.output;
  const { json, page } = call.options;
  const versions = new OneVersion();
  const fold = new TuneFold(request, versions);
  const played = saved ? await resume(saved, request, fold, plan, versions, call) : new Set<number>();
  const progress = new TuningProgress(request, fold, played);
  const start = performance.now();
  return {
    experiment: tuningExperiment(request, fold, played),
    fold,
    jobs,
    beginning: [...resumingNotes(saved, played.size), beginning(request)],
    sinks: [
      ...(quiet ? [] : [excuseNotes(output, 'tuning')]),
      new GameNotes(series, {
        output,
        quiet,
        games: series.games,
        onlyFirst: true,
        commands: repeatCommands(series, { call, players }),
      }),
      progress,
      new RunProgress(output, progressStream(settings.output), (seconds) => progress.parts(seconds)),
    ],
    conclude() {
      const seconds = Math.round((performance.now() - start) / 100) / 10;
      const shown = shownTuning(request, fold);
      const isWritten = page === undefined || writeTo(page, tuningPage(shown), '--page');
      if (fold.problem !== undefined) printError(`${fold.problem}\n`);
      if (json) printJson(tuningLine(shown, seconds));
      else output.results(tuningWords(shown));
      if (!quiet && fold.isTuned)
        printNotes(warningsOf({ ...series, entries: foundAndStart(fold, request) }, fold.comparison));
      if (!isWritten || fold.problem !== undefined) return 3;
      if (!fold.hasOffence) return statusOfComparison(fold.comparison.comparison);
      printNotes([OFFENCE]);
      return OFFENDED;
    },
  };
}

const OFFENDED = 1;
const OFFENCE =
  'a player committed an offense, so the tuning ends. With --offences count, the player loses the game and the tuning continues';

const foundAndStart = (fold: TuneFold, request: TuneRequest) => fold.entriesOf(tuningGames(request) + 1);

async function resume(
  saved: SavedGames,
  request: TuneRequest,
  fold: TuneFold,
  series: SeriesPlan,
  versions: OneVersion,
  { options }: TuneCall,
): Promise<ReadonlySet<number>> {
  const { plan, ...stored } = planToStore({ ...series, request: request.series }, request.question, options);
  return await resumeTuning(saved, request, fold, plan, { ...stored, versions });
}

function beginning({ parameters, steps, pairs, series }: TuneRequest): string {
  const names = parameters.map(({ name }) => name).join(', ');
  return `tuning ${names} in ${counted(steps, 'step')} of ${counted(pairs, 'mirrored pair')}, seed ${visible(series.seed)}`;
}

/** The line of progress. The pace is that of the running part, in this run alone. */
class TuningProgress implements Sink {
  readonly #request: TuneRequest;
  readonly #fold: TuneFold;
  readonly #before: number;
  #games: number;
  /** The time at which the comparison began. */
  #compared: number | undefined;

  constructor(request: TuneRequest, fold: TuneFold, played: ReadonlySet<number>) {
    this.#request = request;
    this.#fold = fold;
    const games = tuningGames(request);
    this.#before = [...played].filter((number) => number <= games).length;
    this.#games = this.#before;
  }

  take(): void {
    this.#games++;
  }

  parts(seconds: number) {
    if (this.#fold.isTuned) this.#compared ??= seconds;
    const since = seconds - (this.#compared ?? 0);
    return tuningParts(this.#request, this.#fold, {
      seconds: since,
      games: this.#games,
      before: this.#before,
    });
  }
}

function shownTuning(request: TuneRequest, fold: TuneFold): ShownTuning {
  const { series, steps, pairs, parameters } = request;
  const { found, path } = fold;
  return {
    game: series.game.name,
    seed: series.seed,
    steps: fold.steps,
    plannedSteps: steps,
    games: 2 * pairs * fold.steps,
    parameters: parameters.map((parameter, index) => ({
      ...parameter,
      found: found[index]!,
      path: path.map((values) => values[index]!),
      inWords: (value: number) => valueText(parameter, value),
    })),
    command: commandWith(request, found),
    comparison: fold.isTuned ? fold.comparison.comparison : undefined,
  };
}

/** The parts of a line of progress. `before` is the number of games that the store had. */
function tuningParts(
  request: TuneRequest,
  fold: TuneFold,
  { seconds, games, before }: { readonly seconds: number; readonly games: number; readonly before: number },
): LinePart[] {
  if (fold.isTuned) return compareParts(fold.comparison.comparison, seconds, request.mostGames);
  const pace = { done: games - before, seconds };
  const rate = rateOf(pace);
  const values = fold.path.at(-1)!;
  const now = request.parameters.map((each, index) => `${each.name} ${valueText(each, values[index]!)}`);
  return [
    { text: `step ${fold.steps} of ${request.steps}`, rank: 0 },
    { text: now.join(', '), rank: 1 },
    { text: rate === undefined ? '' : rateWords(rate), rank: 3 },
    { text: remainingWords(secondsLeft(pace, tuningGames(request) - games)), rank: 2 },
  ];
}

const NUMBER = String.raw`-?\d{1,12}(?:\.\d{1,12})?`;
const PARAMETER = new RegExp(
  `^(?<name>[A-Za-z_][\\w-]*)=(?<low>${NUMBER})\\.\\.(?<high>${NUMBER})(?::(?<start>${NUMBER}))?$`,
);

function parametersOf(texts: readonly string[], command: string): readonly TunedParameter[] {
  if (texts.length === 0)
    throw new UsageError('tune: expected --parameter NAME=LOW..HIGH, once for each parameter; got none');
  const parameters = texts.map(parameterOf);
  const names = parameters.map(({ name }) => name);
  for (const [index, name] of names.entries()) {
    if (names.indexOf(name) !== index)
      throw new UsageError(`--parameter ${name}: expected each parameter once; got ${name} twice`);
    if (!command.includes(`{${name}}`))
      throw new UsageError(
        `--parameter ${name}: expected {${name}} in the command, in place of its value; got ${visibleJson(command)}`,
      );
  }
  return parameters;
}

function parameterOf(text: string): TunedParameter {
  const groups = PARAMETER.exec(text)?.groups;
  if (!groups)
    throw new UsageError(
      `--parameter: expected NAME=LOW..HIGH or NAME=LOW..HIGH:START, such as depth=1..9:4; got ${visibleJson(text)}`,
    );
  const [name, low, high] = [groups.name!, Number(groups.low), Number(groups.high)];
  const start = groups.start === undefined ? (low + high) / 2 : Number(groups.start);
  if (low >= high) throw new UsageError(`--parameter ${name}: expected LOW below HIGH; got ${low}..${high}`);
  if (start < low || start > high)
    throw new UsageError(`--parameter ${name}: expected START from ${low} to ${high}; got ${start}`);
  return { name, low, high, start };
}

/** The number of steps. Each has the same number of games. */
function stepsOf({ options }: Call<typeof tuneOptions>): number {
  const { games, pairs, 'max-games': most } = options;
  const ofStep = 2 * pairs;
  if (games % ofStep !== 0)
    throw new UsageError(
      `--games ${games}: expected a multiple of ${ofStep}, since each step has ${pairs} pairs (--pairs); such as ${ofStep * Math.ceil(games / ofStep)}`,
    );
  if (most % 2 !== 0)
    throw new UsageError(`--max-games: expected an even number, since games come in pairs; got ${most}`);
  return games / ofStep;
}
