import { droppedOut, type PlayerResult } from '../../events/result.ts';
import type { GameReport } from '../../runs/play-game.ts';
import type { PlayedGame, SeriesGame, SeriesRequest, VoidGame } from '../../runs/play-series.ts';
import { overloadNote } from '../../views/terminal/overload-note.ts';
import type { Paint } from '../../views/terminal/paint.ts';
import { survivorsNote } from '../../views/terminal/player-notes.ts';
import { printError, printNotes, terminalWidth } from '../print.ts';
import { ChangedFiles } from './changed-files.ts';
import { FirstBadGames } from './first-bad-games.ts';
import { MOST_REPORTED, PlayerReports } from './player-reports.ts';
import { type Repeated, replayCommand, wayToSee } from './repeating-command.ts';
import type { Reporter } from './reporter.ts';

interface NotesRequest {
  readonly quiet: boolean;
  readonly paint: Paint;
  /** For the command that repeats a game. */
  readonly repeated: Repeated;
  /** The path of a record is told. */
  readonly namesRecords: boolean;
  /** Of each player only the first game in which it fails, leaves or offends is shown. */
  readonly onlyFirst?: boolean;
}

/** What people must know of each game besides its result: on standard error. */
export class GameNotes implements Reporter {
  readonly #series: SeriesRequest;
  readonly #request: NotesRequest;
  readonly #players: PlayerReports;
  readonly #files = new ChangedFiles();
  readonly #first: FirstBadGames | undefined;
  /** By entry: those that were reported as slow. */
  readonly #reported = new Set<number>();

  constructor(series: SeriesRequest, request: NotesRequest) {
    this.#series = series;
    this.#request = request;
    this.#players = new PlayerReports(series);
    this.#first = request.onlyFirst ? new FirstBadGames() : undefined;
  }

  take(played: SeriesGame): void {
    if ('failure' in played) this.#tellVoid(played);
    else if (played.again) this.#tellSetAside(played);
    else this.#tell(played.report);
  }

  /** It has no result; the others go on. */
  #tellVoid({ game, failure, record }: VoidGame): void {
    const which = this.#series.games > 1 ? `game ${game}` : 'the game';
    printError(
      `${which} is void because of a failure of the host; no player is at fault: ${failure.message}\n`,
    );
    if (record !== undefined) printNotes([`  to show it as far as it came: ${replayCommand(record)}`]);
  }

  #tellSetAside({ game, report }: PlayedGame): void {
    this.#printOverload(report);
    if (!this.#request.quiet)
      printNotes([`game ${game} (${report.result.id}) does not count, and is played again`]);
    this.#printSurvivors(report);
    this.#printRecord(report);
  }

  #tell(report: GameReport): void {
    const slow = this.#request.quiet ? [] : this.#newlySlow(report);
    const look = { paint: this.#request.paint, width: terminalWidth(process.stderr) };
    const isShown = this.#first?.takes(report.result) ?? true;
    const offenders = isShown ? this.#players.ofOffenders(report, look) : [];
    const told = [...offenders, ...this.#players.ofSlow(slow, report, look)];
    for (const lines of told) printNotes(['', ...lines]);
    // There is nothing to see of a player that could not be started.
    const isSeen = ({ outcome, offence }: PlayerResult) =>
      droppedOut({ outcome }) && offence?.kind !== 'startup';
    if (slow.length > 0 || (isShown && report.result.players.some(isSeen))) {
      const { words, command } = wayToSee(this.#series, this.#request.repeated, report);
      printNotes([`  ${words}: ${command}`]);
    }
    this.#printOverload(report);
    if (!this.#request.quiet) printNotes(this.#files.in(report.result));
    this.#printSurvivors(report);
    this.#printRecord(report);
  }

  #printOverload({ result }: GameReport): void {
    const note = overloadNote(result);
    if (note !== undefined) printNotes([this.#request.paint.bold(note)]);
  }

  /** With `--quiet` too: processes are still running. */
  #printSurvivors({ result, endings }: GameReport): void {
    for (const player of result.players) {
      const survivorPids = endings[player.seat - 1]!.processes?.survivorPids;
      if (survivorPids) printError(`${survivorsNote(player, survivorPids)}\n`);
    }
  }

  /** In a series each is reported once; then the line of the game tells it. */
  #newlySlow(report: GameReport): readonly PlayerResult[] {
    const slow = this.#players.slowIn(report).filter(({ entry }) => !this.#reported.has(entry));
    for (const { entry } of slow.slice(0, MOST_REPORTED)) this.#reported.add(entry);
    return slow;
  }

  #printRecord({ records, recordFailure }: GameReport): void {
    if (recordFailure !== undefined) printError(`the record is incomplete: ${recordFailure}\n`);
    else if (this.#request.namesRecords) printNotes(records.map((path) => `record: ${path}`));
  }
}
