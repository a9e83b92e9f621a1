import { millis, type Nanos } from '../../../core/units.ts';
import { type Board, readBoardText } from '../../../games/boggle/board.ts';
import { type GuessTerms, judgeGuess, type MissReason, pointsOf } from '../../../games/boggle/judge.ts';
import type { Rules } from '../../../games/boggle/options.ts';
import { pathFinder } from '../../../games/boggle/path-finder.ts';
import { greetingText } from '../../../games/boggle/wire/greeting.ts';
import type { Message } from '../../../games/boggle/wire/messages.ts';
import { boggleScanner } from '../../../games/boggle/wire/scanner.ts';
import { wordFinder } from '../../../games/boggle/word-finder.ts';
import { firstEdition } from '../../../games/game.ts';
import { excerpt } from '../../../games/line-game/wire/scanner.ts';
import { type Lexicon, notInList } from '../../../lexicon/lexicon.ts';
import { now } from '../../../match/clock.ts';
import { type Finding, untried } from '../findings.ts';
import {
  type Completions,
  LineGame,
  type LineIntroduction,
  type LineRules,
  type LineSetting,
  LONGEST_LINE,
  type SharedLine,
  seatsOf,
} from '../line-game.ts';
import {
  type Dialogue,
  type MessageEvent,
  type Scene,
  type SceneGame,
  type SceneLine,
  wordsOfScene,
} from '../scene.ts';
import type { CheckRequest, Stage } from '../step.ts';

interface Setting extends LineSetting {
  readonly rules: Rules;
  /** A board in the form of `--board`. */
  readonly board?: string;
  /** Words that replace the user's word list. */
  readonly words?: readonly string[];
  readonly turns?: number;
  /** Misses are no fault in a game in turns. The classic rules always allow them. */
  readonly toleratesMisses?: true;
}

type Expected = ExpectedInTurns | ExpectedGuesses;
type ExpectedInTurns = 'answer' | 'guess' | 'guess refused' | 'late answer';
type ExpectedGuesses = 'guesses' | 'a right guess' | 'guesses or nothing';

/** Lines that the game completes: `scored 1` has the longest word left. */
type Line =
  | SharedLine
  | `< scored ${number}${'' | ` all but ${number}`}`
  | `< missed ${number} ${string} ${string}`
  | '< found'
  | `> ${Expected}`;
export type BoggleLine = SceneLine<Line>;
export type BoggleScene = Scene<Setting, Line>;

export async function openBoggle({ setting }: BoggleScene, { request, open }: Stage): Promise<SceneGame> {
  const terms = resolveSetting(setting!, request.lexicon);
  const bot = await open({
    seat: terms.seat,
    players: terms.names.length,
    lexicon: terms.lexicon,
    // Bytes after `done` are read too, because they may be wrong.
    scanner: boggleScanner(LONGEST_LINE, terms.rules, firstEdition),
  });
  return new LineGame(bot, request, setting!, new BoggleRules(terms, request));
}

/** A bot that is silent this long after a guess has no more guesses. */
const PAUSE = millis(500);
const GUESSES = 'guesses, each on a line of its own, or `done`';
/** The number of words that the other players have found by the classic rules. */
const FOUND_BY_OTHERS = 40;

class BoggleRules implements LineRules<Message> {
  readonly answers = 'guess, pass or forfeit';
  readonly nothing: string;
  readonly silentBefore: readonly string[];
  readonly #terms: Terms;
  readonly #timeMs: number;
  readonly #finders = new Map<string, number>();
  /** Turns of the game, the next one included. */
  #left: number;
  #refusedGuess = '';

  constructor(terms: Terms, { turnTimeout }: CheckRequest) {
    this.#terms = terms;
    this.#timeMs = Math.ceil(turnTimeout / 1e6);
    this.#left = terms.turns;
    const isInTurns = terms.rules === 'turns';
    this.silentBefore = isInTurns ? ['start', 'turn', 'gameover'] : ['start'];
    this.nothing = isInTurns
      ? 'nothing before its turn: a guess only answers a `turn` line'
      : 'nothing: the game has not started, or the bot has written `done`';
  }

  greeting(shared: LineIntroduction): string {
    const { rules, board, lexicon } = this.#terms;
    const [turns, timeMs] = rules === 'turns' ? [this.#left, undefined] : [undefined, this.#timeMs];
    return greetingText({ ...shared, rules, turns, timeMs, dictionary: lexicon.path, board });
  }

  isOver(): boolean {
    return this.#left === 0;
  }

  pointsOf(player: number): number {
    return this.#lists()[player - 1]!.reduce((sum, [, points]) => sum + points, 0);
  }

  afterTurn(): string {
    return ` ${this.#left--}`;
  }

  readonly completions: Completions = {
    passed: (player) => this.#turnOf(player, `passed ${player}\n`),
    timeout: (player) => this.#turnOf(player, `timeout ${player}\n`),
    missed: (player, word, reason) => {
      const guess = word === 'WORD' ? this.#refusedGuess : word;
      return guess ? this.#turnOf(player, `missed ${player} ${guess} ${reason}\n`) : '';
    },
    scored: (player, _all, _but, count) => {
      const words = count === undefined ? this.#wordsLeft.slice(0, 1) : this.#wordsLeft.slice(Number(count));
      if (words.length === 0)
        return untried('with these words another player cannot find anything on the board');
      return words.map((word) => this.#turnOf(player, this.#scored(Number(player), word))).join('');
    },
    found: () =>
      this.#lists()
        .flatMap((list, index) => list.map(([word, points]) => `found ${index + 1} ${word} ${points}\n`))
        .join(''),
  };

  /** Ends a turn. The bot's own turn was counted when it began. */
  #turnOf(player: string | undefined, text: string): string {
    if (Number(player) !== this.#terms.seat) this.#left--;
    return text;
  }

  #scored(player: number, word: string): string {
    this.#finders.set(word, player);
    return `scored ${player} ${word} ${pointsOf(word)}\n`;
  }

  get #wordsLeft(): readonly string[] {
    return this.#terms.words.filter((word) => !this.#finders.has(word));
  }

  #lists(): readonly (readonly (readonly [word: string, points: number])[])[] {
    const { rules, names, seat, words } = this.#terms;
    const theirs = rules === 'turns' || names.length === 1 ? [] : words.slice(0, FOUND_BY_OTHERS);
    const lists = names.map((_, index) => {
      const own = [...this.#finders].flatMap(([word, finder]) => (finder === index + 1 ? [word] : []));
      return (index + 1 === seat || rules === 'turns' ? own : theirs).toSorted();
    });
    const worth = (word: string) =>
      lists.filter((list) => list.includes(word)).length > 1 ? 0 : pointsOf(word);
    return lists.map((list) => list.map((word) => [word, worth(word)] as const));
  }

  answer(event: MessageEvent<Message>, what: ExpectedInTurns): string | Finding {
    const { message } = event;
    const { seat } = this.#terms;
    switch (message.type) {
      case 'guess': {
        const { word } = message;
        const judgement = judgeGuess(this.#terms, word, (text) => this.#finders.has(text));
        this.#refusedGuess = judgement.right && what === 'guess refused' ? word : '';
        if (!judgement.right) return this.#missed(event, word, judgement.reason);
        return what === 'guess refused' ? '' : this.#scored(seat, word);
      }
      case 'pass':
        return what === 'answer' ? `passed ${seat}\n` : this.#withoutGuess();
      case 'forfeit':
        return untried('it forfeited, which it may');
      case 'done':
      case 'unread':
        // The reader of lines refuses `done` in a game in turns.
        return '';
      default:
        return message satisfies never;
    }
  }

  #missed({ message, bytes }: MessageEvent<Message>, word: string, reason: MissReason): string | Finding {
    const { seat, lexicon, toleratesMisses } = this.#terms;
    if (toleratesMisses) return `missed ${seat} ${word} ${reason}\n`;
    const finder = this.#finders.get(word);
    const meanings: Readonly<Record<MissReason, string>> = {
      notindictionary: notInList(lexicon),
      alreadyfound: `found already, by ${finder === seat ? 'itself' : `player ${finder}`}`,
      notonboard: 'no path of adjacent cells on the board spells it',
    };
    return {
      is: 'wrong',
      expected: 'a word that scores, or pass',
      came: `${excerpt(message.line)}, which is ${reason} (${meanings[reason]})`,
      fault: reason,
      at: bytes[0],
    };
  }

  #withoutGuess(): Finding {
    const [word] = this.#wordsLeft;
    const better =
      word === undefined ? 'and there was no word left' : `though ${word} can be found on the board`;
    return untried(`this step needs a guess; the bot passed, ${better}`);
  }

  hear(what: Expected, dialogue: Dialogue<Message>): Promise<Finding | undefined> | undefined {
    const isGuesses = what === 'guesses' || what === 'a right guess' || what === 'guesses or nothing';
    return isGuesses ? this.#guesses(what, dialogue) : undefined;
  }

  /** Reads guesses until the bot is done or pauses, or the time is over. */
  async #guesses(what: ExpectedGuesses, dialogue: Dialogue<Message>): Promise<Finding | undefined> {
    await dialogue.flush();
    const limit = dialogue.request.turnTimeout;
    const end = now() + limit;
    // A short wait is enough where there is nothing to find.
    let patience: Nanos = what === 'guesses or nothing' || this.#terms.words.length === 0 ? PAUSE : limit;
    let firstMiss: string | undefined;
    let isDone = false;
    while (!isDone && now() < end) {
      const left = Math.min(patience, end - now());
      const event = await dialogue.bot.next(left);
      if (event.kind === 'silence' && event.unfinished === undefined && patience === PAUSE) break;
      if (event.kind !== 'message') return dialogue.wrong(event, GUESSES, limit);
      patience = PAUSE;
      const { message } = event;
      if (message.type === 'forfeit') return untried('it forfeited, which it may');
      isDone = message.type !== 'guess';
      if (message.type !== 'guess') continue;
      if (judgeGuess(this.#terms, message.word).right) this.#finders.set(message.word, this.#terms.seat);
      else firstMiss ??= message.line;
    }
    return what === 'a right guess' && this.#finders.size === 0 ? this.#withoutWord(firstMiss) : undefined;
  }

  /** A bot whose guesses are all wrong misreads something. A bot without guesses may only be weak. */
  #withoutWord(firstMiss: string | undefined): Finding {
    const [word] = this.#terms.words;
    if (word === undefined) return untried('with these words nothing can be found on the board');
    if (firstMiss === undefined) return untried(`it has found no word, though ${word} is on the board`);
    const judgement = judgeGuess(this.#terms, firstMiss.replace(/^ *guess +/, '').toUpperCase());
    const reason = judgement.right ? '' : ` is ${judgement.reason}`;
    const list = reason.endsWith('notindictionary') ? `, ${notInList(this.#terms.lexicon)}` : '';
    return {
      is: 'wrong',
      expected: `one word that counts, such as ${word}`,
      came: `guesses that are all wrong: ${excerpt(firstMiss)}${reason}${list}`,
      fault: `nothing right: ${reason}`,
    };
  }
}

interface Terms extends GuessTerms {
  readonly rules: Rules;
  readonly board: Board;
  readonly lexicon: Lexicon;
  readonly seat: number;
  readonly names: readonly string[];
  readonly turns: number;
  readonly words: readonly string[];
  readonly toleratesMisses: boolean;
}

/** Any English list has words of many lengths on this board. */
const BOARD = 'CATS/OEDO/ARIG/STNS';
const TURNS = 20;

export function resolveSetting(setting: Setting, userWords: Lexicon): Terms {
  const { rules, board: text = BOARD, turns = TURNS } = setting;
  const reading = readBoardText(text);
  if (!reading.ok) throw new Error(`a scene has no board: ${reading.problem}`);
  const board = reading.value;
  const lexicon = setting.words ? wordsOfScene(setting.words) : userWords;
  const words = wordFinder(lexicon)
    .wordsOn(board)
    .sort((one, other) => other.length - one.length || (one < other ? -1 : 1));
  const toleratesMisses = setting.toleratesMisses === true;
  return {
    rules,
    board,
    paths: pathFinder(board),
    lexicon,
    ...seatsOf(setting),
    turns,
    words,
    toleratesMisses,
  };
}
