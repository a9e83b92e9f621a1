import { type Pace, rateOf, secondsLeft } from '../../core/pace.ts';
import type { Comparison } from '../../tournament/comparison.ts';
import { gamesLeft } from '../../tournament/games-left.ts';
import type { TestState } from '../../tournament/likelihood-test.ts';
import type { LinePart } from '../../views/terminal/live/line-parts.ts';
import { leftWords, rateWords, roughCount, roughTime } from '../../views/terminal/live/pace-words.ts';
import { ProgressLine, type ProgressOutput } from '../../views/terminal/live/progress-line.ts';

interface Output extends ProgressOutput {
  readonly mostGames: number;
}

/** How a comparison stands: a line that is drawn again on a terminal, and now and then a plain one elsewhere. */
export class CompareProgress {
  readonly #line: ProgressLine;
  readonly #mostGames: number;
  /** Games of earlier runs: they took no time of this one. */
  #before = 0;

  constructor({ mostGames, ...output }: Output) {
    this.#line = new ProgressLine(output);
    this.#mostGames = mostGames;
  }

  show(comparison: Comparison): void {
    this.#line.show((seconds) => compareParts(comparison, seconds, this.#mostGames, this.#before));
  }

  startAfter({ games }: Comparison): void {
    this.#before = games;
  }

  /** Removes the line, so that something else can be printed. */
  clear(): void {
    this.#line.clear();
  }
}

/** Games, their rate, wins, Elo, the log likelihood ratio between its bounds, and what may be left. */
export function compareParts(
  comparison: Comparison,
  seconds: number,
  mostGames: number,
  before = 0,
): LinePart[] {
  const { games, won, drawn, lost, elo, sprt } = comparison;
  const pace = { done: games - before, seconds };
  const rate = rateOf(pace);
  return [
    { text: `${games} games`, rank: 0 },
    { text: rate === undefined ? '' : rateWords(rate), rank: 5 },
    { text: games === 0 || won === null ? '' : `${won}-${drawn}-${lost}`, rank: 2 },
    { text: elo ? `Elo ${elo.value.toFixed(1)} ± ${elo.error.toFixed(1)}` : '', rank: 4 },
    { text: sprt ? ratioWords(sprt) : '', rank: 3 },
    { text: restWords(comparison, pace, mostGames), rank: 1 },
  ];
}

function ratioWords({ llr, lower, upper }: TestState): string {
  const [from, to] = [lower.toFixed(2), upper.toFixed(2)];
  return `${llr.toFixed(2)} in ${from === `-${to}` ? `±${to}` : `${from}..${to}`}`;
}

function restWords(comparison: Comparison, pace: Pace, mostGames: number): string {
  const { sprt } = comparison;
  const left = gamesLeft(comparison, mostGames);
  const time = secondsLeft(pace, left);
  if (left === undefined || time === undefined) return leftWords(undefined);
  return `${sprt === null ? left : `~${roughCount(left)}`} left (${roughTime(time)})`;
}
