/** Word lists: loaded, looked up, walked along letter by letter. */

import './this-node.ts';

export {
  type Automaton,
  ENDS_WORD,
  LAST_EDGE,
  LETTER_SHIFT,
  step,
  TARGET,
  wordsOf,
} from '../lexicon/automaton.ts';
export { type Built, build } from '../lexicon/build.ts';
export type { Gaddag } from '../lexicon/formats/gaddag.ts';
export { keptGaddag } from '../lexicon/kept/kept-gaddag.ts';
export type { Lexicon } from '../lexicon/lexicon.ts';
export { type LexiconReading, loadLexicon } from '../lexicon/load.ts';
export { hasWord } from '../lexicon/lookup.ts';
