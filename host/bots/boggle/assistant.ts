import { anyOf, object, text, type ValueOf } from '../../core/shape.ts';
import { counted } from '../../core/text.ts';
import { judgeGuess, misses, pointsOf } from '../../games/boggle/judge.ts';
import { type PathFinder, pathFinder } from '../../games/boggle/path-finder.ts';
import { type Introduction, readGreeting } from '../../games/boggle/wire/greeting.ts';
import { type Move, moveText, readNotice } from '../../games/boggle/wire/messages.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import { type AssistantMove, forfeiting, type PersonSeat, passing, WireLines } from '../assistant.ts';
import { describePosition, describeRules } from './model/prompt.ts';
import { FollowedGame } from './play.ts';

/** A move on a page, in a game in turns. */
export const jsonMove = anyOf(
  object({ word: text(/^[A-Za-z]+$/, 'a word of letters from A to Z', { most: 100 }) }),
  passing,
  forfeiting,
);

export class BoggleAssistant implements PersonSeat {
  readonly ready = 'ready\n';
  readonly #lexicon: Lexicon;
  readonly #lines: WireLines;
  /** Guesses by the classic rules, which the host does not answer. */
  readonly #noted = new Set<string>();
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
    const isGuessed = (other: string) => this.#noted.has(other) || this.#game.isSettled(other);
    const judgement = judgeGuess({ paths: this.#paths, lexicon: this.#lexicon }, word, isGuessed);
    if (!judgement.right) return `${word}: ${misses[judgement.reason]}`;
    return this.#move({ type: 'guess', word }, `${judgement.points} points`);
  }

  /** Nobody holds anything: the board and all guesses are for everybody. */
  hand(): undefined {}

  /** Says nothing of the dictionary, because a wrong guess costs a turn. */
  readJson(json: ValueOf<typeof jsonMove>): AssistantMove | string {
    if (!('word' in json)) return this.#move({ type: 'pass' in json ? 'pass' : 'forfeit' }, 'no points');
    const word = json.word.toUpperCase();
    if (this.#game.isSettled(word)) return `${word} has been guessed already`;
    if (!this.#paths.pathOf(word)) return `${word}: ${misses.notonboard}`;
    return this.#move({ type: 'guess', word }, `${counted(pointsOf(word), 'point')} if it is a word`);
  }

  sent(): void {
    this.#game.answer();
  }

  get #isClassic(): boolean {
    return this.#told.rules === 'classic';
  }

  #move(move: Move, brings: string): AssistantMove {
    const game = this.#game;
    return {
      brings,
      send: () => {
        const { turn } = game;
        game.answer();
        if (this.#isClassic && move.type === 'guess') this.#noted.add(move.word);
        if (move.type === 'done') game.over = true;
        return `${moveText(move, turn?.k)}\n`;
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
