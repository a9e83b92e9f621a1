import { closeSync, openSync, writeSync } from 'node:fs';
import { visibleJson } from '../../core/text/visible.ts';
import type { PlayedGame, VoidGame } from '../../runs/play-series.ts';
import { type Comparison, comparisonOf, type Question } from '../../tournament/comparison.ts';
import { Counting } from '../../tournament/counts.ts';
import { gameBetweenTwo } from '../../tournament/game-between-two.ts';
import type { PlayerReports } from '../playing/player-reports.ts';
import { printError, printNotes } from '../print.ts';
import type { CompareProgress } from './compare-progress.ts';

const NEW = 1;

/** Takes the games of a comparison as they end, and knows when it is decided. */
export class CompareReport implements Disposable {
  readonly #question: Question;
  readonly #players: PlayerReports;
  readonly #progress: CompareProgress;
  readonly #results: number | undefined;
  readonly #counting = new Counting();
  #comparison: Comparison;
  #hostFailed = false;

  constructor(
    question: Question,
    {
      players,
      progress,
      results,
    }: { players: PlayerReports; progress: CompareProgress; results: string | undefined },
  ) {
    this.#question = question;
    this.#players = players;
    this.#progress = progress;
    this.#results = results === undefined ? undefined : openSync(results, 'w', 0o644);
    this.#comparison = comparisonOf(this.#counting.counts, question);
  }

  get comparison(): Comparison {
    return this.#comparison;
  }

  /** A game is void, or has a record that is not whole. */
  get hostFailed(): boolean {
    return this.#hostFailed;
  }

  /** Only whole pairs decide. */
  get isDecided(): boolean {
    const { verdict, pairs } = this.#comparison;
    if (verdict === 'offence') return true;
    return pairs !== null && verdict !== 'undecided' && verdict !== 'counted';
  }

  take(played: PlayedGame | VoidGame): void {
    this.#progress.clear();
    if ('failure' in played) this.#takeVoid(played);
    else if (played.again) printNotes([`game ${played.game} does not count, and is played again`]);
    else this.#add(played);
  }

  #takeVoid({ game, failure }: VoidGame): void {
    this.#hostFailed = true;
    printError(
      `game ${game} is void because of a failure of the host; no player is at fault: ${failure.message}\n`,
    );
  }

  #add({ game, report }: PlayedGame): void {
    const { result, recordFailure } = report;
    if (this.#results !== undefined)
      writeSync(this.#results, `${visibleJson({ number: game, ...result })}\n`);
    this.#players.print(report);
    if (recordFailure !== undefined) {
      this.#hostFailed = true;
      printError(`the record is incomplete: ${recordFailure}\n`);
    }
    const seen = gameBetweenTwo(result, NEW);
    if (seen === undefined) return;
    this.#counting.add(seen);
    this.#comparison = comparisonOf(this.#counting.counts, this.#question);
    this.#progress.show(this.#comparison);
  }

  [Symbol.dispose](): void {
    this.#progress.clear();
    if (this.#results !== undefined) closeSync(this.#results);
  }
}
