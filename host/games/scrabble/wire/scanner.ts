import type { Scanner } from '../../game.ts';
import type { LineRules } from '../../line-game/wire/line-scanner.ts';
import { moveScanner } from '../../line-game/wire/move-scanner.ts';
import type { Message } from './messages.ts';
import { lineReader } from './read-line.ts';

/** One player's lines to messages. `letters` are those of the tiles, besides A to Z. */
export function scrabbleScanner(rules: LineRules, letters: ReadonlySet<string>): Scanner<Message> {
  return moveScanner({ rules, readLine: lineReader(letters), otherWire });
}

function otherWire(first: string): string | undefined {
  if (first !== 'n' && first !== 'r') return undefined;
  return 'that is Bananagrams; this is Scrabble, whose first answer is the line `ready`';
}
