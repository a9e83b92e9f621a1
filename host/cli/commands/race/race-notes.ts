import type { RaceProgress } from '../../../tools/race/measure-race.ts';
import { Progress } from '../../../views/terminal/live/progress.ts';
import { canRedraw, printNotes } from '../../print.ts';

/** The progress of a race: one line that is overwritten on a terminal, elsewhere a line for each quarter. */
export class RaceNotes {
  readonly #quiet: boolean;
  #stage = '';
  #quarters = 0;
  #progress: Progress | undefined;

  constructor(quiet: boolean) {
    this.#quiet = quiet;
  }

  show(now: RaceProgress): void {
    if (this.#quiet) return;
    const stage = stageName(now);
    if (stage !== this.#stage) this.#begin(stage, now.of);
    if (this.#progress) this.#progress.show(Math.min(now.gates, now.of), stage);
    else this.#note(stage, now);
  }

  clear(): void {
    this.#progress?.clear();
  }

  #begin(stage: string, of: number): void {
    this.clear();
    this.#stage = stage;
    this.#quarters = 0;
    if (canRedraw(process.stderr)) this.#progress = new Progress(process.stderr, of, 'gates');
  }

  #note(stage: string, { gates, of }: RaceProgress): void {
    const quarters = Math.floor((4 * gates) / of);
    if (quarters <= this.#quarters) return;
    this.#quarters = quarters;
    printNotes([`${stage}: ${Math.min(gates, of)} of ${of} gates`]);
  }
}

function stageName({ stage }: RaceProgress): string {
  return stage === 'race' ? 'the race' : `ahead by ${stage.advantageUs} us`;
}
