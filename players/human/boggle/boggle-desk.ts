import { pathFinder, readGreeting } from 'wordhost/boggle';
import { loadLexicon } from 'wordhost/lexicon';
import type { Desk, DeskRequest } from '../desk.ts';
import { BoggleDesk } from './desk.ts';
import { WatchedWords } from './watched-words.ts';

export function boggleDesk({ lines, options, send, paint }: DeskRequest): Desk | string {
  const read = readGreeting(lines);
  if (!read.ok) return `cannot read the start of the game: ${read.problem}`;
  const { told } = read;
  const loaded = loadLexicon(told.dictionary);
  if (!loaded.ok) return loaded.problem;
  const terms = { paths: pathFinder(told.board), lexicon: loaded.lexicon };
  const watched = new WatchedWords(told, options.person);
  return new BoggleDesk({ watched, terms, send, paint, isBlunt: options.blunt });
}
