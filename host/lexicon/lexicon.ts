import type { Automaton } from './automaton.ts';

/** A compiled word list with the path of its text, which players read. */
export interface Lexicon extends Automaton {
  /** The name of a built-in list, or the file name as the user wrote it. */
  readonly name: string;
  /** The hash of the sorted text in upper case. Files with the same words have the same hash. */
  readonly sha256: string;
  /** The path of the text: words in upper case, one per line, each with LF, sorted by byte, without duplicates. */
  readonly path: string;
  /** The files are of one match. */
  readonly isTemporary?: true;
}

/** Explains why a word is refused: names the list, and where a bot finds it. */
export function notInList({ name }: Pick<Lexicon, 'name'>): string {
  return `not in ${listNamed({ name })}`;
}

export function listNamed({ name }: Pick<Lexicon, 'name'>): string {
  return `the word list ${name} (WORDHOST_DICTIONARY names its file)`;
}
