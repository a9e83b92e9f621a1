import { UsageError } from '../../../core/usage-error.ts';
import type { TournamentReport } from '../../../tournament/report/report-fields.ts';

/** Which games a page has to step through: all, the bad ones, or these and so many of the newest. */
export type ShownGames = 'all' | 'bad' | number;

const MOST_NEWEST = 10_000;

export function readShownGames(text: string): ShownGames {
  if (text === 'all' || text === 'bad') return text;
  const newest = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (newest <= MOST_NEWEST) return newest;
  throw new UsageError(
    `--games: expected all, bad, or how many of the newest games, from 0 to ${MOST_NEWEST}; got ${JSON.stringify(text)}`,
  );
}

/** Of very many bad games the newest are read: each record takes a while, and each game makes a page larger. */
const MOST_BAD_READ = 200;
const MOST_BAD_SHOWN = 20;

export interface GamesToRead {
  /** To tell what went wrong. */
  readonly bad: ReadonlySet<number>;
  /** To be stepped through. */
  readonly shown: ReadonlySet<number>;
}

export function gamesToRead(
  { bad }: Pick<TournamentReport, 'bad'>,
  numbers: readonly number[],
  reads: 'bad games' | 'shown games' | 'nothing',
  shown: ShownGames,
): GamesToRead {
  if (reads === 'nothing') return { bad: new Set(), shown: new Set() };
  const newest = [...new Set(bad.map(({ number }) => number))].sort((one, other) => other - one);
  const isShown = reads === 'shown games';
  return {
    bad: new Set(newest.slice(0, MOST_BAD_READ)),
    shown: new Set(isShown ? shownOf(newest, numbers, shown) : []),
  };
}

function shownOf(bad: readonly number[], numbers: readonly number[], shown: ShownGames): readonly number[] {
  if (shown === 'all') return numbers;
  const newest = typeof shown === 'number' && shown > 0 ? numbers.slice(-shown) : [];
  return [...bad.slice(0, MOST_BAD_SHOWN), ...newest];
}
