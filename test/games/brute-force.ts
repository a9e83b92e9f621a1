import { readFileSync } from 'node:fs';
import type { Test } from 'tap';
import { openStream } from '../../host/core/chance.ts';
import { keyOf } from '../../host/core/seed.ts';
import { boardOf, rollBoard } from '../../host/games/boggle/board.ts';
import { pathFinder } from '../../host/games/boggle/path-finder.ts';
import { wordFinder } from '../../host/games/boggle/word-finder.ts';
import { build } from '../../host/lexicon/build.ts';
import { naiveFinder, wrongWithPath } from '../oracle/boggle-words.ts';
import { largeWordList, withoutLargeWordList } from '../word-lists.ts';

export type Throw = (sides: number) => number;

/** The same throws each time. */
export function throwsFrom(seed: number): Throw {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

export const oneOf = <Thing>(die: Throw, things: readonly Thing[]) => things[die(things.length)]!;
export const boardOfFaces = (width: number, height: number, die: Throw, faces: readonly string[]) =>
  boardOf(
    width,
    height,
    Array.from({ length: width * height }, () => oneOf(die, faces)),
  );
/** A finder and the oracle's view of the same words. */
export function listOf(words: readonly string[]) {
  const inOrder = [...new Set(words)].sort();
  const built = build(inOrder);
  if (!built.ok) throw new Error('these words cannot be compiled');
  return { inOrder, finder: wordFinder(built.automaton), naively: naiveFinder(words) };
}

export const common = 'EEETTAAOOIINNSSHRRDLLUCMWFGYPBVK';
export const faces = [...common, 'QU', 'QU', 'Q', 'U'];
export function tryBruteForce(t: Test, boards: number): void {
  t.test(
    `all words of ${boards} boards are those of the brute force`,
    { skip: withoutLargeWordList },
    async (t) => {
      const large = listOf(readFileSync(largeWordList!, 'latin1').trimEnd().split('\n'));
      const die = throwsFrom(1);
      let [found, withQu] = [0, 0];
      for (let index = 0; index < boards; index++) {
        const board =
          index % 2 === 0
            ? rollBoard(openStream(keyOf(`words ${index}`), 'board'), 4, 4)
            : boardOfFaces(4, 4, die, faces);
        const words = large.finder.wordsOn(board);
        const wanted = large.naively(board);
        if (words.join() !== wanted.join()) t.same(words, wanted, board.cells.join(' '));
        found += words.length;
        withQu += words.filter((word) => word.includes('QU')).length;
        const { pathOf } = pathFinder(board);
        const wrong = words.map((word) => wrongWithPath(board, word, pathOf(word) ?? []));
        if (wrong.some(Boolean)) t.same(wrong.filter(Boolean), [], board.cells.join(' '));
      }
      t.ok(found > 50 * boards, `${found} words were found`);
      t.ok(withQu > boards / 2, `${withQu} of them with Qu`);
    },
  );
}
