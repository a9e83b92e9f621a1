import { rowsOf } from '../../games/boggle/board.ts';
import { judgeGuess } from '../../games/boggle/judge.ts';
import { type PathFinder, pathFinder } from '../../games/boggle/path-finder.ts';
import { type Introduction, readGreeting } from '../../games/boggle/wire/greeting.ts';
import { type Move, moveText, type Notice, readNotice } from '../../games/boggle/wire/messages.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import { type AssistantMove, type AssistantSeat, WireLines } from '../assistant.ts';
import { FollowedGame } from './play.ts';

const reasons = {
  notindictionary: 'it is not in the word list',
  alreadyfound: 'it was already found',
  notonboard: 'no path on the board spells it',
} as const;

export class BoggleAssistant implements AssistantSeat {
  readonly ready = 'ready\n';
  readonly #lexicon: Lexicon;
  readonly #lines: WireLines;
  readonly #found = new Set<string>();
  readonly #scores: number[] = [];
  #told!: Introduction;
  #paths!: PathFinder;
  #game!: FollowedGame;
  #turnsLeft: number | undefined;

  constructor(lexicon: Lexicon) {
    this.#lexicon = lexicon;
    this.#lines = new WireLines(
      (lines) => this.#begin(lines),
      (line) => {
        const notice = readNotice(line);
        if (notice) this.#hear(notice);
      },
    );
  }

  get isDue(): boolean {
    if (!this.#game?.started || this.#game.over) return false;
    return this.#told.rules === 'classic' || this.#game.turn !== undefined;
  }

  hear(text: string): void {
    this.#lines.take(text);
  }

  rules(): string {
    const { rules, names, player, timeMs } = this.#told;
    return [
      `You play a game of Boggle. You are player ${player} of ${names.length}.`,
      `A word counts if it is in the word list (${this.#lexicon.words} words) and a path of neighboring cells, corners included, spells it without using a cell twice. QU is one cell.`,
      'Points by the number of letters: 3 and 4: 1, 5: 2, 6: 3, 7: 5, 8 and more: 11.',
      rules === 'turns'
        ? 'Players guess in turns, one word a turn. A word counts for the first player that guesses it.'
        : `All players guess at once, for ${(timeMs ?? 0) / 1000} s. A word counts for the only player that found it.`,
      rules === 'turns' ? 'A move is a word, or pass.' : 'A move is a word, or done if you have no more.',
    ].join('\n');
  }

  position(): string {
    const { board, rules, player } = this.#told;
    const points = this.#scores.map(
      (score, index) => `player ${index + 1}${index + 1 === player ? ' (you)' : ''} ${score}`,
    );
    return [
      'Board:',
      ...rowsOf(board),
      ...(rules === 'turns' ? [`Points: ${points.join(', ')}`, `Turns left: ${this.#turnsLeft ?? 0}`] : []),
      `Found words: ${[...this.#found].join(', ') || 'none'}`,
    ].join('\n');
  }

  read(written: string): AssistantMove | string {
    const word = written.trim().toUpperCase();
    const isClassic = this.#told.rules === 'classic';
    if (word === (isClassic ? 'DONE' : 'PASS'))
      return this.#move({ type: isClassic ? 'done' : 'pass' }, 'no points');
    const terms = { paths: this.#paths, lexicon: this.#lexicon };
    const judgement = judgeGuess(terms, word, (other) => this.#found.has(other));
    if (!judgement.right) return `${word}: ${reasons[judgement.reason]}`;
    return this.#move({ type: 'guess', word }, `${judgement.points} points`);
  }

  #move(move: Move, brings: string): AssistantMove {
    const game = this.#game;
    return {
      brings,
      send: () => {
        const { turn } = game;
        game.answer();
        if (this.#told.rules === 'classic' && move.type === 'guess') this.#found.add(move.word);
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
    this.#scores.push(...read.told.names.map(() => 0));
  }

  #hear(notice: Notice): void {
    this.#game.hear(notice);
    if (notice.type === 'turn') this.#turnsLeft = notice.left;
    if (notice.type !== 'scored') return;
    this.#found.add(notice.word);
    this.#scores[notice.player - 1]! += notice.points;
  }
}
