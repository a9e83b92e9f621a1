import { rateOf, secondsLeft } from '../../core/pace.ts';
import type { TournamentFold } from '../../tournament/report/tournament-fold.ts';
import type { LinePart } from '../../views/terminal/live/line-parts.ts';
import { lineOfParts } from '../../views/terminal/live/line-parts.ts';
import { leftWords, rateWords } from '../../views/terminal/live/pace-words.ts';
import { ProgressLine } from '../../views/terminal/live/progress-line.ts';
import { RedrawnBlock } from '../../views/terminal/live/redrawn-block.ts';
import { standingsLines } from '../../views/tournament/terminal-report.ts';

interface Output {
  /** None: nothing is shown. */
  readonly stream: NodeJS.WriteStream | undefined;
  /** Whether lines can be drawn again there. */
  readonly redraws: boolean;
}

/** Between two drawings at least so long, and so many times as long as the making of one. */
const REDRAWN_EVERY_MS = 250;
const MOST_OF_TIME = 20;

/** How a tournament goes: on a terminal its standings under a line about its pace, elsewhere such a line now and then. */
export class TournamentProgress {
  readonly #fold: TournamentFold;
  readonly #before: number;
  readonly #line: ProgressLine;
  readonly #block: RedrawnBlock | undefined;
  readonly #start = performance.now();
  #next = 0;

  constructor(fold: TournamentFold, { stream, redraws }: Output) {
    this.#fold = fold;
    this.#before = fold.games;
    this.#line = new ProgressLine({ stream, redraws: false });
    this.#block = stream && redraws ? new RedrawnBlock(stream) : undefined;
  }

  show(): void {
    if (!this.#block) {
      this.#line.show((seconds) => this.#parts(seconds));
      return;
    }
    const now = performance.now();
    if (now < this.#next) return;
    this.#block.show((width) => this.#lines(width));
    const took = performance.now() - now;
    this.#next = now + Math.max(REDRAWN_EVERY_MS, took * MOST_OF_TIME);
  }

  /** Removes what is shown, so that something else can be printed. */
  clear(): void {
    this.#block?.clear();
    this.#line.clear();
    this.#next = 0;
  }

  #lines(width: number): string[] {
    const seconds = (performance.now() - this.#start) / 1000;
    return [lineOfParts(this.#parts(seconds), width), '', ...standingsLines(this.#fold.report(), width)];
  }

  #parts(seconds: number): LinePart[] {
    const { games, schedule } = this.#fold;
    const done = games - this.#before;
    const planned = Math.max(games, schedule.planned);
    const rate = rateOf({ done, seconds });
    const left = secondsLeft({ done, seconds }, planned - games);
    return [
      { text: `${games} of ${planned} games`, rank: 0 },
      { text: rate === undefined ? '' : rateWords(rate), rank: 2 },
      { text: left === undefined || planned === games ? '' : leftWords(left), rank: 1 },
    ];
  }
}
