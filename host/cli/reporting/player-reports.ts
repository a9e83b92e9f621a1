import { counted } from '../../core/text/plural.ts';
import type { Seat } from '../../core/units.ts';
import { droppedOut, type PlayerResult } from '../../events/result.ts';
import { listNamed } from '../../lexicon/lexicon.ts';
import type { SeriesRequest } from '../../runs/plan-game.ts';
import type { GameReport } from '../../runs/play-game.ts';
import type { Paint } from '../../views/terminal/paint.ts';
import { offenceReport } from '../../views/terminal/reports/offence-report.ts';
import { isSlow, silentReport } from '../../views/terminal/reports/silent-report.ts';
import { printNotes, terminalWidth } from '../print.ts';
import { turnLimitMs } from './turn-limit.ts';

/** Of many that are silent together, so many are shown. */
const MOST_REPORTED = 4;

/** Of each player that offended, left or held a game up: what went on, with its last messages. */
export class PlayerReports {
  readonly #series: SeriesRequest;
  readonly #paint: Paint;
  readonly #quiet: boolean;
  /** By entry: those that were reported as slow. */
  readonly #reported = new Set<number>();

  constructor(series: SeriesRequest, paint: Paint, quiet: boolean) {
    this.#series = series;
    this.#paint = paint;
    this.#quiet = quiet;
  }

  /** Answers whether the game is worth another look. */
  print(report: GameReport): boolean {
    const bad = report.result.players.filter(droppedOut);
    for (const player of bad) this.#printOffence(player, report);
    const slow = this.#quiet ? [] : this.#slowIn(report);
    for (const player of slow.slice(0, MOST_REPORTED)) this.#printSlow(player, report);
    const more = slow.length - MOST_REPORTED;
    if (more > 0) printNotes(['', `and ${counted(more, 'other player')} that wrote nothing`]);
    return slow.length > 0 || bad.some(({ offence }) => offence?.kind !== 'startup');
  }

  #printOffence(player: PlayerResult, report: GameReport): void {
    const readyMs = this.#series.limits.readyTimeout / 1e6;
    const { sandbox } = report.result;
    const wordList = this.#wordListOf(player);
    const facts = { player, sandbox, readyMs, wordList, ...saidBy(player.seat, report) };
    printNotes(['', ...offenceReport(facts, this.#paint)]);
  }

  #wordListOf({ offence }: PlayerResult): string | undefined {
    const { game, lexicon } = this.#series;
    const isAboutWord = offence !== undefined && game.wordRules?.includes(offence.rule);
    return isAboutWord && lexicon ? listNamed(lexicon) : undefined;
  }

  /** In a series each is reported once; then the line of the game tells it. */
  #slowIn({ result, seats }: GameReport): readonly PlayerResult[] {
    return result.players.filter((player) => {
      const { exchanges, silence } = seats[player.seat - 1]!;
      return !this.#reported.has(player.entry) && isSlow(player, result, exchanges, silence);
    });
  }

  #printSlow(player: PlayerResult, report: GameReport): void {
    this.#reported.add(player.entry);
    const { result, seats } = report;
    const { overlooked } = this.#series.game;
    const { silence, lateTurns } = seats[player.seat - 1]!;
    const why = { silence, lateTurns, turnMs: turnLimitMs(this.#series), overlooked };
    printNotes([
      '',
      ...silentReport({ player, result, ...why, ...saidBy(player.seat, report) }, this.#paint),
    ]);
  }
}

function saidBy(seat: Seat, { seats, endings }: GameReport) {
  const { stderr = '', stderrStart } = endings[seat - 1]!.processes ?? {};
  return {
    exchanges: seats[seat - 1]!.exchanges,
    stderr,
    stderrStart,
    width: terminalWidth(process.stderr),
  };
}
