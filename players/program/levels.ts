/** The names of levels are the same for each player. */
export const levelNames = ['all', 'half', 'few'] as const;

export type LevelName = (typeof levelNames)[number];

/** The share of known words. */
export const shareKnown: Readonly<Record<LevelName, number>> = { all: 1, half: 1 / 2, few: 1 / 8 };

export const levelReader = {
  '--level': {
    wants: 'all, half or few',
    read(value: string): { level: LevelName } | undefined {
      const level = levelNames.find((name) => name === value);
      return level === undefined ? undefined : { level };
    },
  },
};
