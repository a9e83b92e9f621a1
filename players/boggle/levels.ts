import { pointsOf } from 'wordhost/boggle';
import type { Chance } from '../program/chance.ts';

/** The part of the words on a board that it finds. */
export const levels = { all: 1, half: 1 / 2, few: 1 / 8 } as const satisfies Record<string, number>;

export type LevelName = keyof typeof levels;

/** Those that it will guess, the best first: longer words never bring less. Words without points are no use. */
export function knownWords(words: readonly string[], level: LevelName, chance: Chance): string[] {
  return words
    .filter((word) => pointsOf(word) > 0 && chance() < levels[level])
    .sort((one, other) => other.length - one.length);
}
