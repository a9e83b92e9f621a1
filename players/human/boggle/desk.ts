import { type JudgingTerms, judgeGuess, readNotice } from 'wordhost/boggle';
import type { Paint } from 'wordhost/terminal';
import { type Desk, howToLeave } from '../desk.ts';
import type { Key } from '../terminal/keys.ts';
import type { Shown, Size } from '../terminal/screen.ts';
import { TypedLine } from '../terminal/typed-line.ts';
import { screenLines } from './screen-lines.ts';
import type { WatchedWords } from './watched-words.ts';

interface Needs {
  readonly watched: WatchedWords;
  readonly terms: JudgingTerms;
  readonly send: (text: string) => void;
  readonly paint: Paint;
  /** Sends words unchecked, and lets the host judge them. */
  readonly isBlunt: boolean;
}

const reasons = {
  notindictionary: 'is not in the word list',
  alreadyfound: 'was already found',
  notonboard: 'is not on the board',
};

const commands = { classic: 'done (stop guessing)', turns: 'pass (skip your turn)' };

/** A desk for Boggle, simultaneous or in turns. */
export class BoggleDesk implements Desk {
  readonly #needs: Needs;
  readonly #typed = new TypedLine();
  #path: readonly number[] = [];
  #message = 'Type a word and press Enter, or type help.';
  #isDone = false;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** By the classic rules it is everybody's turn. */
  get inTurn(): boolean {
    const { told, turn, startedAt } = this.#needs.watched;
    return told.rules === 'classic' ? startedAt !== undefined : turn !== undefined;
  }

  get isLive(): boolean {
    return this.#needs.watched.told.rules === 'classic';
  }

  hear(line: string): void {
    const notice = readNotice(line);
    if (!notice) return;
    const { watched, terms } = this.#needs;
    watched.hear(notice);
    if (notice.type === 'scored') this.#path = terms.paths.pathOf(notice.word) ?? [];
    if (notice.type === 'scored' || notice.type === 'missed' || notice.type === 'timeout')
      this.#message = watched.words.at(-1) ?? '';
  }

  pressed(key: Key): void {
    if (key.is === 'escape') this.#typed.text = '';
    if (key.is === 'end' && this.#typed.text === '') this.#message = howToLeave;
    const line = this.#typed.take(key)?.trim();
    if (line) this.#enter(line);
  }

  screen(size: Size): Shown {
    const { watched, paint } = this.#needs;
    const lines = screenLines({ watched, path: this.#path, message: this.#message }, size, paint);
    return { lines, prompt: this.#prompt(), typed: this.#typed.text };
  }

  cover(): readonly string[] {
    const { names, scores, words, told } = this.#needs.watched;
    return [
      `It is ${names[told.player - 1]}'s turn.`,
      '',
      ...words.slice(-names.length),
      ...names.map((name, index) => `${name} has ${scores[index]} points.`),
      '',
    ];
  }

  #prompt(): string {
    if (this.#isDone) return 'You are done. Wait for the others: ';
    return this.inTurn ? 'Your word: ' : 'Wait for your turn: ';
  }

  #enter(line: string): void {
    const word = line.toLowerCase();
    if (word === 'help' || word === '?')
      this.#message = `Type a word and press Enter. Commands: ${commands[this.#needs.watched.told.rules]}, forfeit (leave the game). Ctrl-C ends the game.`;
    else if (!this.inTurn || this.#isDone) this.#message = 'It is not your turn.';
    else if (this.#isCommand(word)) this.#say(word);
    else this.#guess(line.toUpperCase());
  }

  #isCommand(word: string): boolean {
    const { rules } = this.#needs.watched.told;
    return word === 'forfeit' || word === (rules === 'classic' ? 'done' : 'pass');
  }

  #guess(word: string): void {
    const { watched, terms, isBlunt } = this.#needs;
    if (/\s/.test(word)) {
      this.#message = `Expected one word; got ${word}`;
      return;
    }
    const isFound = (each: string) => watched.settled.has(each) || watched.own.has(each);
    const judgement = judgeGuess(terms, word, isFound);
    this.#path = judgement.right ? judgement.path : [];
    this.#message = judgement.right ? `${word}: ${judgement.points}` : `${word} ${reasons[judgement.reason]}`;
    if (!judgement.right && /^(QUIT|EXIT)$/.test(word)) this.#message += `. ${howToLeave}`;
    if (!judgement.right && !isBlunt) return;
    if (watched.told.rules === 'classic' && judgement.right) watched.own.add(word);
    this.#say(`guess ${word}`);
  }

  #say(text: string): void {
    const { watched, send } = this.#needs;
    if (text === 'done') this.#isDone = true;
    send(watched.turn ? `@${watched.turn.k} ${text}\n` : `${text}\n`);
    watched.turn = undefined;
  }
}
