import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { longHash } from '../files/long-hash.ts';
import { type Automaton, LAST_EDGE, LETTER_SHIFT, letterNumbers, wordsOf } from './automaton.ts';
import { cacheFolders } from './cache.ts';
import type { Lexicon } from './lexicon.ts';
import { textOf } from './word-list.ts';

/** The lists of the last matches: the games of a pair have the same. */
const MOST_CACHED = 4;
const cached = new Map<string, Lexicon>();

/** The list with each letter replaced by another one. Its files are written for the players of a match, and removed after it. */
export function permuted(lexicon: Lexicon, letters: ReadonlyMap<string, string>): Lexicon {
  const key = [lexicon.sha256, ...[...letters].flat()].join(' ');
  const known = cached.get(key);
  if (known) return known;
  const automaton = { ...lexicon, edges: permutedEdges(lexicon, letters) };
  const sha256 = longHash(textOf([...wordsOf(automaton)]));
  const path = join(cacheFolders(process.env)[0]!.path, `permuted-${process.pid}`, `${sha256}.txt`);
  const made: Lexicon = { ...automaton, sha256, path, isTemporary: true };
  cached.set(key, made);
  if (cached.size > MOST_CACHED) cached.delete(cached.keys().next().value!);
  return made;
}

/** The edges of a state stay together, so states keep their numbers. */
function permutedEdges({ edges, alphabet }: Automaton, letters: ReadonlyMap<string, string>): Uint32Array {
  const numbers = letterNumbers(alphabet);
  const others = alphabet.map((letter) => numbers.get(letters.get(letter) ?? letter)!);
  const rest = (1 << LETTER_SHIFT) - 1;
  const made = edges.slice();
  for (let from = 1, index = 1; index < edges.length; index++) {
    const edge = edges[index]!;
    made[index] = ((others[(edge >>> LETTER_SHIFT) - 1]! << LETTER_SHIFT) | (edge & rest & ~LAST_EDGE)) >>> 0;
    if ((edge & LAST_EDGE) === 0) continue;
    made.subarray(from, index + 1).sort();
    made[index]! |= LAST_EDGE;
    from = index + 1;
  }
  return made;
}

const uses = new Map<string, number>();

/** Keeps the files of a temporary list while matches use them. */
export function useFiles({ path, isTemporary }: Lexicon): Disposable {
  if (!isTemporary) return { [Symbol.dispose]() {} };
  if (uses.size === 0) process.once('exit', () => rmSync(dirname(path), { recursive: true, force: true }));
  uses.set(path, (uses.get(path) ?? 0) + 1);
  return {
    [Symbol.dispose]() {
      const left = uses.get(path)! - 1;
      uses.set(path, left);
      if (left === 0)
        for (const file of [path, path.replace(/\.txt$/, '.lex')]) rmSync(file, { force: true });
    },
  };
}
