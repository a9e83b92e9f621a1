import { rateOf, secondsLeft } from '../../../core/pace.ts';
import type { LinePart } from './line-parts.ts';
import { leftWords, rateWords, roughTime } from './pace-words.ts';
import { ProgressLine, type ProgressOutput } from './progress-line.ts';

interface Work {
  /** How many there are. */
  readonly of: number;
  readonly what: string;
}

/** The progress of a run that knows how much it does: how many of all, how fast, for how long, and what is left. */
export class Progress {
  readonly #line: ProgressLine;
  readonly #work: Work;

  constructor(output: ProgressOutput, work: Work) {
    this.#line = new ProgressLine(output);
    this.#work = work;
  }

  /** So many are done; `status` says what has come of them. */
  show(done: number, status = ''): void {
    this.#line.show((seconds) => progressParts({ ...this.#work, done, seconds, status }));
  }

  /** Removes the line, so that something else can be printed. */
  clear(): void {
    this.#line.clear();
  }
}

interface Done extends Work {
  readonly done: number;
  readonly seconds: number;
  readonly status: string;
}

export function progressParts({ of, what, done, seconds, status }: Done): LinePart[] {
  const pace = { done, seconds };
  const rate = rateOf(pace);
  return [
    { text: `${done} of ${of} ${what}`, rank: 0 },
    { text: rate === undefined ? '' : rateWords(rate), rank: 3 },
    { text: `${roughTime(seconds)} so far`, rank: 4 },
    { text: leftWords(secondsLeft(pace, of - done)), rank: 1 },
    { text: status, rank: 2 },
  ];
}
