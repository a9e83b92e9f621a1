import { pointsOf } from 'wordhost/boggle';
import type { Chance } from 'wordhost/games';
import { type LevelName, shareKnown } from '../program/levels.ts';

/** The words that it will guess, the best first. Words without points are omitted. */
export function knownWords(words: readonly string[], level: LevelName, chance: Chance): string[] {
  return words
    .filter((word) => pointsOf(word) > 0 && chance() < shareKnown[level])
    .sort((one, other) => other.length - one.length);
}
