import { counted, visible } from '../../core/text.ts';
import type { Seat } from '../../core/units.ts';
import { droppedOut, excusedIn, type PlayerResult, type Result } from '../../events/result.ts';
import { listNamed } from '../../lexicon/lexicon.ts';
import { counts, type PlayedGame, type RunGame, type VoidGame } from '../../runs/experiment.ts';
import type { GameReport } from '../../runs/play-game.ts';
import { ChangedFiles } from '../../runs/report/versions.ts';
import type { Sink } from '../../runs/run.ts';
import type { SeriesRequest } from '../../runs/series.ts';
import { isSlow, offenceReport, silentReport, wasSilent } from '../../views/terminal/player-reports.ts';
import type { Look, RunOutput } from '../../views/terminal/run-output.ts';
import { overloadNote, playerLabel, survivorsNote } from '../../views/words.ts';

/** The commands for a game, as words for the shell. */
export interface GameCommands {
  /** Shows a record. */
  replay(record: string): string;
  /** Shows a game again, or plays it once more, and says in `words` which. Undefined where the report of the run has that. */
  readonly again?: (played: Pick<GameReport, 'result' | 'records'> & { readonly game: number }) => {
    readonly words: string;
    readonly command: string;
  };
}

interface NotesOptions {
  readonly output: RunOutput;
  readonly quiet: boolean;
  readonly commands: GameCommands;
  /** The path of a record is told. */
  readonly namesRecords?: boolean;
  /** Shows only the first game in which a player fails, leaves or offends. */
  readonly onlyFirst?: boolean;
  /** With several games, each note names its game. */
  readonly games: number;
  /** It may know games that were played before. */
  readonly files?: ChangedFiles;
}

/** Notes that people need about a game besides its result. */
export class GameNotes implements Sink {
  readonly #options: NotesOptions;
  readonly #players: PlayerReports;
  readonly #files: ChangedFiles;
  readonly #first: FirstBadGames | undefined;
  /** The entries that were reported as slow. */
  readonly #reported = new Set<number>();

  constructor(played: PlayedWith, options: NotesOptions) {
    this.#options = options;
    this.#players = new PlayerReports(played);
    this.#files = options.files ?? new ChangedFiles();
    this.#first = options.onlyFirst ? new FirstBadGames() : undefined;
  }

  take(played: RunGame): void {
    if ('failure' in played) this.#tellVoid(played);
    else if (played.again) this.#tellSetAside(played);
    else this.#tell(played);
  }

  /** It has no result; the others go on. */
  #tellVoid({ game, failure, record }: VoidGame): void {
    const { output, commands, games } = this.#options;
    const which = games > 1 ? `game ${game}` : 'the game';
    output.error(`${which} is void because the host failed; no player is at fault: ${failure.message}`);
    if (record !== undefined)
      output.notes([`  to replay the game up to that point: ${commands.replay(record)}`]);
  }

  #tellSetAside({ game, report }: PlayedGame): void {
    this.#printOverload(report);
    if (!this.#options.quiet)
      this.#options.output.notes([`game ${game} (${report.result.id}) does not count and is played again`]);
    this.#printSurvivors(report);
    this.#printRecord(report);
  }

  #tell(played: PlayedGame): void {
    const { output, quiet, commands } = this.#options;
    const { report, game } = played;
    if (commands.again) {
      this.#tellPlayers(played, commands.again);
      this.#printOverload(report);
    } else if (!quiet && counts(played) && (this.#first?.takes(report.result) ?? true))
      for (const lines of this.#players.ofOffenders(report, output.look('notes')))
        output.notes(['', `game ${game}:`, ...lines]);
    if (!quiet) output.notes(this.#files.in(report.result).map(changeNote));
    this.#printSurvivors(report);
    this.#printRecord(report);
  }

  #tellPlayers({ report, game }: PlayedGame, again: NonNullable<GameCommands['again']>): void {
    const { output, quiet } = this.#options;
    const slow = quiet ? [] : this.#newlySlow(report);
    const look = output.look('notes');
    const isShown = this.#first?.takes(report.result) ?? true;
    const offenders = isShown ? this.#players.ofOffenders(report, look) : [];
    for (const lines of [...offenders, ...this.#players.ofSlow(slow, report, look)])
      output.notes(['', ...lines]);
    // A player that could not be started has nothing to show.
    const isSeen = ({ outcome, offence }: PlayerResult) =>
      droppedOut({ outcome }) && offence?.kind !== 'startup';
    if (slow.length === 0 && !(isShown && report.result.players.some(isSeen))) return;
    const { words, command } = again({ ...report, game });
    output.notes([`  ${words}: ${command}`]);
  }

  #printOverload({ result }: GameReport): void {
    const note = overloadNote(result);
    const { output } = this.#options;
    if (note !== undefined) output.notes([output.look('notes').paint.bold(note)]);
  }

  /** Printed with `--quiet`, too: processes are still running. */
  #printSurvivors({ result, endings }: GameReport): void {
    for (const player of result.players) {
      const survivorPids = endings[player.seat - 1]!.processes?.survivorPids;
      if (survivorPids) this.#options.output.error(survivorsNote(player, survivorPids));
    }
  }

  /** A series reports each player once. After that, the line of the game tells it. */
  #newlySlow(report: GameReport): readonly PlayerResult[] {
    const slow = this.#players.slowIn(report).filter(({ entry }) => !this.#reported.has(entry));
    for (const { entry } of slow.slice(0, MOST_REPORTED)) this.#reported.add(entry);
    return slow;
  }

  #printRecord({ records, recordFailure }: GameReport): void {
    const { output, namesRecords } = this.#options;
    if (recordFailure !== undefined) output.error(`the record is incomplete: ${recordFailure}`);
    else if (namesRecords) output.notes(records.map((path) => `record: ${path}`));
  }
}

function changeNote({ player, file }: { readonly player: PlayerResult; readonly file: string }): string {
  const what = `${visible(file)} has changed since the first game`;
  return `note: ${playerLabel(player)}: ${what}: the results come from more than one version`;
}

/** The largest number of silent players that are shown. */
const MOST_REPORTED = 4;

type PlayedWith = Pick<SeriesRequest, 'game' | 'lexicon' | 'limits' | 'options' | 'entries'>;

/** Reports each player that offended, left or delayed a game, with its last messages. */
export class PlayerReports {
  readonly #series: PlayedWith;

  constructor(series: PlayedWith) {
    this.#series = series;
  }

  /** Reports each player that failed, left or offended. */
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

  /** Reports the first of these players, and counts the others. */
  ofSlow(slow: readonly PlayerResult[], report: GameReport, look: Look): readonly (readonly string[])[] {
    const more = slow.length - MOST_REPORTED;
    return [
      ...slow.slice(0, MOST_REPORTED).map((player) => this.#ofOneSlow(player, report, look)),
      ...(more > 0 ? [[`and ${counted(more, 'other player')} with no output`]] : []),
    ];
  }

  #ofOffender(player: PlayerResult, report: GameReport, { paint, width }: Look): string[] {
    const readyMs = this.#series.limits.readyTimeout / 1e6;
    const { sandbox } = report.result;
    const wordList = this.#wordListOf(player);
    const { lateTurns } = report.seats[player.seat - 1]!;
    const facts = {
      player,
      sandbox,
      readyMs,
      wordList,
      lateTurns,
      width,
      ...messagesOf(player.seat, report),
    };
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
    return silentReport({ player, result, width, ...why, ...messagesOf(player.seat, report) }, paint);
  }
}

/** Says who goes on in a run though it was put out of a game. */
export const excuseNotes = (output: RunOutput, run: string): Sink => ({
  take(played) {
    if (!counts(played)) return;
    for (const { name } of excusedIn(played.report.result))
      output.notes([
        `game ${played.game}: ${visible(name)} was late twice and stays in the ${run}, since the machine was overloaded`,
      ]);
  },
});

function messagesOf(seat: Seat, { seats, endings }: GameReport) {
  const { stderr = '', stderrStart } = endings[seat - 1]!.processes ?? {};
  return { exchanges: seats[seat - 1]!.exchanges, stderr, stderrStart };
}

/** The games in which a player fails, leaves or offends for the first time. Of many games these are shown. */
class FirstBadGames {
  /** The entries that were seen. */
  readonly #seen = new Set<number>();

  takes({ players }: Result): boolean {
    const before = this.#seen.size;
    for (const { entry } of players.filter(droppedOut)) this.#seen.add(entry);
    return this.#seen.size > before;
  }
}

/** The time limit of a turn in these options of a game, in milliseconds; undefined where there is none. */
export function turnLimitMs(options: Readonly<Record<string, unknown>>): number | undefined {
  const { timeout } = options;
  return typeof timeout === 'number' && Number.isFinite(timeout) ? timeout / 1e6 : undefined;
}

/** The time limit of a turn of one player, by its place among the entries, from 1. */
export function turnLimitOf(
  { options, entries }: Pick<SeriesRequest, 'options' | 'entries'>,
  entry: number,
): number | undefined {
  return turnLimitMs({ ...options, ...entries[entry - 1]?.options });
}
