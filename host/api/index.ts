/** Matches: the games, a plan of a match, the players, and the match played. Each game has a door of its own. */

import './this-node.ts';

export type { Effect, Game, Games, Setup, Step } from '../games/game.ts';
export type { Offence, Verdict } from '../games/kit/verdict.ts';
export type { Panel } from '../games/presentation.ts';
export { type GameName, games } from '../games/registry.ts';
export { liveClock } from '../match/clock.ts';
export {
  type MatchPlan,
  type MatchRequest,
  type MatchSettings,
  planFromRequest,
  planMatch,
  readMatchRequest,
  type WordLists,
} from '../match/plan.ts';
export { playMatch } from '../match/play-match.ts';
export type { OpenSeats, SeatHandle, SeatListener, SeatRequest } from '../match/seat.ts';
export { type HostingRequest, processSeats } from '../seats/process/process-seats.ts';
export { type Script, scriptedSeats } from '../seats/scripted/scripted-seats.ts';
export { type OptionSource, settleOptions } from '../settings/settle-options.ts';
export { RecordFailure, type RunMatchRequest, runMatch } from './run-match.ts';
