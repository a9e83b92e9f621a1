import type { Notice } from 'wordhost/scrabble';

export interface Ending {
  readonly winner: boolean;
  readonly draw: boolean;
  /** By the numbers of the players. */
  readonly scores: readonly number[];
}

/** Who has left, and how a game ended, from what is told of it. */
export class HeardEnding {
  readonly #player: number;
  readonly #left = new Set<number>();
  #totals: ReadonlyMap<number, number> | undefined;

  constructor(player: number) {
    this.#player = player;
  }

  hear(notice: Notice): void {
    if (notice.type === 'forfeited') this.#left.add(notice.player);
    if (notice.type === 'gameover')
      this.#totals = new Map(notice.scores.map(({ player, points }) => [player, points]));
  }

  /** `scores`: as they were last, for a game that is not told to its end. Of two or more the last one left has won. */
  ending(scores: readonly number[]): Ending {
    const totals = this.#totals;
    if (!totals) return { winner: false, draw: false, scores: [...scores] };
    const stayed = [...totals].filter(([player]) => !this.#left.has(player));
    const most = Math.max(...stayed.map(([, points]) => points));
    const tops = stayed.filter(([, points]) => points === most).map(([player]) => player);
    const isTop = tops.includes(this.#player);
    return {
      winner: isTop && tops.length === 1,
      draw: isTop && tops.length > 1,
      scores: scores.map((points, index) => totals.get(index + 1) ?? points),
    };
  }
}
