import { controllingTerminal } from '../../terminal/controlling-terminal.ts';
import { isTerminalTaken } from '../../terminal/terminal-lock.ts';

const LOOK_EVERY_MS = 100;

let lookedAt = Number.NEGATIVE_INFINITY;
let isFree = true;

/** No player has the terminal, so the host may draw on it. */
export function isTerminalFree(): boolean {
  const now = performance.now();
  if (now < lookedAt + LOOK_EVERY_MS) return isFree;
  lookedAt = now;
  const terminal = controllingTerminal();
  isFree = terminal === undefined || !isTerminalTaken(terminal);
  return isFree;
}
