/** The visible part of an axis of shares. */
export interface Scale {
  readonly low: number;
  readonly high: number;
}

const halves = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5];

/** A share with its interval. */
export interface PlottedShare {
  readonly label: string;
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

/** Shares with the fair share in the middle. */
export interface SharesPlotted {
  readonly title: string;
  readonly rows: readonly PlottedShare[];
  readonly fair: number;
}

/** The narrowest range that contains the fair share and all intervals. */
export function scaleOf({ rows, fair }: Pick<SharesPlotted, 'rows' | 'fair'>): Scale {
  const farthest = Math.max(...rows.flatMap(({ low, high }) => [fair - low, high - fair]));
  const half = halves.find((each) => farthest <= each) ?? 1;
  return { low: Math.max(0, fair - half), high: Math.min(1, fair + half) };
}

/** The curve may reach 1. */
export const wholeScale: Scale = { low: 0, high: 1 };

/** The position of a share from 0 to 1. */
export function positionOn({ low, high }: Scale, share: number): number {
  return Math.min(1, Math.max(0, (share - low) / (high - low)));
}
