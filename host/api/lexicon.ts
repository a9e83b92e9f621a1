/** Word lists: loaded, looked up, walked along letter by letter. */

import './this-node.ts';

export {
  type Automaton,
  ENDS_WORD,
  hasWord,
  LAST_EDGE,
  LETTER_SHIFT,
  step,
  TARGET,
  wordsOf,
} from '../lexicon/automaton.ts';
export { type Built, build } from '../lexicon/build.ts';
export type { Gaddag } from '../lexicon/formats/gaddag.ts';
export { cachedGaddag as keptGaddag } from '../lexicon/gaddag-cache.ts';
export type { Lexicon } from '../lexicon/lexicon.ts';
export { type LexiconReading, loadLexicon } from '../lexicon/load.ts';
