import type { SharedEvent } from '../../events/noted.ts';
import { optionsOf } from '../../games/kit/own-options.ts';
import type { MatchPlan } from '../../match/plan/plan.ts';
import { RedrawnLine } from '../../views/terminal/live/redrawn-line.ts';
import { SilenceLine } from '../../views/terminal/live/silence-line.ts';
import { turnLimitMs } from '../reporting/turn-limit.ts';
import { isTerminalFree } from './free-terminal.ts';

const PERIOD_MS = 1000;

/** On a terminal, for each game: whom it waits for. */
export class SilenceWatch implements Disposable {
  readonly #bottom: RedrawnLine;
  #line: SilenceLine | undefined;
  readonly #timer = setInterval(() => isTerminalFree() && this.#line?.tick(), PERIOD_MS).unref();

  constructor(stream: NodeJS.WriteStream) {
    this.#bottom = new RedrawnLine(stream);
  }

  /** The newest game is watched: the one before has ended, and only its players are still being ended. */
  of({ game, players, setup, limits }: MatchPlan): (event: SharedEvent) => void {
    const line = new SilenceLine(this.#bottom, {
      turnRanOut: (event) => game.turnRanOut?.(event),
      players,
      readyMs: limits.readyTimeout / 1e6,
      turnMs: (seat) => turnLimitMs(optionsOf(setup, seat)),
    });
    this.clear();
    this.#line = line;
    return (event) => line.take(event);
  }

  clear(): void {
    this.#line?.clear();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.clear();
  }
}
