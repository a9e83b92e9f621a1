/** A person at a terminal: who has it, and what is drawn there. */

import './this-node.ts';

export { asProgram } from '../bots/as-program.ts';
export { Inbox, linesOfGreeting, PartReader } from '../bots/inbox.ts';
export { cut, inLines, padEnd, visibleLines, widthOf, wrapped } from '../core/text.ts';
export { claimTerminal, TerminalLock, type TerminalRequest } from '../terminal/terminal.ts';
export { isColoured, type Paint, paintFor } from '../views/terminal/paint.ts';
export { drawPanel, inColumns, legendLine, spaceOf } from '../views/terminal/pictures.ts';
