import type { RaceProgress } from '../../../tools/race/measure-race.ts';
import { Progress } from '../../../views/terminal/live/progress.ts';
import { canRedraw } from '../../print.ts';

/** The progress of a race, and what it measures now. */
export class RaceNotes {
  readonly #quiet: boolean;
  #progress: Progress | undefined;

  constructor(quiet: boolean) {
    this.#quiet = quiet;
  }

  show(now: RaceProgress): void {
    if (this.#quiet) return;
    const output = { stream: process.stderr, redraws: canRedraw(process.stderr) };
    this.#progress ??= new Progress(output, { of: now.of, what: 'gates' });
    this.#progress.show(now.gates, stageName(now));
  }

  clear(): void {
    this.#progress?.clear();
  }
}

function stageName({ stage }: RaceProgress): string {
  return stage === 'race' ? 'the race' : `ahead by ${stage.advantageUs} us`;
}
