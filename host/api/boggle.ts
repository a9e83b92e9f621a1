/** Boggle: its rules, its wire, its boards, and all words on one. */

import './this-node.ts';

export type { BotOptions as PlayOptions } from '../bots/as-program.ts';
export { play, type Strategy, type Table } from '../bots/boggle/play.ts';
export { type Board, boardOf } from '../games/boggle/board/board.ts';
export { boggle as game } from '../games/boggle/boggle.ts';
export type { BoggleEvent as Event } from '../games/boggle/events.ts';
export {
  type GuessJudgement as Judgement,
  type GuessTerms as JudgingTerms,
  judgeGuess,
} from '../games/boggle/judge-guess.ts';
export { greetingText, type Introduction as Greeting } from '../games/boggle/wire/greeting.ts';
export type { Move as Message, Notice } from '../games/boggle/wire/messages.ts';
export { type GreetingReading, readGreeting } from '../games/boggle/wire/read-greeting.ts';
export { readNotice } from '../games/boggle/wire/read-notice.ts';
export { moveText as messageText, noticeText } from '../games/boggle/wire/text.ts';
export { type PathFinder, pathFinder } from '../games/boggle/words/path-finder.ts';
export { pointsOf } from '../games/boggle/words/points.ts';
export { type WordFinder, wordFinder } from '../games/boggle/words/word-finder.ts';
