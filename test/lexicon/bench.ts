/** How fast lists are compiled and words looked up: `node --conditions=wordhost-source test/lexicon/bench.ts`. */
import { readFileSync } from 'node:fs';
import { Bench } from 'tinybench';
import { build } from '../../host/lexicon/build.ts';
import { loadLexicon } from '../../host/lexicon/load.ts';
import { hasWord } from '../../host/lexicon/lookup.ts';
import { explain } from '../../host/lexicon/problem.ts';
import { readWordList } from '../../host/lexicon/word-list.ts';
import { largeWordList } from '../word-lists.ts';

const english = loadLexicon('english');
if (!english.ok) throw new Error(english.problem);
const { lexicon } = english;
const file = largeWordList ?? lexicon.path;
const bytes = readFileSync(file);
const list = readWordList(bytes);
if (!list.ok) throw new Error(explain(file, list.fault));
const { words } = list;
const known = scattered(readFileSync(lexicon.path, 'latin1').trimEnd().split('\n'));
const unknown = known.map((word) => `${word.slice(0, -1)}Q`);

const bench = new Bench({ time: 1000 })
  .add(`compile ${words.length} words, parsing included`, () => compile())
  .add(`load english (${lexicon.words} words)`, () => loadLexicon('english'))
  .add('look up 1000 words that are there', () => countOf(known))
  .add('look up 1000 words that are not', () => countOf(unknown));
await bench.run();
console.table(bench.table());

function compile(): unknown {
  const read = readWordList(bytes);
  return read.ok && build(read.words);
}

function countOf(some: readonly string[]): number {
  let count = 0;
  for (const word of some) if (hasWord(lexicon, word)) count++;
  return count;
}

/** A thousand of them, in no order, each a string of its own. */
function scattered(all: readonly string[]): readonly string[] {
  return Array.from({ length: 1000 }, (_, number) =>
    Buffer.from(all[(number * 7919) % all.length]!).toString(),
  );
}
