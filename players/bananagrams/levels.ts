import { type LevelName, levelNames } from '../program/levels.ts';

interface Skill {
  readonly msPerTile: number;
  readonly pauseMs: number;
  readonly longest: number;
}

const best: Skill = { msPerTile: 0, pauseMs: 0, longest: Number.POSITIVE_INFINITY };

/** Skills from a beginner to the best, at human speeds. */
const numbered = {
  1: { ...best, msPerTile: 12_000, longest: 4 },
  2: { ...best, msPerTile: 7000, longest: 5 },
  3: { ...best, msPerTile: 4000, longest: 6 },
  4: { ...best, msPerTile: 2000, longest: 8 },
  5: best,
} as const satisfies Readonly<Record<number, Skill>>;

/** The levels of every player. Lower levels are slower, because speed wins a race. */
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
