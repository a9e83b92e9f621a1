import type { Result } from '../../events/result.ts';
import { shellWord } from '../../files/shell-words.ts';
import type { SeriesRequest } from '../../runs/plan-game.ts';
import type { GameReport } from '../../runs/play-game.ts';
import type { PlayedGame, SeriesGame, VoidGame } from '../../runs/play-series.ts';
import { overloadNote } from '../../views/terminal/overload-note.ts';
import type { Paint } from '../../views/terminal/paint.ts';
import { survivorsNote } from '../../views/terminal/player-notes.ts';
import { printError, printNotes } from '../print.ts';
import { PlayerReports } from './player-reports.ts';
import { type Repeated, repeatingCommand } from './repeating-command.ts';
import type { Reporter } from './reporter.ts';

interface NotesRequest {
  readonly quiet: boolean;
  readonly paint: Paint;
  /** For the command that repeats a game. */
  readonly repeated: Repeated;
  /** The path of a record is told. */
  readonly namesRecords: boolean;
}

/** What people must know of each game besides its result: on standard error. */
export class GameNotes implements Reporter {
  readonly #series: SeriesRequest;
  readonly #request: NotesRequest;
  readonly #players: PlayerReports;

  constructor(series: SeriesRequest, request: NotesRequest) {
    this.#series = series;
    this.#request = request;
    this.#players = new PlayerReports(series, request.paint, request.quiet);
  }

  take(played: SeriesGame): void {
    if ('failure' in played) this.#tellVoid(played);
    else if (played.again) this.#tellSetAside(played);
    else this.#tell(played.report);
  }

  /** It has no result; the others go on. */
  #tellVoid({ game, failure }: VoidGame): void {
    const which = this.#series.games > 1 ? `game ${game}` : 'the game';
    printError(
      `${which} is void because of a failure of the host; no player is at fault: ${failure.message}\n`,
    );
  }

  #tellSetAside({ game, report }: PlayedGame): void {
    this.#printOverload(report);
    if (!this.#request.quiet)
      printNotes([`game ${game} (${report.result.id}) does not count, and is played again`]);
    this.#printSurvivors(report);
    this.#printRecord(report);
  }

  #tell(report: GameReport): void {
    const toSee = this.#players.print(report);
    if (toSee) printNotes([`  ${this.#howToSeeIt(report.result, report.records[0])}`]);
    this.#printOverload(report);
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

  #howToSeeIt(result: Result, record: string | undefined): string {
    if (record !== undefined) return `to show the game again: wordhost replay ${shellWord(record)}`;
    return `to record and replay it: ${repeatingCommand(this.#series.game, this.#request.repeated, result)}`;
  }

  #printRecord({ records, recordFailure }: GameReport): void {
    if (recordFailure !== undefined) printError(`the record is incomplete: ${recordFailure}\n`);
    else if (this.#request.namesRecords) printNotes(records.map((path) => `record: ${path}`));
  }
}
