import { closeSync, openSync, writeSync } from 'node:fs';
import { HostFailure, UsageError } from '../../core/errors.ts';
import { counted } from '../../core/text.ts';
import type { GameRecord } from '../../events/read-record.ts';
import { faultWithPath } from '../../files/file-fault.ts';
import type { GameAnalysis } from '../../games/analysis.ts';
import { type AnalysisReport, AnalysisTotals, ofPlayer } from '../../views/analysis/report.ts';
import {
  commandToSee,
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
import { indentedTable } from '../../views/terminal/table.ts';
import type { AnalyzeOptions } from '../commands/analyze.ts';
import { checkStdoutTakers, printJson, printLines } from '../output.ts';
import { checkOutputFile, refuseSameFile } from '../process/paths.ts';

export interface Analyzed {
  readonly report: AnalysisReport;
  /** None: another process has read it. */
  readonly record: GameRecord | undefined;
}

/** What becomes of analyzed games. */
export interface AnalysisForm {
  /** Games are analyzed in this process. */
  readonly needsRecord: boolean;
  /** In their order. Answers why a game does not belong to the others; none: it does. */
  take(analysis: GameAnalysis, analyzed: Analyzed): string | undefined;
  /** Answers whether all of it was written. */
  end(): boolean;
}

const WORST_OF_SEVERAL = 5;

export function formOf(games: number, options: AnalyzeOptions, coloured: boolean): AnalysisForm {
  void coloured;
  const { as, output, games: gamesFile } = options;
  const ofOne = as === 'gcg';
  if (ofOne && games !== 1) throw new UsageError(`--as ${as}: expected one game; got ${games}`);
  refuseSameFile({ output, games: gamesFile });
  checkStdoutTakers([
    ...(output === '-' && as !== 'terminal' ? [`--as ${as} without --output FILE`] : []),
    ...(gamesFile === '-' ? ['--games -'] : []),
  ]);
  const rows = gamesFile === undefined ? undefined : new CsvFile('--games', gamesFile, gamesCsvBeginning);
  const worst = options.worst ?? (games > 1 ? WORST_OF_SEVERAL : 0);
  switch (as) {
    case 'csv':
      return new CsvForm(options, new CsvFile('--output', output, movesCsvBeginning), rows);
    default:
      return new LinesForm(options, worst, games > 1, rows);
  }
}

/** A file that grows row by row: what was written stays. */
class CsvFile {
  readonly #path: string;
  #file: number | undefined;

  constructor(option: string, path: string, beginning: string) {
    this.#path = path;
    if (path !== '-') checkOutputFile(option, path, 'file of an analysis', [beginning]);
  }

  write(text: string): void {
    if (this.#path === '-') {
      process.stdout.write(text);
      return;
    }
    try {
      this.#file ??= openSync(this.#path, 'w');
      writeSync(this.#file, text);
    } catch (error) {
      throw new HostFailure(faultWithPath(error as Error));
    }
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
  }
}

/** One kind of games, whose rows have the same columns. */
class CsvRows {
  readonly #moves: CsvFile | undefined;
  readonly #games: CsvFile | undefined;
  readonly #player: string | undefined;
  #first: AnalysisReport | undefined;

  constructor(moves: CsvFile | undefined, games: CsvFile | undefined, player: string | undefined) {
    this.#moves = moves;
    this.#games = games;
    this.#player = player;
  }

  take(analysis: GameAnalysis, report: AnalysisReport): string | undefined {
    const first = this.#first;
    if (first && first.game !== report.game)
      return `${report.file}: expected a game of ${first.game}, as those before it; got one of ${report.game}: it is not in the file`;
    const seats = (first ?? report).players.length;
    if (this.#games && report.players.length !== seats)
      return `${report.file}: expected ${counted(seats, 'player')}, as in the games before it; got ${report.players.length}: it is not in the file`;
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
    this.#moves?.close();
    this.#games?.close();
  }
}

class CsvForm implements AnalysisForm {
  readonly needsRecord = false;
  readonly #rows: CsvRows;

  constructor({ player }: AnalyzeOptions, moves: CsvFile, games: CsvFile | undefined) {
    this.#rows = new CsvRows(moves, games, player);
  }

  take(analysis: GameAnalysis, { report }: Analyzed): string | undefined {
    return this.#rows.take(analysis, report);
  }

  end(): boolean {
    this.#rows.close();
    return true;
  }
}

/** For a terminal or for programs. */
class LinesForm implements AnalysisForm {
  readonly needsRecord = false;
  readonly #options: AnalyzeOptions;
  readonly #worst: number;
  readonly #isOfSeveral: boolean;
  readonly #rows: CsvRows | undefined;
  readonly #totals = new Map<string, { readonly analysis: GameAnalysis; readonly totals: AnalysisTotals }>();

  constructor(options: AnalyzeOptions, worst: number, isOfSeveral: boolean, games: CsvFile | undefined) {
    this.#options = options;
    this.#worst = worst;
    this.#isOfSeveral = isOfSeveral;
    this.#rows = games && new CsvRows(undefined, games, options.player);
  }

  take(analysis: GameAnalysis, { report }: Analyzed): string | undefined {
    const { as, player } = this.#options;
    const own = ofPlayer(report, player);
    const of = this.#totals.get(report.game) ?? {
      analysis,
      totals: new AnalysisTotals(analysis, this.#worst),
    };
    this.#totals.set(report.game, of);
    of.totals.take(own);
    if (as === 'json') printJson(own);
    else if (!this.#isOfSeveral) printLines(this.#movesOf(analysis, own));
    return this.#rows?.take(analysis, report);
  }

  end(): boolean {
    this.#rows?.close();
    for (const { analysis, totals } of this.#totals.values()) {
      const worst = totals.worst;
      if (this.#options.as === 'json') {
        if (worst.length > 0) printJson({ worst });
        continue;
      }
      printLines(indentedTable(figuresTable(analysis, totals.players)));
      if (worst.length > 0)
        printLines([
          '',
          'The worst moves:',
          '',
          ...indentedTable(worstTable(analysis, worst)),
          '',
          'To see them:',
          '',
          ...worst.map((each) => `  ${commandToSee(each)}`),
        ]);
    }
    return true;
  }

  #movesOf(analysis: GameAnalysis, report: AnalysisReport): readonly string[] {
    const notes = report.players.flatMap(({ name, notes }) => notes.map((note) => `${name}: ${note}`));
    return [
      `${report.game}, ${report.players.map(({ name }) => name).join(' against ')}, judged by ${report.dictionary}`,
      '',
      ...indentedTable(movesTable(analysis, report)),
      '',
      ...(notes.length > 0 ? [...notes, ''] : []),
    ];
  }
}
