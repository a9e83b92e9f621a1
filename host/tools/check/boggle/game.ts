import type { Board } from '../../../games/boggle/board.ts';
import { readBoardText } from '../../../games/boggle/board.ts';
import type { GuessTerms, MissReason } from '../../../games/boggle/judge.ts';
import { pointsOf } from '../../../games/boggle/judge.ts';
import type { Rules } from '../../../games/boggle/options.ts';
import { pathFinder } from '../../../games/boggle/path-finder.ts';
import { greetingText } from '../../../games/boggle/wire/greeting.ts';
import type { Message, Notice } from '../../../games/boggle/wire/messages.ts';
import { noticeText } from '../../../games/boggle/wire/messages.ts';
import { boggleScanner } from '../../../games/boggle/wire/scanner.ts';
import { wordFinder } from '../../../games/boggle/word-finder.ts';
import { firstEdition } from '../../../games/game.ts';
import type { Lexicon } from '../../../lexicon/lexicon.ts';
import type { LineAction } from '../line-actions.ts';
import { CheckedLineGame, type LineSetting, LONGEST_LINE, namesOf } from '../line-game.ts';
import { type Stage, wordsOfScene } from '../step.ts';

/** A step as data: its setting, and what happens. */
export interface Scene {
  readonly name: string;
  readonly advice: string;
  readonly setting: Setting;
  readonly actions: readonly Action[];
}

export interface Setting extends LineSetting {
  readonly rules: Rules;
  /** As after `--board`. */
  readonly board?: string;
  /** Instead of the word list of the user. */
  readonly words?: readonly string[];
  /** Of the whole game. */
  readonly turns?: number;
  /** Guesses that miss are no fault here, in turns; among the classic rules they never are. */
  readonly tolerated?: true;
}

export type Action =
  | LineAction
  | { readonly do: 'start' }
  | Turn
  | { readonly do: 'other'; readonly player: number; readonly does: OtherMove }
  /** Classic: its guesses, until it is done or has nothing more to say. */
  | HearOut
  /** Classic: what everybody found, and the end. */
  | { readonly do: 'time-up' };

export interface Turn {
  readonly do: 'turn';
  /** Without a guess the step cannot go on. */
  readonly wants?: 'guess';
  /** The guess is right, and missed for this all the same. */
  readonly missed?: MissReason | 'moonisfull';
}

export interface HearOut {
  readonly do: 'hear-out';
  /** One of its guesses is right; or it may say nothing at all. */
  readonly wants?: 'word' | 'nothing';
}

/** `finds` so many words, the longest that nobody has found; or leaves so many. */
export type OtherMove =
  | { readonly finds: number }
  | { readonly leaves: number }
  | { readonly misses: MissReason }
  | 'passes'
  | 'times-out'
  | 'forfeits';

/**
 * The game of a step: only the bot is real. It judges like the host, but the scene decides what other players do and
 * when.
 */
export class CheckedGame extends CheckedLineGame<Message, Setting, ResolvedSetting> {
  readonly answer = 'guess';
  /** The words that each player found; by the classic rules only the bot's own. */
  readonly found = new Map<string, number>();
  /** Turns that all were given. */
  #used = 0;
  /** Turns of the game, with the one that comes. */
  get left(): number {
    return this.set.turns - this.#used;
  }

  /** Words that nobody has found yet, the longest first. */
  get unfound(): readonly string[] {
    return this.set.words.filter((word) => !this.found.has(word));
  }

  async tell(...notices: readonly Notice[]): Promise<void> {
    await this.write(notices.map(noticeText).join(''));
  }

  greeting(): string {
    const { rules, seat, names, turns, lexicon, board } = this.set;
    const isInTurns = rules === 'turns';
    return greetingText({
      rules,
      player: seat,
      names,
      turns: isInTurns ? turns : undefined,
      timeMs: isInTurns ? undefined : Math.ceil(this.request.turnTimeout / 1e6),
      timeoutMs: this.turnMs,
      bank: this.bankTold,
      dictionary: lexicon.path,
      board,
    });
  }

  /** It is the bot's turn, for so long; none for one without end. */
  async giveTurn(ms: number | undefined): Promise<void> {
    this.turns++;
    await this.tell(...this.bankNotices, { type: 'turn', ms, k: this.turns, left: this.left });
    this.#used++;
  }

  /** A turn of another player. */
  async otherTurn(notice: Notice): Promise<void> {
    this.#used++;
    await this.tell(notice);
  }

  scored(player: number, word: string): Notice {
    this.found.set(word, player);
    return { type: 'scored', player, word, points: pointsOf(word) };
  }
}

export async function openGame(setting: Setting, { request, open }: Stage): Promise<CheckedGame> {
  const set = resolveSetting(setting, request.lexicon);
  const bot = await open({
    seat: set.seat,
    players: set.names.length,
    lexicon: set.lexicon,
    // What comes after `done` is read, and may be wrong.
    scanner: boggleScanner(LONGEST_LINE, set.rules, firstEdition),
  });
  return new CheckedGame(setting, set, bot, request);
}

/** A resolved setting. */
interface ResolvedSetting extends GuessTerms {
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
