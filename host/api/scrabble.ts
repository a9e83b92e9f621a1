/** Scrabble: its rules, its wire, a judge of moves, and all legal plays of a hand. */

import './this-node.ts';

export { followGame } from '../bots/scrabble/follow-game.ts';
export type { FollowedGame } from '../bots/scrabble/followed-game.ts';
export type { Mover, OpenMover } from '../bots/scrabble/mover.ts';
export { type PlayOptions, play, playMoves } from '../bots/scrabble/play.ts';
export type { Choice, Chooser, Strategy } from '../bots/scrabble/strategy.ts';
export type { Board } from '../games/scrabble/board/board.ts';
export { builtInBoard } from '../games/scrabble/board/built-in-boards.ts';
export type { ScrabbleEvent as Event } from '../games/scrabble/events.ts';
export { type Cgp, type CgpOperation, cgpText } from '../games/scrabble/formats/cgp/cgp.ts';
export { type CgpPlayer, cgpOf } from '../games/scrabble/formats/cgp/cgp-of-position.ts';
export { type CgpPosition, positionOfCgp } from '../games/scrabble/formats/cgp/position-of-cgp.ts';
export { type CgpReading, readCgp } from '../games/scrabble/formats/cgp/read-cgp.ts';
export { explain } from '../games/scrabble/judge/explain.ts';
export { judgeChange } from '../games/scrabble/judge/judge-change.ts';
export { judgePlay } from '../games/scrabble/judge/judge-play.ts';
export type { HeldTiles, Judgement, JudgingTerms } from '../games/scrabble/judge/judgement.ts';
export { emptyPosition, type Position } from '../games/scrabble/judge/position.ts';
export { BestPlays, type SearchedWords, searchedWords } from '../games/scrabble/moves/best-plays.ts';
export type { BestVisit } from '../games/scrabble/moves/lanes/best-first.ts';
export { type KeptTiles, keptTiles } from '../games/scrabble/moves/leaves/kept-tiles.ts';
export {
  type LeaveParts,
  type LeaveValues,
  leaveValues,
} from '../games/scrabble/moves/leaves/leave-values.ts';
export { type Multipliers, squareMultipliers } from '../games/scrabble/moves/multipliers.ts';
export { type RankedPlay, RankedPlays, worthOf } from '../games/scrabble/moves/ranked-plays.ts';
export { type FoundPlay, searchPlays } from '../games/scrabble/moves/search-plays.ts';
export { type RuleSet, ruleSets } from '../games/scrabble/rule-sets.ts';
export { scrabble as game } from '../games/scrabble/scrabble.ts';
export { type BoardWindow, boardPanel, isBlank } from '../games/scrabble/shown/board-panel.ts';
export { placeOfWord } from '../games/scrabble/shown/named-places.ts';
export { builtInTileSet } from '../games/scrabble/tiles/built-in-tiles.ts';
export { greetingText, type Introduction as Greeting } from '../games/scrabble/wire/greeting.ts';
export type { Move as Message, Notice, Placement } from '../games/scrabble/wire/messages.ts';
export { type GreetingReading, readGreeting } from '../games/scrabble/wire/read-greeting.ts';
export { readNotice } from '../games/scrabble/wire/read-notice.ts';
export { moveText as messageText, noticeText } from '../games/scrabble/wire/text.ts';
export { readWrittenMove, type WrittenMove } from '../games/scrabble/written-move.ts';
