import { setImmediate as startsGoOn } from 'node:timers/promises';
import { UsageError } from '../../core/errors.ts';
import { either, visible } from '../../core/text.ts';
import type { AnyGame } from '../../games/game.ts';
import { hasPoints } from '../../runs/requirement.ts';
import { type RunGame, run } from '../../runs/run.ts';
import { type SeriesRequest, seriesExperiment } from '../../runs/series.ts';
import type { commonOptions } from '../../settings/option-groups.ts';
import { asksNotWorse, type Comparison, type Question, type Verdict } from '../../tournament/comparison.ts';
import type { TestCase } from '../../views/reports/summary.ts';
import { paintFor } from '../../views/terminal/paint.ts';
import { warningNotes } from '../../views/words.ts';
import { type Call, type Command, commandOf } from '../command.ts';
import { compareOptions, fixedOptions, noPoints, questionOf } from '../compare/options.ts';
import { CompareFold, CompareProgress } from '../compare/progress.ts';
import { ResultsFile } from '../compare/results.ts';
import { OneVersion, openComparison, resumeComparison, storedOptions } from '../compare/resume.ts';
import type { StoredComparison, StoredResult } from '../compare/store.ts';
import { comparisonLine, comparisonRows, comparisonWords, verdictWords } from '../compare/words.ts';
import type { GamesWords } from '../game-words.ts';
import { canRedrawAlone, printError, printJson, printLines, printNotes } from '../output.ts';
import { checkOutputFile, RESULTS, refuseSameFile } from '../process/paths.ts';
import { GameNotes, type Reporter } from '../reports/game-notes.ts';
import { type Conclusion, reportsOnStdout, SummaryReporter } from '../reports/summary.ts';

/** Whether one player is better than another, in any game. */
export function compareOf(games: GamesWords): Command {
  const names = Object.keys(games);
  const [first] = names;
  return commandOf({
    summary: 'Plays mirrored pairs of games until a sequential test knows whether NEW is better than OLD.',
    operands: {
      form: 'GAME [options] NEW OLD',
      min: 0,
      max: Number.POSITIVE_INFINITY,
      expected: `a game, ${either(names)}`,
    },
    options: {},
    examples: [[`wordhost compare ${names.at(-1)} ./new ./old`, 'is it better?']],
    notes: 'Exit status: 0 NEW is better, 1 it is not, or has committed an offence, 4 undecided.',
    each: Object.fromEntries(
      Object.entries(games).map(([name, { title, game }]) => {
        return [
          name,
          { summary: `players of ${title}`, load: async () => compareCommand(await game(), title) },
        ];
      }),
    ),
    async run({ operands: [game] }) {
      const came = game === undefined ? 'nothing' : JSON.stringify(game);
      throw new UsageError(
        `compare: expected a game, ${either(names)}, and then two players, as in \`wordhost compare ${first} ./new ./old\`; got ${came}`,
      );
    },
  });
}

type CompareCall = Call<typeof compareOptions>;

/** `wordhost compare GAME`, the same for every game. */
function compareCommand(game: AnyGame, title: string): Command {
  return commandOf({
    summary: `Plays mirrored pairs of ${title} until a sequential test knows whether NEW is better than OLD.`,
    operands: {
      form: '[options] NEW OLD',
      min: 0,
      max: 2,
      expected: `two players, as in \`wordhost compare ${game.name} ./new ./old\``,
      areCommands: true,
      canBeInFile: true,
    },
    options: { ...compareOptions, ...(game.options as Readonly<Record<never, never>>) },
    examples: [
      [`wordhost compare ${game.name} ./new ./old`, 'is it better?'],
      [`wordhost compare ${game.name} --not-worse ./new ./old`, 'is it no worse?'],
      [`wordhost compare ${game.name} --games 400 ./new ./old`, 'the figures of 400 games'],
      [
        `wordhost compare ${game.name} --store ${game.name}.db ./new ./old`,
        'keeps the games; started again, it goes on',
      ],
      [`wordhost compare ${game.name} --watch=0 ./new ./old`, 'with a live page in a browser'],
      [`wordhost compare ${game.name} --markdown summary.md ./new ./old`, 'a summary for CI'],
    ],
    notes:
      'In each pair both games have the same tiles, and each player has each seat once.\n' +
      'Exit status: 0 NEW is better (--not-worse: no worse), 1 it is not, or has committed an offence, 4 undecided,\n' +
      '2 usage, 3 the host failed, or a player was changed, 130 interrupted.',
    run: async (call) => await compare(game, call),
  });
}

async function compare(game: AnyGame, call: CompareCall): Promise<number> {
  const question = questionAsked(call);
  if (question.test?.model === 'margin' && !hasPoints(game)) throw noPoints(game.name);
  const { results, json, junit, tap, markdown } = call.options;
  const games = gamesOf(call);
  if (game.seats.min > 2 || game.seats.max < 2) throw new UsageError(`${game.name} is not for two players`);
  refuseSameFile({ results, junit, tap, markdown });
  await using kept = await openComparison(call);
  const options = {
    ...call.options,
    ...fixedOptions,
    games,
    ...(kept && (await storedOptions(kept, call))),
  };
  const { readySeries } = await import('../series/command.ts');
  const { seriesTools } = await import('../jobs/executor.ts');
  const ready = await readySeries(game, { ...call, options, stores: kept?.files } as unknown as Call<
    typeof commonOptions
  >);
  const { settings, files } = ready;
  if (ready.players.length !== 2)
    throw new UsageError(`compare: expected two players, NEW and OLD; got ${ready.players.length}`);
  using interruption = ready.interruption;
  if (results !== undefined) checkOutputFile('--results', results, 'file of results', RESULTS);
  const version = new OneVersion();
  const { request, before } = kept
    ? await resumeComparison(kept, ready, question, call, version)
    : { ...ready, before: [] };
  const { quiet } = settings.output;
  const [newName, oldName] = request.entries.map(({ name }) => name) as [string, string];
  if (!quiet)
    printNotes([
      `NEW ${visible(newName)} against OLD ${visible(oldName)}, in mirrored pairs, seed ${visible(request.seed)}`,
    ]);
  const stream = quiet ? undefined : process.stderr;
  const redraws = canRedrawAlone(process.stderr, settings.output);
  const progress = new CompareProgress({ stream, redraws, mostGames: games });
  const paint = paintFor(call.coloured && process.stderr.isTTY);
  const repeated = { call, players: ready.players, isComparison: true };
  using resultsFile = results === undefined ? undefined : new ResultsFile(results);
  const notes = new GameNotes(request, { quiet, paint, repeated, namesRecords: false, onlyFirst: true });
  const fold = new CompareFold(question);
  const entries = request.entries.map(({ name }, index) => ({ entry: index + 1, name }));
  const warnings = () => warningNotes(fold.warnings, entries);
  const summary = new SummaryReporter(request, {
    ...{ command: `compare ${game.name}`, files, repeated },
    requireBatch: settings.hosting.requireBatch,
    conclude(interrupted, wentWrong) {
      const ended = { interrupted, problem: version.problem };
      return compareConclusion(fold.comparison, question, ended, [wentWrong, ...warnings()]);
    },
  });
  const start = performance.now();
  const reporters = [...(resultsFile ? [resultsFile] : []), notes, ...(files.areWanted ? [summary] : [])];
  using report = new CompareReport(fold, reporters, progress);
  await startsGoOn();
  await using livePage = await livePageOf(settings.output.watch, request, fold, kept);
  await using tools = await seriesTools(
    ready,
    { game: game.name, lexicon: request.lexicon },
    { onlooker: livePage },
  );
  await run(seriesExperiment(request), {
    ...{ tools, before, store: kept, livePage },
    endsBefore: (played) => version.isAnother(played),
    take: (game) => ('line' in game ? report.takeStored(game) : report.take(game)),
    isDone: () => fold.isDecided,
  });
  const { comparison } = fold;
  const { problem } = version;
  const isWritten = report.finish(interruption.status !== undefined);
  if (problem !== undefined) printError(`${problem}\n`);
  const seconds = Math.round((performance.now() - start) / 100) / 10;
  if (json) printJson(comparisonLine({ game: game.name, seed: request.seed, seconds }, comparison));
  else (reportsOnStdout(settings.output).length > 0 ? printNotes : printLines)(comparisonWords(comparison));
  if (!quiet) printNotes(warnings());
  if (fold.hostFailed || problem !== undefined || !isWritten) return 3;
  return interruption.status ?? statusOf(comparison);
}

async function livePageOf(
  port: number | undefined,
  request: SeriesRequest,
  fold: CompareFold,
  store: StoredComparison | undefined,
) {
  if (port === undefined) return undefined;
  const { keptIn, watchComparison } = await import('../watch/runs.ts');
  const kept = store && (await keptIn(store, store.running !== undefined));
  return await watchComparison(port, { request, fold, kept });
}

function questionAsked(call: CompareCall): Question {
  const { games, offences } = call.options;
  const { test, notWorse } = questionOf(call);
  const ofTest = ['elo0', 'elo1', 'alpha', 'beta', 'model', 'not-worse', 'max-games'] as const;
  const said = ofTest.find((name) => call.saidHere(name) !== undefined);
  if (games !== undefined && said !== undefined)
    throw new UsageError(
      `--games and --${said}: expected one of them. --games N plays N games and tests nothing`,
    );
  return { test: games === undefined ? test : null, notWorse, countsOffences: offences === 'count' };
}

function gamesOf({ options }: CompareCall): number {
  const [name, games] =
    options.games === undefined ? ['max-games', options['max-games']] : ['games', options.games];
  if (games % 2 === 0) return games;
  throw new UsageError(`--${name}: expected an even number, since games come in pairs; got ${games}`);
}

/** The games of a comparison as they end: counted, told by the reporters that were asked for, and how it stands. */
class CompareReport implements Disposable {
  readonly #fold: CompareFold;
  readonly #reporters: readonly Reporter[];
  readonly #progress: CompareProgress;

  constructor(fold: CompareFold, reporters: readonly Reporter[], progress: CompareProgress) {
    this.#fold = fold;
    this.#reporters = reporters;
    this.#progress = progress;
    progress.show(fold.comparison);
  }

  take(played: RunGame): void {
    this.#progress.clear();
    this.#fold.take(played);
    for (const reporter of this.#reporters) reporter.take(played);
    this.#progress.show(this.#fold.comparison);
  }

  /** A game of an earlier run. */
  takeStored(game: StoredResult): void {
    this.#fold.takeResult(game.game, game.result);
    for (const reporter of this.#reporters) reporter.takeEarlier?.(game);
    this.#progress.startAfter(this.#fold.comparison);
  }

  /** Answers whether all of it was written. */
  finish(interrupted: boolean): boolean {
    this.#progress.clear();
    return !this.#reporters.map((reporter) => reporter.finish?.(interrupted) ?? true).includes(false);
  }

  [Symbol.dispose](): void {
    this.#progress.clear();
  }
}

const statuses: Readonly<Record<Verdict, number>> = {
  better: 0,
  'not-worse': 0,
  counted: 0,
  'not-better': 1,
  worse: 1,
  offence: 1,
  undecided: 4,
};

/** The exit status of a comparison that was not interrupted. */
function statusOf({ verdict }: Comparison): number {
  return statuses[verdict];
}

/** Why a comparison has ended before it was decided. */
interface Ended {
  readonly interrupted: boolean;
  /** In sentences. */
  readonly problem: string | undefined;
}

/** What a comparison has come to. `ofGames`: what of its games is to be told, in sentences. */
function compareConclusion(
  comparison: Comparison,
  question: Question,
  ended: Ended,
  ofGames: readonly string[],
): Conclusion {
  const [answer, ...more] = verdictWords(comparison);
  const begun = ended.problem === undefined ? [] : [`${ended.problem}.`];
  return {
    verdict: [...begun, ended.interrupted ? `Interrupted. ${answer}` : answer!, ...more, ...ofGames],
    tables: [{ headings: ['figure', 'value'], rows: comparisonRows(comparison) }],
    cases: [verdictCase(comparison, question, ended)],
  };
}

/** Undecided it is neither: more games would tell. */
function verdictCase(comparison: Comparison, question: Question, { interrupted, problem }: Ended): TestCase {
  const { verdict } = comparison;
  const name =
    question.test === null ? 'the figures' : `NEW is ${asksNotWorse(question) ? 'not worse' : 'better'}`;
  const [why] = verdictWords(comparison);
  if (problem !== undefined)
    return { name, outcome: 'failed', kind: 'changed', why: problem, report: comparisonWords(comparison) };
  if (verdict === 'undecided' || (interrupted && verdict === 'counted'))
    return { name, outcome: 'skipped', why: interrupted ? 'the run was interrupted' : why };
  if (statusOf(comparison) === 0) return { name, outcome: 'passed' };
  return { name, outcome: 'failed', kind: verdict, why, report: comparisonWords(comparison) };
}
