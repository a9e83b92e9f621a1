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
import type { Bot } from '../bot.ts';
import { type Finding, untried } from '../findings.ts';
import {
  type Completions,
  LineGame,
  type LineSetting,
  LONGEST_LINE,
  type SharedLine,
  seatsOf,
} from '../line-game.ts';
import { type MessageEvent, type Scene, type SceneGame, type SceneLine, wordsOfScene } from '../scene.ts';
import type { CheckRequest, Stage } from '../step.ts';

interface Setting extends LineSetting {
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

type Expected = ExpectedInTurns | ExpectedGuesses;
/** A legal answer; a guess, without which the scene cannot go on; one that is right, and missed by the next line. */
type ExpectedInTurns = 'answer' | 'guess' | 'guess refused' | 'late answer';
/** Classic: its guesses, until it is done or has nothing more to say; one of them is right; or it may say nothing at all. */
type ExpectedGuesses = 'guesses' | 'a right guess' | 'guesses or nothing';

/**
 * Lines that the game completes: `scored 1`, the longest word that nobody has found; `scored 1 all but 2`, all words but so
 * many; `missed 1 WORD REASON` with the word that was guessed, `turn`, `found` with the words of all, and `gameover`.
 */
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
    // What comes after `done` is read, and may be wrong.
    scanner: boggleScanner(LONGEST_LINE, terms.rules, firstEdition),
  });
  return new BoggleGame(setting!, terms, bot, request);
}

/** After a guess and this silence the bot has no more guesses. */
const PAUSE = millis(500);
const GUESSES = 'guesses, each on a line of its own, or `done`';
/** What all other players have found by the classic rules; some of it the bot has found, too. */
const FOUND_BY_OTHERS = 40;

class BoggleGame implements SceneGame {
  readonly #lineGame: LineGame<Message>;
  readonly #setting: Setting;
  readonly #terms: Terms;
  readonly #bot: Bot<Message>;
  readonly #request: CheckRequest;
  /** The words that each player found; by the classic rules only the bot's own. */
  readonly #found = new Map<string, number>();
  /** Turns of the game, with the one that comes. */
  #left: number;
  /** A right guess, which the scene refuses; empty after one that missed by itself. */
  #refused = '';

  constructor(setting: Setting, terms: Terms, bot: Bot<Message>, request: CheckRequest) {
    const { rules, turns, lexicon, board } = terms;
    const isInTurns = rules === 'turns';
    const timeMs = isInTurns ? undefined : Math.ceil(request.turnTimeout / 1e6);
    this.#setting = setting;
    this.#terms = terms;
    this.#bot = bot;
    this.#request = request;
    this.#left = turns;
    this.#lineGame = new LineGame({
      bot,
      request,
      setting,
      answers: 'guess, pass or forfeit',
      nothing: isInTurns
        ? 'nothing before its turn: a guess only answers a line `turn`'
        : 'nothing: the game is not on, or it has said `done`',
      awaited: isInTurns ? ['start', 'turn', 'gameover'] : ['start'],
      greeting: (shared) =>
        greetingText({
          ...shared,
          ...{ rules, turns: isInTurns ? turns : undefined, timeMs, dictionary: lexicon.path, board },
        }),
    });
  }

  get dialogue() {
    return this.#lineGame.dialogue;
  }

  isOver(): boolean {
    return this.#left === 0;
  }

  async write(line: string): Promise<Finding | undefined> {
    return await this.#lineGame.write(line, this.#completions);
  }

  readonly #completions: Completions = {
    turn: (ms) => this.#lineGame.turnText(ms, ` ${this.#left--}`),
    passed: (player) => this.#turnOf(Number(player), `passed ${player}\n`),
    timeout: (player) => this.#turnOf(Number(player), `timeout ${player}\n`),
    missed: (player, word, reason) => {
      const guess = word === 'WORD' ? this.#refused : word;
      return guess ? this.#turnOf(Number(player), `missed ${player} ${guess} ${reason}\n`) : '';
    },
    scored: (player, _all, _but, count) => {
      const unfound = this.#terms.words.filter((word) => !this.#found.has(word));
      const words = count === undefined ? unfound.slice(0, 1) : unfound.slice(Number(count));
      if (words.length === 0)
        return untried('with these words another player cannot find anything on the board');
      return words.map((word) => this.#turnOf(Number(player), this.#scored(Number(player), word))).join('');
    },
    found: () =>
      this.#lists()
        .flatMap((list, index) => list.map(([word, points]) => `found ${index + 1} ${word} ${points}\n`))
        .join(''),
    gameover: () => {
      const lists = this.#lists();
      return this.#lineGame.scoresText((player) =>
        lists[player - 1]!.reduce((sum, [, points]) => sum + points, 0),
      );
    },
  };

  /** A line that ends a turn: of another player one that it has not been told of. */
  #turnOf(player: number, text: string): string {
    if (player !== this.#terms.seat) this.#left--;
    return text;
  }

  #scored(player: number, word: string): string {
    this.#found.set(word, player);
    return `scored ${player} ${word} ${pointsOf(word)}\n`;
  }

  /** The words of each player, and what each is worth: in the end by the classic rules nothing, if several found it. */
  #lists(): readonly (readonly (readonly [word: string, points: number])[])[] {
    const { rules, names, seat, words } = this.#terms;
    const theirs = rules === 'turns' || names.length === 1 ? [] : words.slice(0, FOUND_BY_OTHERS);
    const lists = names.map((_, index) => {
      const own = [...this.#found].flatMap(([word, finder]) => (finder === index + 1 ? [word] : []));
      return (index + 1 === seat || rules === 'turns' ? own : theirs).toSorted();
    });
    const worth = (word: string) =>
      lists.filter((list) => list.includes(word)).length > 1 ? 0 : pointsOf(word);
    return lists.map((list) => list.map((word) => [word, worth(word)] as const));
  }

  async expect(what: Expected): Promise<Finding | undefined> {
    switch (what) {
      case 'late answer':
        return await this.#lineGame.lateAnswer();
      case 'guesses':
      case 'a right guess':
      case 'guesses or nothing':
        return await this.#guesses(what);
      default:
        return await this.#answer(what);
    }
  }

  /** Its guess is judged, and the bot is told the outcome. */
  async #answer(what: Exclude<ExpectedInTurns, 'late answer'>): Promise<Finding | undefined> {
    const event = await this.#lineGame.nextAnswer();
    if ('is' in event) return event;
    const { message } = event;
    const player = this.#terms.seat;
    switch (message.type) {
      case 'guess': {
        const { word } = message;
        const judgement = judgeGuess(this.#terms, word, (text) => this.#found.has(text));
        this.#refused = judgement.right && what === 'guess refused' ? word : '';
        if (!judgement.right) return await this.#missed(event, word, judgement.reason);
        if (what !== 'guess refused') await this.#lineGame.send(this.#scored(player, word));
        return undefined;
      }
      case 'pass':
        await this.#lineGame.send(`passed ${player}\n`);
        return what === 'answer' ? undefined : this.#withoutGuess();
      case 'forfeit':
        return untried('it forfeited, which it may');
      case 'done':
      case 'unread':
        // The reader of lines lets no done through in turns.
        return undefined;
      default:
        return message satisfies never;
    }
  }

  async #missed(
    { message, bytes }: MessageEvent<Message>,
    word: string,
    reason: MissReason,
  ): Promise<Finding | undefined> {
    const { seat, lexicon } = this.#terms;
    if (this.#setting.tolerated) {
      await this.#lineGame.send(`missed ${seat} ${word} ${reason}\n`);
      return undefined;
    }
    const finder = this.#found.get(word);
    const meanings: Readonly<Record<MissReason, string>> = {
      notindictionary: notInList(lexicon),
      alreadyfound: `found already, by ${finder === seat ? 'itself' : `player ${finder}`}`,
      notonboard: 'no path of neighbouring cells on the board spells it',
    };
    return {
      is: 'wrong',
      expected: 'a word that scores, or pass',
      came: `${excerpt(message.line)}, which is ${reason} (${meanings[reason]})`,
      fault: reason,
      at: bytes[0],
    };
  }

  /** No fault, but perhaps it missed a word. */
  #withoutGuess(): Finding {
    const word = this.#terms.words.find((one) => !this.#found.has(one));
    const better =
      word === undefined ? 'and there was no word left' : `though ${word} can be found on the board`;
    return untried(`it passed, ${better}: this is about a guess`);
  }

  /** All guesses of the bot, until it is done, or pauses, or the time is over. */
  async #guesses(what: ExpectedGuesses): Promise<Finding | undefined> {
    await this.dialogue.flush();
    const limit = this.#request.turnTimeout;
    const end = now() + limit;
    // No guess is right if there is nothing to find: the wait is short.
    let patience: Nanos = what === 'guesses or nothing' || this.#terms.words.length === 0 ? PAUSE : limit;
    let missed: string | undefined;
    let isDone = false;
    while (!isDone && now() < end) {
      const left = Math.min(patience, end - now());
      const event = await this.#bot.next(left);
      if (event.kind === 'silence' && event.unfinished === undefined && patience === PAUSE) break;
      if (event.kind !== 'message') return this.dialogue.wrong(event, GUESSES, limit);
      patience = PAUSE;
      const { message } = event;
      if (message.type === 'forfeit') return untried('it forfeited, which it may');
      isDone = message.type !== 'guess';
      if (message.type !== 'guess') continue;
      if (judgeGuess(this.#terms, message.word).right) this.#found.set(message.word, this.#terms.seat);
      else missed ??= message.line;
    }
    return what === 'a right guess' && this.#found.size === 0 ? this.#withoutWord(missed) : undefined;
  }

  /** Guesses that are all wrong show that it reads something wrongly; that it found nothing does not. */
  #withoutWord(missed: string | undefined): Finding {
    const [word] = this.#terms.words;
    if (word === undefined) return untried('with these words nothing can be found on the board');
    if (missed === undefined) return untried(`it has found no word, though ${word} is on the board`);
    const judgement = judgeGuess(this.#terms, missed.replace(/^ *guess +/, '').toUpperCase());
    const reason = judgement.right ? '' : ` is ${judgement.reason}`;
    const list = reason.endsWith('notindictionary') ? `, ${notInList(this.#terms.lexicon)}` : '';
    return {
      is: 'wrong',
      expected: `one word that counts, such as ${word}`,
      came: `guesses that are all wrong: ${excerpt(missed)}${reason}${list}`,
      fault: `nothing right: ${reason}`,
    };
  }
}

/** A resolved setting. */
interface Terms extends GuessTerms {
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

export function resolveSetting(setting: Setting, userWords: Lexicon): Terms {
  const { rules, board: text = BOARD, turns = TURNS } = setting;
  const reading = readBoardText(text);
  if (!reading.ok) throw new Error(`a scene has no board: ${reading.problem}`);
  const board = reading.value;
  const lexicon = setting.words ? wordsOfScene(setting.words) : userWords;
  const words = wordFinder(lexicon).wordsOn(board).sort(byLength);
  return { rules, board, paths: pathFinder(board), lexicon, ...seatsOf(setting), turns, words };
}

function byLength(one: string, other: string): number {
  return other.length - one.length || (one < other ? -1 : 1);
}
