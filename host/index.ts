/** What other programs may import: the library. */
export {
  type Automaton,
  ENDS_WORD,
  LAST_EDGE,
  LETTER_SHIFT,
  step,
  TARGET,
  wordsOf,
} from './lexicon/automaton.ts';
export { type LexiconReading, loadLexicon } from './lexicon/load.ts';
