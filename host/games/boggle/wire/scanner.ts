import type { Scanner } from '../../game.ts';
import { moveScanner } from '../../move-scanner.ts';
import type { Rules } from '../options.ts';
import type { Message } from './messages.ts';
import { readLine } from './read-line.ts';

/** One player's lines to messages. */
export function boggleScanner(longest: number, rules: Rules): Scanner<Message> {
  return moveScanner({ longest, beyondAscii: false }, (text) => readLine(text, rules));
}
