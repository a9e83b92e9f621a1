/** A person at a terminal: who has it, and what is drawn there. */

import './this-node.ts';

export { asProgram } from '../bots/as-program.ts';
export { Inbox } from '../bots/inbox.ts';
export { linesOfGreeting, PartReader } from '../bots/lines.ts';
export { cut, padEnd, widthOf } from '../core/text/columns.ts';
export { inLines, wrapped } from '../core/text/in-lines.ts';
export { visibleLines } from '../core/text/visible.ts';
export { claimTerminal, TerminalLock, type TerminalRequest } from '../terminal/terminal-lock.ts';
export { inColumns } from '../views/terminal/grids/in-columns.ts';
export { drawPanel, legendLine, spaceOf } from '../views/terminal/grids/panels.ts';
export { isColoured, type Paint, paintFor } from '../views/terminal/paint.ts';
