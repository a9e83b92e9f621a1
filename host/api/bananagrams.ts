/** Bananagrams: its rules, its wire, and a judge of grids. */

import './this-node.ts';

export { type PlayOptions, play } from '../bots/bananagrams/play.ts';
export { Solver } from '../bots/bananagrams/solving/solver.ts';
export type { Answer, Hand, Strategy, Table } from '../bots/bananagrams/strategy.ts';
export { Talk } from '../bots/bananagrams/talk.ts';
export { bananagrams as game } from '../games/bananagrams/bananagrams.ts';
export type { BananagramsEvent as Event } from '../games/bananagrams/events.ts';
export { judgeGrid } from '../games/bananagrams/judge/judge-grid.ts';
export { explain, type Refusal } from '../games/bananagrams/judge/refusal.ts';
export { standardBunch } from '../games/bananagrams/tiles/bunch.ts';
export { type GridReading, gridText, readGrid } from '../games/bananagrams/wire/grid-text.ts';
export type { Dialect, Grid, Message, Notice } from '../games/bananagrams/wire/messages.ts';
export { readNotice } from '../games/bananagrams/wire/notices.ts';
export { messageText, noticeText } from '../games/bananagrams/wire/text.ts';
