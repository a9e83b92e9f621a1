import type { Seat } from '../../core/units.ts';
import { leftBatchClass, type Result } from '../../events/result.ts';
import { faultInWords } from '../../files/output/fault-in-words.ts';
import { shellWord } from '../../files/shell-words.ts';
import type { AnyGame } from '../../games/game.ts';
import type { Picture } from '../../games/shown.ts';
import { statusOf } from '../../runs/exit-status.ts';
import type { GameReport } from '../../runs/play-game.ts';
import type { SeriesRequest, VoidGame } from '../../runs/play-series.ts';
import { type Requirement, RequirementCheck } from '../../runs/requirement.ts';
import { SeriesFigures } from '../../runs/series-figures.ts';
import { Standings } from '../../runs/standings.ts';
import { gameInOneLine, gameSummary, seeds } from '../../views/terminal/game-summary.ts';
import { lastLines } from '../../views/terminal/grids/picture-lines.ts';
import { Progress } from '../../views/terminal/live/progress.ts';
import { overloadNote } from '../../views/terminal/overload-note.ts';
import { type Paint, paintFor } from '../../views/terminal/paint.ts';
import { survivorsNote } from '../../views/terminal/player-notes.ts';
import { seriesFigures, standingsTable } from '../../views/terminal/table.ts';
import { canRedraw, printError, printJson, printLines, printNotes, terminalWidth } from '../print.ts';
import { PlayerReports } from './player-reports.ts';
import { type Repeated, repeatingCommand } from './repeating-command.ts';
import { writeStandings } from './standings-file.ts';

const SUMMARY_INDENT = 2;

interface ReportRequest {
  readonly json: boolean;
  readonly quiet: boolean;
  /** The file that the standings of a series go to. */
  readonly standings?: string | undefined;
  readonly coloured: boolean;
  /** A player that was seen to leave the batch class only after the verdict is no offender, but the requirement is not met. */
  readonly requireBatch: boolean;
  /** With `-` standard output has the events, and nothing else. */
  readonly events: string | undefined;
  /** For the command that repeats a game. */
  readonly repeated: Repeated;
}

/** The report of a run, and its exit status. Keeps counts, never games. */
export class SeriesReport {
  readonly #game: AnyGame;
  readonly #series: SeriesRequest;
  readonly #request: ReportRequest;
  readonly #standings: Standings;
  readonly #figures: SeriesFigures;
  readonly #players: PlayerReports;
  readonly #check: RequirementCheck;
  readonly #progress: Progress | undefined;
  readonly #notes: Paint;
  /** For a game that is shown when it is over. */
  picture: Picture | undefined;
  #status = 0;
  #hostFailed = false;

  constructor(
    game: AnyGame,
    series: SeriesRequest,
    requirements: readonly Requirement[],
    request: ReportRequest,
  ) {
    this.#game = game;
    this.#series = series;
    this.#request = request;
    this.#standings = new Standings(series.entries.map(({ name }) => name));
    this.#figures = new SeriesFigures(series.entries.length, mainFigure(game));
    this.#check = new RequirementCheck(requirements);
    const shown = series.games > 1 && !request.quiet && canRedraw(process.stderr);
    this.#progress = shown ? new Progress(process.stderr, series.games) : undefined;
    this.picture = this.#blankPicture();
    this.#notes = paintFor(request.coloured && process.stderr.isTTY);
    this.#players = new PlayerReports(game, series, this.#notes, request.quiet);
    if (series.games > 1 && !request.quiet) printNotes([`${series.games} games, ${seeds(series)}`]);
  }

  /** It does not count: the same game is played again. */
  setAside(number: number, report: GameReport): void {
    this.picture = this.#blankPicture();
    this.#progress?.clear();
    this.#printOverload(report);
    if (!this.#request.quiet)
      printNotes([`game ${number} (${report.result.id}) does not count, and is played again`]);
    this.#printSurvivors(report);
    this.#printRecord(report);
  }

  #blankPicture(): Picture | undefined {
    const { games, entries } = this.#series;
    const isDrawn = games === 1 && !this.#request.json && !this.#request.quiet;
    return isDrawn ? this.#game.picture(entries.length) : undefined;
  }

  /** It has no result; the others go on. */
  void({ game, failure }: VoidGame): void {
    this.#hostFailed = true;
    this.picture = this.#blankPicture();
    this.#progress?.clear();
    const which = this.#series.games > 1 ? `game ${game}` : 'the game';
    printError(
      `${which} is void because of a failure of the host; no player is at fault: ${failure.message}\n`,
    );
  }

  add(number: number, report: GameReport): void {
    const { result } = report;
    this.#standings.add(result);
    this.#figures.add(number, result);
    this.#check.add(result);
    const isLess = this.#request.requireBatch && result.players.some(leftBatchClass);
    this.#status = Math.max(this.#status, isLess ? 1 : statusOf(result));
    this.#progress?.clear();
    this.#printResult(number, report);
    const toSee = this.#players.print(report);
    if (toSee) printNotes([`  ${this.#howToSeeIt(result, report.records[0])}`]);
    this.#printOverload(report);
    this.#printSurvivors(report);
    this.#printRecord(report);
    this.#progress?.show(number, this.#standings.players.map(({ won }) => won).join(' : '));
  }

  /** The exit status: 3 comes first, because then the others cannot be trusted. */
  finish(interrupted: number | undefined): number {
    this.#progress?.clear();
    if (this.#series.games > 1) this.#printStandings();
    if (this.#request.standings !== undefined) this.#writeStandings(this.#request.standings);
    const broken = interrupted === undefined ? this.#check.broken() : [];
    for (const sentence of broken) printError(`--require ${sentence}\n`);
    if (this.#hostFailed) return 3;
    return interrupted ?? (broken.length > 0 ? 1 : this.#status);
  }

  #printResult(number: number, { result }: GameReport): void {
    const { json, coloured } = this.#request;
    if (json) printJson(result);
    else if (this.#series.games > 1)
      printLines([gameInOneLine(number, result, this.#game, this.#players.turnMs)]);
    else {
      const look = { paint: paintFor(coloured), width: terminalWidth(process.stdout) };
      const print = this.#request.events === '-' ? printNotes : printLines;
      print(gameSummary(result, this.#game, this.#drawing(result.winner), look));
    }
  }

  #drawing(winner: Seat | null): readonly string[] {
    const names = this.#series.entries.map(({ name }) => name);
    const width = terminalWidth(process.stdout) - SUMMARY_INDENT;
    return this.picture
      ? lastLines(this.picture.panels(), winner, names, width, paintFor(this.#request.coloured))
      : [];
  }

  #printOverload({ result }: GameReport): void {
    const note = overloadNote(result);
    if (note !== undefined) printNotes([this.#notes.bold(note)]);
  }

  /** With `--quiet` too: processes are still running. */
  #printSurvivors({ result, endings }: GameReport): void {
    for (const player of result.players) {
      const survivorPids = endings[player.seat - 1]!.processes?.survivorPids;
      if (survivorPids) printError(`${survivorsNote(player, survivorPids)}\n`);
    }
  }

  #howToSeeIt(result: Result, record: string | undefined): string {
    if (record !== undefined) return `to show the game again: wordhost replay ${shellWord(record)}`;
    return `to record and replay it: ${repeatingCommand(this.#game, this.#request.repeated, result)}`;
  }

  #printRecord({ records, recordFailure }: GameReport): void {
    if (recordFailure !== undefined) {
      this.#hostFailed = true;
      printError(`the record is incomplete: ${recordFailure}\n`);
    } else if (records.length > 0 && this.#series.games === 1 && !this.#request.quiet && !this.#request.json)
      printNotes(records.map((path) => `record: ${path}`));
  }

  /** With `--quiet` too, unless a program reads the results. */
  #printStandings(): void {
    const { players, games } = this.#standings;
    const names = players.map(({ name }) => name);
    const { figures } = this.#game;
    const told = seriesFigures(names, this.#figures, figures[mainFigure(this.#game)]!);
    const lines = [`${games} games`, ...standingsTable(players, games), ...told];
    if (!this.#request.json) printLines(lines);
    else if (!this.#request.quiet) printNotes(lines);
  }

  #writeStandings(path: string): void {
    const { seed, playerSeed } = this.#series;
    const head = { wordhost: 1, game: this.#game.name, seed, playerSeed, figure: mainFigure(this.#game) };
    try {
      writeStandings(path, head, this.#standings, this.#figures);
    } catch (error) {
      this.#hostFailed = true;
      printError(`--standings ${path} could not be written: ${faultInWords(error as Error)}\n`);
    }
  }
}

/** What a series tells the mean of: points, or what the game counts first. */
function mainFigure({ figures }: AnyGame): string {
  return Object.hasOwn(figures, 'score') ? 'score' : Object.keys(figures)[0]!;
}
