import type { Board } from '../../../games/boggle/board/board.ts';
import { readBoardText } from '../../../games/boggle/board/board-text.ts';
import type { GuessTerms } from '../../../games/boggle/judge-guess.ts';
import type { Rules } from '../../../games/boggle/options.ts';
import { pathFinder } from '../../../games/boggle/words/path-finder.ts';
import { wordFinder } from '../../../games/boggle/words/word-finder.ts';
import type { Lexicon } from '../../../lexicon/lexicon.ts';
import { namesOf } from '../lines/checked-line-game.ts';
import { wordsOfScene } from '../words-of-scene.ts';
import type { Setting } from './scene.ts';

/** A resolved setting. */
export interface ResolvedSetting extends GuessTerms {
  readonly rules: Rules;
  readonly board: Board;
  readonly lexicon: Lexicon;
  readonly seat: number;
  readonly names: readonly string[];
  readonly turns: number;
  /** All words that can be found, the longest first. */
  readonly words: readonly string[];
}

/** Many words of all lengths, by any list of English. */
const BOARD = 'CATS/OEDO/ARIG/STNS';
const TURNS = 20;

export function resolveSetting(setting: Setting, userWords: Lexicon): ResolvedSetting {
  const { rules, board: text = BOARD, seat = 1, turns = TURNS } = setting;
  const reading = readBoardText(text);
  if (!reading.ok) throw new Error(`a scene has no board: ${reading.problem}`);
  const board = reading.value;
  const lexicon = setting.words ? wordsOfScene(setting.words) : userWords;
  const words = wordFinder(lexicon).wordsOn(board).sort(byLength);
  const names = namesOf(setting);
  return { rules, board, paths: pathFinder(board), lexicon, seat, names, turns, words };
}

function byLength(one: string, other: string): number {
  return other.length - one.length || (one < other ? -1 : 1);
}
