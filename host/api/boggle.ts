/** Boggle: its rules, its wire, its boards, and all words on one. */

import './this-node.ts';

export type { BotOptions as PlayOptions } from '../bots/as-program.ts';
export { play, type Strategy, type Table } from '../bots/boggle/play.ts';
export { type Board, boardOf } from '../games/boggle/board.ts';
export { boggle as game } from '../games/boggle/boggle.ts';
export type { BoggleEvent as Event } from '../games/boggle/events.ts';
export {
  type GuessJudgement as Judgement,
  type GuessTerms as JudgingTerms,
  judgeGuess,
  pointsOf,
} from '../games/boggle/judge.ts';
export { type PathFinder, pathFinder } from '../games/boggle/path-finder.ts';
export {
  type GreetingReading,
  greetingText,
  type Introduction as Greeting,
  readGreeting,
} from '../games/boggle/wire/greeting.ts';
export type { Move as Message, Notice } from '../games/boggle/wire/messages.ts';
export { moveText as messageText, noticeText, readNotice } from '../games/boggle/wire/messages.ts';
export { type WordFinder, wordFinder } from '../games/boggle/word-finder.ts';
