import type { RaceProgress } from '../../../tools/race/measure-race.ts';
import { Progress } from '../../../views/terminal/live/progress.ts';
import { canRedraw } from '../../print.ts';

/** The progress of a race, stage by stage. */
export class RaceNotes {
  readonly #quiet: boolean;
  #stage = '';
  #progress: Progress | undefined;

  constructor(quiet: boolean) {
    this.#quiet = quiet;
  }

  show(now: RaceProgress): void {
    if (this.#quiet) return;
    const stage = stageName(now);
    if (stage !== this.#stage) this.#begin(stage, now.of);
    this.#progress?.show(Math.min(now.gates, now.of), stage);
  }

  clear(): void {
    this.#progress?.clear();
  }

  #begin(stage: string, of: number): void {
    this.clear();
    this.#stage = stage;
    this.#progress = new Progress(
      { stream: process.stderr, redraws: canRedraw(process.stderr) },
      { of, what: 'gates' },
    );
  }
}

function stageName({ stage }: RaceProgress): string {
  return stage === 'race' ? 'the race' : `ahead by ${stage.advantageUs} us`;
}
