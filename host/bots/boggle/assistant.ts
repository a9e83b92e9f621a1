import { anyOf, object, oneOf, text, type ValueOf } from '../../core/shape.ts';
import { counted } from '../../core/text.ts';
import {
  type ClassicHand,
  type GuessJudgement,
  judgeGuess,
  misses,
  pointsOf,
} from '../../games/boggle/judge.ts';
import { type PathFinder, pathFinder } from '../../games/boggle/path-finder.ts';
import { type Introduction, readGreeting } from '../../games/boggle/wire/greeting.ts';
import { type Move, moveText, readNotice } from '../../games/boggle/wire/messages.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import { type AssistantMove, forfeiting, type PersonSeat, passing, WireLines } from '../assistant.ts';
import { describePosition, describeRules } from './model/prompt.ts';
import { FollowedGame } from './play.ts';

/** A move on a page. In turns a player passes; by the classic rules it is done. */
export const jsonMove = anyOf(
  object({ word: text(/^[A-Za-z]+$/, 'a word of letters from A to Z', { most: 100 }) }),
  passing,
  object({ done: oneOf(true) }),
  forfeiting,
);

export class BoggleAssistant implements PersonSeat {
  readonly ready = 'ready\n';
  readonly #lexicon: Lexicon;
  readonly #lines: WireLines;
  /** Guesses by the classic rules, which the host does not answer. */
  readonly #noted = new Set<string>();
  #isDone = false;
  #told!: Introduction;
  #paths!: PathFinder;
  #game!: FollowedGame;

  constructor(lexicon: Lexicon) {
    this.#lexicon = lexicon;
    this.#lines = new WireLines(
      (lines) => this.#begin(lines),
      (line) => {
        const notice = readNotice(line);
        if (notice) this.#game.hear(notice);
      },
    );
  }

  get isDue(): boolean {
    if (this.#game?.startedAt === undefined || this.#game.over) return false;
    return this.#isClassic || this.#game.turn !== undefined;
  }

  hear(text: string): void {
    this.#lines.take(text);
  }

  rules(): string {
    const rules = describeRules(this.#told, this.#lexicon.words);
    return `${rules}\nIn make_move write one word, or ${this.#isClassic ? 'done' : 'pass'}.`;
  }

  position(): string {
    const position = describePosition(this.#told, this.#game);
    return this.#isClassic ? `${position}\nYour words: ${[...this.#noted].join(', ') || 'none'}` : position;
  }

  read(written: string): AssistantMove | string {
    const word = written.trim().toUpperCase();
    const isClassic = this.#isClassic;
    if (word === (isClassic ? 'DONE' : 'PASS'))
      return this.#move({ type: isClassic ? 'done' : 'pass' }, 'no points');
    const judgement = this.#judge(word);
    if (!judgement.right) return `${word}: ${misses[judgement.reason]}`;
    return this.#move({ type: 'guess', word }, `${judgement.points} points`);
  }

  /** In turns nobody holds anything: all guesses are for everybody. */
  hand(): ClassicHand | undefined {
    if (this.#told?.rules !== 'classic') return undefined;
    const words = [...this.#noted].map((word) => ({ word, points: pointsOf(word) }));
    return { words, isDone: this.#isDone };
  }

  readJson(json: ValueOf<typeof jsonMove>): AssistantMove | string {
    if ('forfeit' in json) return this.#move({ type: 'forfeit' }, 'no points');
    if (this.#isClassic) return this.#readClassic(json);
    if ('done' in json) return 'in turns a player passes; done is for the classic rules';
    return 'pass' in json
      ? this.#move({ type: 'pass' }, 'no points')
      : this.#readGuess(json.word.toUpperCase());
  }

  /** A wrong guess would cost nothing, so it is refused, and the word list is no secret. */
  #readClassic(json: Exclude<ValueOf<typeof jsonMove>, { readonly forfeit: true }>): AssistantMove | string {
    if ('pass' in json) return 'nobody passes by the classic rules: be done when you have no more words';
    if (!this.isDue) return this.#isDone ? 'you are done already' : 'the game has not begun';
    if ('done' in json) return this.#move({ type: 'done' }, 'no more words of yours');
    const word = json.word.toUpperCase();
    const judgement = this.#judge(word);
    if (!judgement.right) return `${word}: ${misses[judgement.reason]}`;
    return this.#move(
      { type: 'guess', word },
      `${counted(judgement.points, 'point')} if nobody else finds it`,
    );
  }

  #judge(word: string): GuessJudgement {
    const isGuessed = (other: string) => this.#noted.has(other) || this.#game.isSettled(other);
    return judgeGuess({ paths: this.#paths, lexicon: this.#lexicon }, word, isGuessed);
  }

  /** Says nothing of the dictionary, because a wrong guess costs a turn. */
  #readGuess(word: string): AssistantMove | string {
    if (this.#game.isSettled(word)) return `${word} has been guessed already`;
    if (!this.#paths.pathOf(word)) return `${word}: ${misses.notonboard}`;
    return this.#move({ type: 'guess', word }, `${counted(pointsOf(word), 'point')} if it is a word`);
  }

  sent(text: string): void {
    this.#game.answer();
    if (!this.#isClassic) return;
    for (const [, word] of text.matchAll(/^guess (\S+)$/gm)) this.#noted.add(word!);
    if (!/^done$/m.test(text)) return;
    this.#isDone = true;
    this.#game.over = true;
  }

  get #isClassic(): boolean {
    return this.#told.rules === 'classic';
  }

  #move(move: Move, brings: string): AssistantMove {
    return {
      brings,
      send: () => {
        const text = `${moveText(move, this.#game.turn?.k)}\n`;
        this.sent(text);
        return text;
      },
    };
  }

  #begin(lines: readonly string[]): void {
    const read = readGreeting(lines);
    if (!read.ok) throw new Error(read.problem);
    this.#told = read.told;
    this.#paths = pathFinder(read.told.board);
    this.#game = new FollowedGame(read.told.player);
  }
}
