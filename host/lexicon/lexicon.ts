import type { Automaton } from './automaton.ts';

/** A compiled word list, and the path of its text for players. */
export interface Lexicon extends Automaton {
  /** That of a built-in list, or the file as the user named it. */
  readonly name: string;
  /** Of the sorted upper-case text, so that two files with the same words have the same hash. */
  readonly sha256: string;
  /** The text: upper case, one word a line, each ended by LF, sorted by byte, none twice. */
  readonly path: string;
}

/** Of a word that does not count: which list that is, and where a bot finds it. */
export function notInList({ name }: Pick<Lexicon, 'name'>): string {
  return `not in ${listNamed({ name })}`;
}

export function listNamed({ name }: Pick<Lexicon, 'name'>): string {
  return `the word list ${name} (WORDHOST_DICTIONARY names its file)`;
}
