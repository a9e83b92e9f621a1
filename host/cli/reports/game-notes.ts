import { counted } from '../../core/text.ts';
import type { Seat } from '../../core/units.ts';
import { droppedOut, type PlayerResult, type Result } from '../../events/result.ts';
import { listNamed } from '../../lexicon/lexicon.ts';
import type { GameReport } from '../../runs/play-game.ts';
import type { PlayedGame, RunGame, VoidGame } from '../../runs/run.ts';
import type { SeriesRequest } from '../../runs/series.ts';
import type { Paint } from '../../views/terminal/paint.ts';
import { isSlow, offenceReport, silentReport, wasSilent } from '../../views/terminal/player-reports.ts';
import { overloadNote, survivorsNote } from '../../views/words.ts';
import { printError, printNotes, terminalWidth } from '../output.ts';
import { ChangedFiles } from '../versions.ts';
import { type RepeatableRun, replayCommand, replayHint } from './repeat.ts';

/** A game of an earlier run. */
export interface EarlierGame {
  readonly game: number;
  /** Its result, as `--json` prints it. */
  readonly line: string;
  /** If it went wrong: its record, and what a terminal showed of it. None: it has no record, or was not read. */
  readonly told?: { readonly record: string; readonly report: readonly string[] } | undefined;
}

/** What is made of the games of a run in one format. */
export interface Reporter {
  take(played: RunGame): void;
  takeEarlier?(game: EarlierGame): void;
  /** After the last game. Answers whether all of it was written. `interrupted`: not all games were played. */
  finish?(interrupted: boolean): boolean;
}

interface NotesRequest {
  readonly quiet: boolean;
  readonly paint: Paint;
  /** For the command that repeats a game. */
  readonly repeated: RepeatableRun;
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

  take(played: RunGame): void {
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
      const { words, command } = replayHint(this.#series, this.#request.repeated, report);
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

/** Of many that are silent together, so many are shown. */
const MOST_REPORTED = 4;

export interface Look {
  readonly paint: Paint;
  readonly width: number;
}

type Played = Pick<SeriesRequest, 'game' | 'lexicon' | 'limits' | 'options' | 'entries'>;

/** Of each player that offended, left or held a game up: what went on, with its last messages. */
export class PlayerReports {
  readonly #series: Played;

  constructor(series: Played) {
    this.#series = series;
  }

  /** Of each that failed, left or offended. */
  ofOffenders(report: GameReport, look: Look): readonly (readonly string[])[] {
    return report.result.players.filter(droppedOut).map((player) => this.#ofOffender(player, report, look));
  }

  /** Players that held the game up, though they broke no rule. */
  slowIn({ result, seats }: GameReport): readonly PlayerResult[] {
    return result.players.filter((player) => {
      const { exchanges, silence } = seats[player.seat - 1]!;
      const { timeUp } = this.#series.game;
      return isSlow(player, result, exchanges, silence) || wasSilent(player, result, silence, timeUp);
    });
  }

  /** Of each of these, as far as there are not too many. */
  ofSlow(slow: readonly PlayerResult[], report: GameReport, look: Look): readonly (readonly string[])[] {
    const more = slow.length - MOST_REPORTED;
    return [
      ...slow.slice(0, MOST_REPORTED).map((player) => this.#ofOneSlow(player, report, look)),
      ...(more > 0 ? [[`and ${counted(more, 'other player')} that wrote nothing`]] : []),
    ];
  }

  #ofOffender(player: PlayerResult, report: GameReport, { paint, width }: Look): string[] {
    const readyMs = this.#series.limits.readyTimeout / 1e6;
    const { sandbox } = report.result;
    const wordList = this.#wordListOf(player);
    const facts = { player, sandbox, readyMs, wordList, width, ...saidBy(player.seat, report) };
    return offenceReport(facts, paint);
  }

  #wordListOf({ offence }: PlayerResult): string | undefined {
    const { game, lexicon } = this.#series;
    const isAboutWord = offence !== undefined && game.wordRules?.includes(offence.rule);
    return isAboutWord && lexicon ? listNamed(lexicon) : undefined;
  }

  #ofOneSlow(player: PlayerResult, report: GameReport, { paint, width }: Look): string[] {
    const { result, seats } = report;
    const { overlooked } = this.#series.game;
    const { silence, lateTurns } = seats[player.seat - 1]!;
    const why = { silence, lateTurns, turnMs: turnLimitOf(this.#series, player.entry), overlooked };
    return silentReport({ player, result, width, ...why, ...saidBy(player.seat, report) }, paint);
  }
}

function saidBy(seat: Seat, { seats, endings }: GameReport) {
  const { stderr = '', stderrStart } = endings[seat - 1]!.processes ?? {};
  return { exchanges: seats[seat - 1]!.exchanges, stderr, stderrStart };
}

/** The games in which a player fails, leaves or offends for the first time. Of many games these are shown. */
export class FirstBadGames {
  /** By entry. */
  readonly #seen = new Set<number>();

  takes({ players }: Result): boolean {
    const before = this.#seen.size;
    for (const { entry } of players.filter(droppedOut)) this.#seen.add(entry);
    return this.#seen.size > before;
  }
}

/** The time limit of a turn in these options of a game, in milliseconds; none: there is none. */
export function turnLimitMs(options: Readonly<Record<string, unknown>>): number | undefined {
  const { timeout } = options;
  return typeof timeout === 'number' && Number.isFinite(timeout) ? timeout / 1e6 : undefined;
}

/** That of one of the players, by its place among the entries, from 1. */
export function turnLimitOf(
  { options, entries }: Pick<SeriesRequest, 'options' | 'entries'>,
  entry: number,
): number | undefined {
  return turnLimitMs({ ...options, ...entries[entry - 1]?.options });
}
