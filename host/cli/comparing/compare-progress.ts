import type { Comparison } from '../../tournament/comparison.ts';
import { RedrawnLine } from '../../views/terminal/live/redrawn-line.ts';
import { canRedraw } from '../print.ts';

/** Off a terminal there is a line so often. */
const LINE_EVERY_MS = 30_000;
const REDRAWN_EVERY_MS = 100;

interface Output {
  /** None: nothing is shown. */
  readonly stream: NodeJS.WriteStream | undefined;
  readonly now: () => number;
  readonly mostGames: number;
}

/** How a comparison stands: a line that is drawn again on a terminal, and now and then a plain one elsewhere. */
export class CompareProgress {
  readonly #output: Output;
  /** None off a terminal. */
  readonly #line: RedrawnLine | undefined;
  readonly #start: number;
  #last: number;

  constructor(output: Output) {
    this.#output = output;
    const { stream } = output;
    this.#line = stream && canRedraw(stream) ? new RedrawnLine(stream) : undefined;
    this.#start = output.now();
    this.#last = this.#line ? this.#start - REDRAWN_EVERY_MS : this.#start;
  }

  show(comparison: Comparison): void {
    const { stream } = this.#output;
    if (!stream) return;
    const now = this.#output.now();
    if (now - this.#last < (this.#line ? REDRAWN_EVERY_MS : LINE_EVERY_MS)) return;
    this.#last = now;
    const line = progressLine(comparison, (now - this.#start) / 1000, this.#output.mostGames);
    if (this.#line) this.#line.show(line);
    else stream.write(`${line}\n`);
  }

  /** Removes the line, so that something else can be printed. */
  clear(): void {
    this.#line?.clear();
  }
}

/** Games, how long it may still take, wins, Elo, and the log likelihood ratio between its bounds. */
export function progressLine(comparison: Comparison, seconds: number, mostGames: number): string {
  const { games, won, drawn, lost, elo, sprt } = comparison;
  const rate = seconds > 0 ? games / seconds : 0;
  const left = gamesLeft(comparison, mostGames);
  const isKnown = elo !== null && Number.isFinite(elo.error);
  return [
    `${games} games`,
    ...(rate > 0 ? [`${rate.toFixed(1)}/s`, `about ${left} left (${timeOf(left / rate)})`] : []),
    `${won}-${drawn}-${lost}`,
    ...(isKnown ? [`Elo ${elo.value.toFixed(1)} ± ${elo.error.toFixed(1)}`] : []),
    ...(sprt ? [`${sprt.llr.toFixed(2)} in ${sprt.lower.toFixed(2)}..${sprt.upper.toFixed(2)}`] : []),
  ].join(', ');
}

/** At the rate at which the ratio has moved so far. */
function gamesLeft({ games, sprt }: Comparison, mostGames: number): number {
  const most = Math.max(0, mostGames - games);
  if (sprt === null || sprt.llr === 0) return most;
  const all = (games * (sprt.llr > 0 ? sprt.upper : sprt.lower)) / sprt.llr;
  return Math.min(most, Math.max(0, Math.ceil(all - games)));
}

function timeOf(seconds: number): string {
  if (seconds < 100) return `${Math.ceil(seconds)} s`;
  return seconds < 6000 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
