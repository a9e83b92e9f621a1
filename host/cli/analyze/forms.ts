import { UsageError } from '../../core/errors.ts';
import { counted, visible, visibleJson } from '../../core/text.ts';
import type { GameRecord } from '../../events/read-record.ts';
import { shellWord } from '../../files/shell.ts';
import type { GameAnalysis } from '../../games/analysis.ts';
import { analysisBeginning, analysisPage, stepperAnalysis, worstStep } from '../../views/analysis/page.ts';
import {
  type AnalysisReport,
  AnalysisTotals,
  ofPlayer,
  type WorstMove,
} from '../../views/analysis/report.ts';
import {
  figuresTable,
  gamesCsv,
  gamesCsvBeginning,
  gamesCsvHead,
  movesCsv,
  movesCsvBeginning,
  movesCsvHead,
  movesTable,
  worstTable,
} from '../../views/analysis/tables.ts';
import { type JudgeReport, replayBeginning, replayPage } from '../../views/html/replay-page.ts';
import { modelLines } from '../../views/model-figures.ts';
import { countSteps } from '../../views/steps.ts';
import { indentedTable } from '../../views/terminal/table.ts';
import { shortPlayerNames } from '../../views/words.ts';
import { checkStdoutTakers, GrowingFile, printLines, writeTo } from '../output.ts';
import { pricedTotals } from '../price.ts';
import { checkOutputFile, refuseSameFile } from '../process/paths.ts';
import type { AnalyzeOptions } from './analyze-options.ts';

export interface Analyzed {
  readonly report: AnalysisReport;
  /** Undefined where another process has read the game. */
  readonly read: { readonly record: GameRecord; judged(): JudgeReport } | undefined;
}

/** A form of output takes analyzed games. */
export interface AnalysisForm {
  /** Games are analyzed in this process. */
  readonly needsRecord: boolean;
  /** Takes the games in their order. Answers why a game does not belong to the others, or undefined if it does. */
  take(analysis: GameAnalysis, analyzed: Analyzed): string | undefined;
  /** Writes the rest and returns whether everything was written. */
  end(): boolean;
}

const WORST_OF_SEVERAL = 5;

export function formOf(games: number, options: AnalyzeOptions): AnalysisForm {
  const { as, output, 'per-game': gamesFile, step } = options;
  if (as === 'gcg' && games !== 1) throw new UsageError(`--as gcg writes one game; got ${games}`);
  if (step !== undefined && !(as === 'html' && games === 1))
    throw new UsageError(
      `--step requires --as html and a single game; got --as ${as} and ${counted(games, 'game')}`,
    );
  if (as === 'html' && output === '-' && process.stdout.isTTY)
    throw new UsageError('--output: expected a file for the page, such as --output game.html; got none');
  refuseSameFile({ output, 'per-game': gamesFile });
  checkStdoutTakers([
    ...(output === '-' && as !== 'terminal' ? [`--as ${as} without --output FILE`] : []),
    ...(gamesFile === '-' ? ['--per-game -'] : []),
  ]);
  const gameRows = gamesFile === undefined ? undefined : rowFile('--per-game', gamesFile, gamesCsvBeginning);
  const moveRows = as === 'csv' ? rowFile('--output', output, movesCsvBeginning) : undefined;
  const rows = gameRows || moveRows ? new CsvRows(moveRows, gameRows, options.player) : undefined;
  const writer = writerOf(games, options);
  return {
    needsRecord: writer instanceof GameFile,
    take(analysis, analyzed) {
      writer?.take(analysis, ofPlayer(analyzed.report, options.player), analyzed);
      return rows?.take(analysis, analyzed.report);
    },
    end() {
      rows?.close();
      return writer?.end() ?? true;
    },
  };
}

/** Writes games in their order, but for rows of CSV. */
interface GameWriter {
  take(analysis: GameAnalysis, shown: AnalysisReport, analyzed: Analyzed): void;
  /** Writes the rest and returns whether everything was written. */
  end(): boolean;
}

function writerOf(games: number, options: AnalyzeOptions): GameWriter | undefined {
  const { as, worst = games > 1 ? WORST_OF_SEVERAL : 0 } = options;
  if (as === 'csv') return undefined;
  if (as === 'gcg') return new GameFile(options, addNotes);
  if (as === 'html' && games === 1) return new GameFile(options, page);
  return new Lines(options, worst, games > 1);
}

function rowFile(option: string, path: string, beginning: string): GrowingFile {
  if (path !== '-') checkOutputFile(option, path, 'file of an analysis', [beginning]);
  return new GrowingFile(path);
}

/** One kind of games, whose rows have the same columns. */
class CsvRows {
  readonly #moves: GrowingFile | undefined;
  readonly #games: GrowingFile | undefined;
  readonly #player: string | undefined;
  #first: AnalysisReport | undefined;

  constructor(moves: GrowingFile | undefined, games: GrowingFile | undefined, player: string | undefined) {
    this.#moves = moves;
    this.#games = games;
    this.#player = player;
  }

  take(analysis: GameAnalysis, report: AnalysisReport): string | undefined {
    const first = this.#first;
    if (first && first.game !== report.game)
      return `${report.file}: expected a game of ${first.game}, like the games before it; got a game of ${report.game}, which is not in the output`;
    const seats = (first ?? report).players.length;
    if (this.#games && report.players.length !== seats)
      return `${report.file}: expected ${counted(seats, 'player')}, like the games before it; got ${report.players.length}; this game is not in the output`;
    const own = ofPlayer(report, this.#player);
    const columns = this.#player === undefined ? seats : 1;
    if (!first) {
      this.#first = report;
      this.#moves?.write(movesCsvHead(analysis));
      this.#games?.write(gamesCsvHead(analysis, columns));
    }
    this.#moves?.write(movesCsv(analysis, own));
    this.#games?.write(gamesCsv(analysis, own, columns));
    return undefined;
  }

  close(): void {
    this.#moves?.[Symbol.dispose]();
    this.#games?.[Symbol.dispose]();
  }
}

interface WrittenGame {
  readonly text: string;
  readonly what: string;
  readonly beginning: string;
}

type WriteGame = (
  analysis: GameAnalysis,
  report: AnalysisReport,
  read: NonNullable<Analyzed['read']>,
  options: AnalyzeOptions,
) => WrittenGame | string;

function page(
  analysis: GameAnalysis,
  report: AnalysisReport,
  { record, judged }: NonNullable<Analyzed['read']>,
  { step }: AnalyzeOptions,
): WrittenGame | string {
  const count = countSteps(record);
  if (step !== undefined && step > count) return `--step: expected a step from 1 to ${count}; got ${step}`;
  const shown = { record, judged: judged(), start: step ?? worstStep(analysis, report) ?? count };
  const names = shortPlayerNames(record.header.players);
  const text = replayPage({ ...shown, analysis: stepperAnalysis(analysis, report, names) });
  return { text, what: 'page of a game', beginning: replayBeginning };
}

/** The game as other programs read it, with a note beside each move that was not the best. */
function addNotes(
  _: GameAnalysis,
  { moves }: AnalysisReport,
  { record: { game, header, events } }: NonNullable<Analyzed['read']>,
): WrittenGame | string {
  const form = game.forms?.gcg;
  if (!form) return `--as gcg: ${header.game} games cannot be written as GCG`;
  const byEvent = new Map(moves.map((move) => [move.n, move]));
  const noteOn = (index: number) => {
    const { best, measure } = byEvent.get(events[index]!.n) ?? {};
    return best === undefined || measure === 0 ? undefined : `best: ${best.join(', ')}; lost ${measure}`;
  };
  const writing = form.write(events, { exact: false, noteOn });
  return writing.ok ? { text: writing.text, ...form } : `--as gcg: ${writing.problem}`;
}

/** One game, as a file. */
class GameFile implements GameWriter {
  readonly #options: AnalyzeOptions;
  readonly #write: WriteGame;
  #isWritten = true;

  constructor(options: AnalyzeOptions, write: WriteGame) {
    this.#options = options;
    this.#write = write;
  }

  take(analysis: GameAnalysis, shown: AnalysisReport, { read }: Analyzed): void {
    const { output } = this.#options;
    const written = this.#write(analysis, shown, read!, this.#options);
    if (typeof written === 'string') throw new UsageError(written);
    const { text, what, beginning } = written;
    if (output !== '-') checkOutputFile('--output', output, what, [beginning]);
    this.#isWritten = writeTo(output, text);
  }

  end(): boolean {
    return this.#isWritten;
  }
}

/** The page of its game, at its step. */
function commandToSee({ file, move: { step } }: WorstMove): string {
  return `wordhost analyze ${shellWord(file)} --as html${step === undefined ? '' : ` --step ${step}`} --output move.html`;
}

/** Writes for a terminal or for programs, and several games as a page, too. */
class Lines implements GameWriter {
  readonly #options: AnalyzeOptions;
  readonly #worst: number;
  readonly #isOfSeveral: boolean;
  /** The file of JSON. */
  readonly #lines: GrowingFile | undefined;
  readonly #totals = new Map<string, { readonly analysis: GameAnalysis; readonly totals: AnalysisTotals }>();

  constructor(options: AnalyzeOptions, worst: number, isOfSeveral: boolean) {
    this.#options = options;
    this.#worst = worst;
    this.#isOfSeveral = isOfSeveral;
    const { as, output } = options;
    this.#lines = as === 'json' ? rowFile('--output', output, '{"file":') : undefined;
    if (as === 'html' && output !== '-')
      checkOutputFile('--output', output, 'page of an analysis', [analysisBeginning]);
  }

  take(analysis: GameAnalysis, shown: AnalysisReport): void {
    const known = this.#totals.get(shown.game);
    const ofGame = known ?? { analysis, totals: new AnalysisTotals(analysis, this.#worst) };
    this.#totals.set(shown.game, ofGame);
    ofGame.totals.take(shown);
    this.#lines?.write(`${visibleJson(shown)}\n`);
    if (this.#options.as === 'terminal' && !this.#isOfSeveral) printLines(this.#movesOf(analysis, shown));
  }

  end(): boolean {
    const { as, output } = this.#options;
    if (as === 'html') {
      const games = [...this.#totals].map(([game, each]) => ({ game, ...each }));
      return writeTo(output, analysisPage(games, commandToSee));
    }
    for (const { analysis, totals } of this.#totals.values()) {
      const { worst } = totals;
      if (as === 'json') {
        if (worst.length > 0) this.#lines?.write(`${visibleJson({ worst })}\n`);
        continue;
      }
      printLines(indentedTable(figuresTable(analysis, totals.players)));
      const models = modelLines(pricedTotals(totals.models.totals, this.#options.price));
      if (models.length > 0) printLines(['', ...models]);
      if (worst.length > 0)
        printLines([
          '',
          'The worst moves:',
          '',
          ...indentedTable(worstTable(analysis, worst)),
          '',
          'To look at them:',
          '',
          ...worst.map((each) => `  ${commandToSee(each)}`),
        ]);
    }
    this.#lines?.[Symbol.dispose]();
    return true;
  }

  #movesOf(analysis: GameAnalysis, report: AnalysisReport): readonly string[] {
    const notes = report.players.flatMap(({ name, notes }) =>
      notes.map((note) => visible(`${name}: ${note}`)),
    );
    const names = report.players.map(({ name }) => name).join(' against ');
    return [
      visible(`${report.game}, ${names}, judged by ${report.dictionary}`),
      '',
      ...indentedTable(movesTable(analysis, report)),
      '',
      ...(notes.length > 0 ? [...notes, ''] : []),
    ];
  }
}
