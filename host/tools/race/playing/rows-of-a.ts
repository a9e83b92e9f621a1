import { longHash } from '../../../files/long-hash.ts';
import { build } from '../../../lexicon/build.ts';
import type { Lexicon } from '../../../lexicon/lexicon.ts';
import { textOf } from '../../../lexicon/word-list.ts';

/** A racer's last peel is a row of so many. */
export const LONGEST_ROW = 200;

export const rows: readonly string[] = Array.from({ length: LONGEST_ROW }, (_, index) =>
  'A'.repeat(index + 1),
);

/** Every row of As is a word, so that a player needs no time to think. */
export function rowsOfA(): Lexicon {
  const built = build(rows);
  if (!built.ok) throw new Error('the rows of As cannot be compiled');
  return { ...built.automaton, name: 'rows of A', sha256: longHash(textOf(rows)), path: '' };
}
