import { closeSync, openSync, writeSync } from 'node:fs';
import { visibleJson } from '../../core/text/visible.ts';
import { faultInWords } from '../../files/output/fault-in-words.ts';
import type { PlayedGame, SeriesGame } from '../../runs/play-series.ts';
import { printError } from '../print.ts';
import type { EarlierGame, Reporter } from '../reporting/reporter.ts';

/** The result of a game, as `--json` prints it. */
export function resultLine({ game, report }: Pick<PlayedGame, 'game' | 'report'>): string {
  return visibleJson({ number: game, ...report.result });
}

/** The results of the games of a comparison, an object a line, each as soon as its game is over. */
export class ResultsFile implements Reporter, Disposable {
  readonly #path: string;
  readonly #file: number;
  #failure: Error | undefined;

  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, 'w', 0o644);
  }

  take(played: SeriesGame): void {
    if ('failure' in played || played.again) return;
    this.#write(resultLine(played));
  }

  takeEarlier({ line }: EarlierGame): void {
    this.#write(line);
  }

  #write(line: string): void {
    if (this.#failure) return;
    try {
      writeSync(this.#file, `${line}\n`);
    } catch (error) {
      this.#failure = error as Error;
    }
  }

  finish(): boolean {
    if (this.#failure === undefined) return true;
    printError(`--results ${this.#path} is incomplete: ${faultInWords(this.#failure)}\n`);
    return false;
  }

  [Symbol.dispose](): void {
    closeSync(this.#file);
  }
}
