import { type LevelName, levelNames } from '../program/levels.ts';

/** How a player is slower than its best. */
interface Skill {
  /** For each tile that comes into its hand: a player with many to lay needs longer. */
  readonly msPerTile: number;
  /** Before each peel. */
  readonly pauseMs: number;
  /** The most letters of a word that it lays. */
  readonly longest: number;
}

const best: Skill = { msPerTile: 0, pauseMs: 0, longest: Number.POSITIVE_INFINITY };

/** From a beginner to its best, at speeds of people. */
const numbered = {
  1: { ...best, msPerTile: 12_000, longest: 4 },
  2: { ...best, msPerTile: 7000, longest: 5 },
  3: { ...best, msPerTile: 4000, longest: 6 },
  4: { ...best, msPerTile: 2000, longest: 8 },
  5: best,
} as const satisfies Readonly<Record<number, Skill>>;

/** The levels that every player has: a race is won by speed, so less is slower. */
const shared: Readonly<Record<LevelName, Skill>> = {
  all: best,
  half: { ...best, pauseMs: 500 },
  few: { ...best, pauseMs: 2000 },
};

export type RaceLevel = LevelName | `${keyof typeof numbered}`;

export const skills: Readonly<Record<RaceLevel, Skill>> = { ...numbered, ...shared };

export const raceLevelReader = {
  '--level': {
    wants: `1 to 5, ${levelNames.slice(0, -1).join(', ')} or ${levelNames.at(-1)}`,
    read: (value: string): { level: RaceLevel } | undefined =>
      Object.hasOwn(skills, value) ? { level: value as RaceLevel } : undefined,
  },
};
