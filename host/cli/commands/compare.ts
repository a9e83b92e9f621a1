import { UsageError } from '../../core/errors.ts';
import { seedHash } from '../../core/seed.ts';
import { either, visible } from '../../core/text.ts';
import { shellWord } from '../../files/shell.ts';
import type { AnyGame } from '../../games/game.ts';
import { CompareFold, comparisonSaved, resumeComparison } from '../../runs/comparison.ts';
import { hasPoints } from '../../runs/report/requirement.ts';
import { OneVersion, whySame } from '../../runs/report/versions.ts';
import { seriesExperiment } from '../../runs/series.ts';
import type { SavedGames } from '../../runs/store/saved-games.ts';
import { forManyGames, optionsFor } from '../../settings/option-groups.ts';
import type { Question } from '../../tournament/comparison.ts';
import { comparisonLine, comparisonWords } from '../../views/comparison.ts';
import { type Call, type Command, commandOf, groupOf } from '../command.ts';
import {
  compareOptions,
  fixedOptions,
  noPoints,
  questionOf,
  refuseOthersThanTwo,
} from '../compare/compare-options.ts';
import { planToStore, resumingNotes, storeRequest, withStoredSeeds } from '../compare/stored.ts';
import type { GamesWords } from '../game-words.ts';
import { printError, printJson, printNotes, progressStream } from '../output.ts';
import { checkOutputFile, RESULTS, refuseSameFile } from '../process/paths.ts';
import {
  comparisonSinks,
  ResultsFile,
  reportOfRecord,
  statusOfComparison,
  warningsOf,
} from '../reports/comparison-report.ts';
import { repeatCommands } from '../reports/repeat.ts';
import type { SeriesPlan } from '../series/plan.ts';
import type { OpenRun, OpenTools } from '../series/play.ts';
import type { Player } from '../series/players.ts';

/** Tells whether one player is better than another, in any game. */
export function compareOf(games: GamesWords): Command {
  const names = Object.keys(games);
  const [first] = names;
  return groupOf({
    name: 'compare',
    summary: 'Plays mirrored pairs of games until it is decided whether NEW is better than OLD.',
    form: 'GAME [options] NEW OLD',
    expected: `a game, ${either(names)}, and then two players, as in \`wordhost compare ${first} ./new ./old\``,
    eachOptions: compareOptions,
    examples: [[`wordhost compare ${names.at(-1)} ./new ./old`, 'test whether NEW is better']],
    notes: 'Exit status: 0 NEW is better, 1 NEW is not better or committed an offense, 4 undecided.',
    each: Object.fromEntries(
      Object.entries(games).map(([name, { title, game, analysis }]) => {
        return [
          name,
          {
            summary: `compare two players of ${title}`,
            load: async () => compareCommand(await game(), title, analysis !== undefined),
          },
        ];
      }),
    ),
  });
}

type CompareCall = Call<typeof compareOptions>;

/** `wordhost compare GAME`, the same for every game. */
function compareCommand(game: AnyGame, title: string, canAnalyze: boolean): Command {
  return commandOf({
    summary: `Plays mirrored pairs of ${title} until it is decided whether NEW is better than OLD.`,
    operands: {
      form: '[options] NEW OLD',
      min: 0,
      max: 2,
      expected: `two players, as in \`wordhost compare ${game.name} ./new ./old\``,
      areCommands: true,
      canBeInFile: true,
    },
    options: optionsFor(compareOptions, game, forManyGames(game.options)),
    examples: [
      [`wordhost compare ${game.name} ./new ./old`, 'test whether NEW is better'],
      [`wordhost compare ${game.name} --not-worse ./new ./old`, 'test whether NEW is at least as good'],
      [
        `wordhost compare ${game.name} --elo0 0 --elo1 5 ./new ./old`,
        'use the sequential test of chess, for a difference of a few Elo',
      ],
      [
        `wordhost compare ${game.name} --games 400 ./new ./old`,
        'print statistics of 400 games, without a test',
      ],
      [
        `wordhost compare ${game.name} --store ${game.name}.db ./new ./old`,
        'save the games; run it again to resume',
      ],
      [`wordhost compare ${game.name} --watch=0 ./new ./old`, 'show a live page in a browser'],
      [`wordhost compare ${game.name} --markdown summary.md ./new ./old`, 'write a summary for CI'],
    ],
    notes:
      'Both games of a pair have the same tiles, with the seats swapped.\n' +
      'Exit status: 0 NEW is better (--not-worse: not worse), 1 it is not, or it committed an offense, 4 undecided,\n' +
      '2 usage error, 3 the host failed or a player changed, 130 interrupted.',
    run: async (call) => await compare(game, call, canAnalyze),
  });
}

async function compare(game: AnyGame, call: CompareCall, canAnalyze: boolean): Promise<number> {
  const { options, coloured } = call;
  refuseUnfit(game, call);
  const games = gamesOf(call);
  const store = storeRequest(options, 'compare');
  const [{ planSeries }, { playRun }] = await Promise.all([
    import('../series/plan.ts'),
    import('../series/play.ts'),
  ]);
  const plan = await planSeries(game, {
    ...call,
    values: { ...options, ...fixedOptions, games },
    ofGame: options,
    config: options.config,
    store,
  });
  if (plan.players.length !== 2) throw notTwo(plan.players.length);
  if (options.results !== undefined)
    checkOutputFile('--results', options.results, 'file of results', RESULTS);
  const open = async (tools: OpenTools) => await openComparison({ plan, call, canAnalyze }, tools);
  return await playRun({ plan, store, coloured, open });
}

interface ComparedSeries {
  readonly plan: SeriesPlan;
  readonly call: CompareCall;
  readonly canAnalyze: boolean;
}

async function openComparison(
  { plan, call, canAnalyze }: ComparedSeries,
  { output, interruption, saved, held }: OpenTools,
): Promise<OpenRun> {
  const { files, jobs, players, settings } = plan;
  const { quiet } = settings.output;
  const { results, json } = call.options;
  const versions = new OneVersion();
  const begun = saved && (await comparisonSaved(saved));
  const question = questionOfCall(call, begun);
  const series = { ...plan, request: withStoredSeeds(plan, begun) };
  const { request, earlier } = saved
    ? await resume(saved, series, question, call, versions)
    : { request: plan.request, earlier: [] };
  const [newName, oldName] = request.entries.map(({ name }) => name) as [string, string];
  const fold = new CompareFold(question, versions);
  const start = performance.now();
  return {
    experiment: seriesExperiment({ ...request, secondStarts: !question.countsOffences }),
    fold,
    jobs,
    earlier,
    beginning: [
      ...resumingNotes(saved, earlier.length),
      `NEW ${visible(newName)} against OLD ${visible(oldName)}, in mirrored pairs, seed ${visible(request.seed)}`,
      `seed-hash ${seedHash(request.seed)}`,
      ...(await sameNote(players, settings.hosting.folders)),
    ],
    sinks: comparisonSinks(request, fold, {
      output,
      quiet,
      games: request.games,
      progress: progressStream(settings.output),
      resultsFile: results === undefined ? undefined : held.use(new ResultsFile(results, output)),
      commands: repeatCommands(request, { call, players, isComparison: true }),
      requireBatch: settings.hosting.requireBatch,
      write: files.areWanted ? (summary) => files.write(summary) : undefined,
    }),
    async view() {
      const { runningComparison, storedGames } = await import('../../serve/watch/run-views.ts');
      const stored = saved && (await storedGames(saved.store, saved.folder !== undefined));
      return { ...runningComparison(request, fold), stored };
    },
    conclude() {
      const { comparison, problem } = fold;
      if (problem !== undefined) printError(`${problem}\n`);
      const seconds = Math.round((performance.now() - start) / 100) / 10;
      if (json)
        printJson(comparisonLine({ game: request.game.name, seed: request.seed, seconds }, comparison));
      else output.results(comparisonWords(comparison));
      if (!quiet) printNotes(warningsOf(request, fold));
      const hasRecords = saved?.folder !== undefined && comparison.games > 0;
      if (!quiet && canAnalyze && hasRecords && interruption.status === undefined)
        printNotes([`to see which moves cost points: wordhost analyze ${shellWord(saved.path)}`]);
      return problem === undefined ? statusOfComparison(comparison) : 3;
    },
  };
}

/** Refuses what no comparison can be, before there is a store. */
function refuseUnfit(game: AnyGame, call: CompareCall): void {
  const { test } = questionOfCall(call);
  if (test && test.kind !== 'anytime' && test.model === 'margin' && !hasPoints(game))
    throw noPoints(game.name);
  refuseOthersThanTwo(game);
  const { results, junit, tap, markdown } = call.options;
  refuseSameFile({ results, junit, tap, markdown });
  refuseTooFew(call);
}

async function sameNote(
  [one, other]: readonly Player[],
  [folder = '.']: readonly string[],
): Promise<string[]> {
  const why = await whySame([one!, other!], folder);
  return why === undefined ? [] : [`note: ${why}`];
}

/** Before there is a store. Of players in a file, `--copies` and `--seat` the plan knows how many there are. */
function refuseTooFew({ operands: { length }, players, textsOf }: CompareCall): void {
  const isPlain = players === undefined && textsOf('copies') === undefined && textsOf('seat') === undefined;
  if (isPlain && length !== 2) throw notTwo(length);
}

const notTwo = (count: number) => new UsageError(`compare: expected two players, NEW and OLD; got ${count}`);

async function resume(
  saved: SavedGames,
  series: SeriesPlan,
  question: Question,
  { options }: CompareCall,
  versions: OneVersion,
): ReturnType<typeof resumeComparison> {
  const { plan, ...stored } = planToStore(series, question, options);
  return await resumeComparison(saved, plan, {
    ...stored,
    versions,
    reportOf: series.files.areWanted ? reportOfRecord : undefined,
  });
}

function questionOfCall(call: CompareCall, begun?: Pick<Question, 'test'>): Question {
  const { games, offences } = call.options;
  const { test, notWorse } = questionOf(call, begun);
  return { test: games === undefined ? test : null, notWorse, countsOffences: offences === 'count' };
}

function gamesOf({ options }: CompareCall): number {
  const [name, games] =
    options.games === undefined ? ['max-games', options['max-games']] : ['games', options.games];
  if (games % 2 === 0) return games;
  throw new UsageError(`--${name}: expected an even number, since games come in pairs; got ${games}`);
}
