import { type Key, openStream } from '../../../core/chance.ts';
import type { Board } from './board.ts';
import { builtInBoard, builtInBoardNames } from './built-in-boards.ts';
import { randomBoard, randomBoardNames, readRandomName } from './random-board.ts';

export const boardNames: readonly string[] = [...builtInBoardNames, ...randomBoardNames];

/**
 * The built-in board of that name, if there is one. `random` is drawn from the match's key, `random:SEED`
 * from its own: with one seed both are the same board. Without the key of a match there is no `random`.
 */
export function namedBoard(
  name: string,
  keyOf: (seed: string) => Key,
  matchKey: Key | undefined,
): Board | undefined {
  const random = readRandomName(name);
  if (!random) return builtInBoard(name);
  const key = random.seed === undefined ? matchKey : keyOf(random.seed);
  return key && randomBoard(random.kind, name, openStream(key, 'board'));
}
