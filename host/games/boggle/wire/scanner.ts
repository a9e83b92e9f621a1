import type { Scanner } from '../../game.ts';
import { type LastMove, moveScanner } from '../../line-game/wire/move-scanner.ts';
import type { Rules } from '../options.ts';
import type { Message, Move } from './messages.ts';
import { lineReader } from './read-line.ts';

/** The first in whose records nothing is read after `done`. */
const DROPS_ALL_AFTER_DONE = 2;

const done: LastMove<Move> = { is: ({ type }) => type === 'done', unread: { type: 'unread' } };

/** One player's lines to messages. */
export function boggleScanner(
  longest: number,
  rules: Rules,
  edition = DROPS_ALL_AFTER_DONE,
): Scanner<Message> {
  const last = edition >= DROPS_ALL_AFTER_DONE ? done : undefined;
  return moveScanner({
    rules: { longest, beyondAscii: false },
    readLine: lineReader(rules),
    last,
    otherWire,
  });
}

function otherWire(first: string): string | undefined {
  if (first !== 'n' && first !== 'r') return undefined;
  return 'that is Bananagrams; this is Boggle, whose first answer is the line `ready`';
}
