import { setImmediate as startsGoOn } from 'node:timers/promises';
import { visible } from '../../core/text/visible.ts';
import { UsageError } from '../../core/usage-error.ts';
import type { AnyGame } from '../../games/game.ts';
import { inOrder } from '../../runs/in-order.ts';
import { playSeries, type SeriesRequest } from '../../runs/play-series.ts';
import { hasPoints } from '../../runs/requirement.ts';
import type { commonOptions } from '../../settings/common-options.ts';
import type { Question } from '../../tournament/comparison.ts';
import { paintFor } from '../../views/terminal/paint.ts';
import { warningNotes } from '../../views/terminal/player-notes.ts';
import { type Call, type Command, commandOf } from '../command.ts';
import { checkOutputFile, RESULTS, refuseSameFile } from '../hosting/places.ts';
import { canRedrawAlone, printError, printJson, printLines, printNotes } from '../print.ts';
import { GameNotes } from '../reporting/game-notes.ts';
import { reportsOnStdout } from '../reporting/summary/report-files.ts';
import { SummaryReporter } from '../reporting/summary/run-summary.ts';
import { compareConclusion, statusOf } from './compare-conclusion.ts';
import { CompareFold } from './compare-fold.ts';
import { compareOptions, fixedOptions } from './compare-options.ts';
import { CompareProgress } from './compare-progress.ts';
import { CompareReport } from './compare-report.ts';
import { comparisonLine } from './comparison-line.ts';
import { comparisonWords } from './comparison-words.ts';
import { goOn, keptComparison, optionsOfStore } from './kept/keep-comparison.ts';
import type { KeptComparison } from './kept/kept-comparison.ts';
import { OneVersion } from './kept/one-version.ts';
import { ResultsFile } from './results-file.ts';
import { noPoints, questionOf } from './test-options.ts';

type CompareCall = Call<typeof compareOptions>;

/** `wordhost compare GAME`, the same for every game. */
export function compareCommand(game: AnyGame, title: string): Command {
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
  await using kept = await keptComparison(call);
  const options = {
    ...call.options,
    ...fixedOptions,
    games,
    ...(kept && (await optionsOfStore(kept, call))),
  };
  const { readySeries } = await import('../playing/game-command.ts');
  const { seriesTools } = await import('../jobs/series-tools.ts');
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
    ? await goOn(kept, ready, question, call, version)
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
  await using onlooker = await onlookerOf(settings.output.watch, request, fold, kept);
  await using tools = await seriesTools(ready, { game: game.name, lexicon: request.lexicon }, { onlooker });
  const series = version.only(playSeries(request, tools));
  const played = kept?.keeping(series) ?? series;
  for await (const each of inOrder(onlooker?.through(played) ?? played, before)) {
    if ('line' in each) report.takeKept(each);
    else report.take(each);
    onlooker?.changed();
    if (fold.isDecided) break;
  }
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

async function onlookerOf(
  port: number | undefined,
  request: SeriesRequest,
  fold: CompareFold,
  store: KeptComparison | undefined,
) {
  if (port === undefined) return undefined;
  const { keptIn, watchComparison } = await import('../watching/watch-runs.ts');
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
