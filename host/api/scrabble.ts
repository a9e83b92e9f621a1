/** Scrabble: its rules, its wire, a judge of moves, and all legal plays of a hand. */

import './this-node.ts';

export { anyPlay } from '../bots/scrabble/any-play.ts';
export { bestPlay } from '../bots/scrabble/best-play.ts';
export type { FollowedGame } from '../bots/scrabble/game.ts';
export { followGame } from '../bots/scrabble/game.ts';
export { type PlayOptions, play, playMoves } from '../bots/scrabble/play.ts';
export { refusalOf } from '../bots/scrabble/refusal.ts';
export type { Choice, Chooser, Mover, OpenMover, Strategy } from '../bots/scrabble/strategy.ts';
export type { Board } from '../games/scrabble/board/board.ts';
export { builtInBoard } from '../games/scrabble/board/built-in-boards.ts';
export { placeOfWord } from '../games/scrabble/board/squares.ts';
export type { ScrabbleEvent as Event } from '../games/scrabble/events.ts';
export {
  type Cgp,
  type CgpOperation,
  type CgpPlayer,
  type CgpPosition,
  type CgpReading,
  cgpOf,
  cgpText,
  positionOfCgp,
  readCgp,
} from '../games/scrabble/formats/cgp.ts';
export { readWrittenMove, type WrittenMove } from '../games/scrabble/formats/move-notation.ts';
export { withDots } from '../games/scrabble/formats/siu-moves.ts';
export { readTypedMove } from '../games/scrabble/formats/typed-move.ts';
export { judgeChange, judgePlay } from '../games/scrabble/judge/judge-move.ts';
export type { HeldTiles, Judgement, JudgingTerms } from '../games/scrabble/judge/judgement.ts';
export { explain } from '../games/scrabble/judge/judgement.ts';
export { emptyPosition, type Position } from '../games/scrabble/judge/position.ts';
export type { BestVisit } from '../games/scrabble/moves/best-plays.ts';
export { BestPlays, type SearchedWords, searchedWords } from '../games/scrabble/moves/best-plays.ts';
export { Endgame, otherRack } from '../games/scrabble/moves/endgame.ts';
export { staticEquity } from '../games/scrabble/moves/equity.ts';
export {
  fileLeaves,
  type KeptTiles,
  keptTiles,
  type LeaveParts,
  type LeaveValues,
  leaveValues,
} from '../games/scrabble/moves/leaves.ts';
export { type Multipliers, squareMultipliers } from '../games/scrabble/moves/line.ts';
export { type RankedPlay, RankedPlays, worthOf } from '../games/scrabble/moves/ranked-plays.ts';
export { type FoundPlay, searchPlays } from '../games/scrabble/moves/search-plays.ts';
export { type BoardWindow, boardPanel } from '../games/scrabble/picture.ts';
export { type RuleSet, ruleSets } from '../games/scrabble/rule-sets.ts';
export { scrabble as game } from '../games/scrabble/scrabble.ts';
export { builtInTileSet, isBlank } from '../games/scrabble/tiles/tile-set.ts';
export {
  type GreetingReading,
  greetingText,
  type Introduction as Greeting,
  readGreeting,
} from '../games/scrabble/wire/greeting.ts';
export type { Move as Message, Notice, Placement } from '../games/scrabble/wire/messages.ts';
export { moveText as messageText, noticeText, readNotice } from '../games/scrabble/wire/messages.ts';
export { type KlvFile, type KlvReading, readKlv } from '../lexicon/formats/klv-file.ts';
