/** What other programs may import: the library. */

export { eventLine } from '../events/event-line.ts';
export { EventLog } from '../events/event-log.ts';
export { type Result, ResultFold } from '../events/result.ts';
export { bananagrams } from '../games/bananagrams/bananagrams.ts';
export { standardBunch } from '../games/bananagrams/rules/bunch.ts';
export { judgeGrid } from '../games/bananagrams/rules/judge.ts';
export { explain } from '../games/bananagrams/rules/refusal.ts';
export { gridText, readGrid } from '../games/bananagrams/wire/grid-text.ts';
export type { Dialect, Grid, Message, Notice } from '../games/bananagrams/wire/messages.ts';
export { readNotice } from '../games/bananagrams/wire/notices.ts';
export { messageText, noticeText } from '../games/bananagrams/wire/text.ts';
export { type Board as BoggleBoard, boardOf as boggleBoard } from '../games/boggle/board/board.ts';
export { boggle } from '../games/boggle/boggle.ts';
export type { Introduction as BoggleTold } from '../games/boggle/wire/greeting.ts';
export type { Notice as BoggleNotice } from '../games/boggle/wire/messages.ts';
export { readGreeting as readBoggleGreeting } from '../games/boggle/wire/read-greeting.ts';
export { readNotice as readBoggleNotice } from '../games/boggle/wire/read-notice.ts';
export { type PathFinder, pathFinder } from '../games/boggle/words/path-finder.ts';
export { pointsOf } from '../games/boggle/words/points.ts';
export { type WordFinder, wordFinder } from '../games/boggle/words/word-finder.ts';
export type { Game, Setup, Step } from '../games/game.ts';
export type { Offence, Verdict } from '../games/kit/verdict.ts';
export { type GameName, games } from '../games/registry.ts';
export type { Board } from '../games/scrabble/board/board.ts';
export { judgeChange } from '../games/scrabble/judge/judge-change.ts';
export { judgePlay } from '../games/scrabble/judge/judge-play.ts';
export type { HeldTiles, JudgedTable, Judgement } from '../games/scrabble/judge/judgement.ts';
export { emptyPosition, type Position } from '../games/scrabble/judge/position.ts';
export { type FoundPlay, searchPlays } from '../games/scrabble/moves/search-plays.ts';
export { type RuleSet, ruleSets } from '../games/scrabble/rule-sets.ts';
export { scrabble } from '../games/scrabble/scrabble.ts';
export type { Introduction as ScrabbleTold } from '../games/scrabble/wire/greeting.ts';
export type {
  Move as ScrabbleMove,
  Notice as ScrabbleNotice,
  Placement,
} from '../games/scrabble/wire/messages.ts';
export { readGreeting } from '../games/scrabble/wire/read-greeting.ts';
export { readNotice as readScrabbleNotice } from '../games/scrabble/wire/read-notice.ts';
export { moveText } from '../games/scrabble/wire/text.ts';
export type { Scene } from '../games/shown.ts';
export {
  type Automaton,
  ENDS_WORD,
  LAST_EDGE,
  LETTER_SHIFT,
  step,
  TARGET,
  wordsOf,
} from '../lexicon/automaton.ts';
export type { Lexicon } from '../lexicon/lexicon.ts';
export { type LexiconReading, loadLexicon } from '../lexicon/load.ts';
export { hasWord } from '../lexicon/lookup.ts';
export { liveClock } from '../match/clock.ts';
export { type MatchPlan, planMatch } from '../match/plan.ts';
export { planFromRecord } from '../match/plan-from-record.ts';
export { playMatch } from '../match/play-match.ts';
export { verifyRecord } from '../match/verify.ts';
export { processSeats } from '../seats/process/process-seats.ts';
export { type Script, scriptedSeats } from '../seats/scripted/scripted-seats.ts';
export { settleOptions } from '../settings/settle-options.ts';
export { type GameRecord, type Noted, readRecord } from './read-record.ts';
