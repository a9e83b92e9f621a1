import { counted } from '../../core/text/plural.ts';
import type { Seat } from '../../core/units.ts';
import { droppedOut, type PlayerResult } from '../../events/result.ts';
import { listNamed } from '../../lexicon/lexicon.ts';
import type { GameReport } from '../../runs/play-game.ts';
import type { SeriesRequest } from '../../runs/play-series.ts';
import type { Paint } from '../../views/terminal/paint.ts';
import { offenceReport } from '../../views/terminal/reports/offence-report.ts';
import { isSlow, saidNothing, silentReport } from '../../views/terminal/reports/silent-report.ts';
import { turnLimitOf } from './turn-limit.ts';

/** Of many that are silent together, so many are shown. */
export const MOST_REPORTED = 4;

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
      return isSlow(player, result, exchanges, silence) || saidNothing(player, result, silence, timeUp);
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
