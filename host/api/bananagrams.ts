/** Bananagrams: its rules, its wire, and a judge of grids. */

import './this-node.ts';

export type { Answer, Hand, Strategy, Table } from '../bots/bananagrams/play.ts';
export { type PlayOptions, play, Talk } from '../bots/bananagrams/play.ts';
export { Solver } from '../bots/bananagrams/solver.ts';
export { solvingWith, unhurried } from '../bots/bananagrams/strategies.ts';
export { bananagrams as game } from '../games/bananagrams/bananagrams.ts';
export type { BananagramsEvent as Event } from '../games/bananagrams/events.ts';
export { explain, judgeGrid, type Refusal } from '../games/bananagrams/judge.ts';
export {
  type Box,
  columnOf,
  FIELD_SIDE,
  type Marks,
  marksOf,
  rowOf,
  TileGrid,
} from '../games/bananagrams/tile-grid.ts';
export { standardBunch } from '../games/bananagrams/tiles.ts';
export type { Dialect, Grid, Message, Notice } from '../games/bananagrams/wire/messages.ts';
export {
  type GridReading,
  gridText,
  messageText,
  noticeText,
  readGrid,
  readNotice,
} from '../games/bananagrams/wire/messages.ts';
