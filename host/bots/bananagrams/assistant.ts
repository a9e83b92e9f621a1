import { judgeAlone } from '../../games/bananagrams/judge.ts';
import { readGrid, threeDigits } from '../../games/bananagrams/wire/messages.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import type { AssistantMove, AssistantSeat } from '../assistant.ts';
import { PartReader } from '../inbox.ts';
import { Talk } from './play.ts';

const MOST_CELLS = 999;

export class BananagramsAssistant implements AssistantSeat {
  readonly #lexicon: Lexicon;
  readonly #reader = new PartReader('.');
  readonly #talk = new Talk('numbered');
  #letters = '';
  #grid: readonly string[] = [];

  constructor(lexicon: Lexicon) {
    this.#lexicon = lexicon;
  }

  get ready(): string {
    return this.#talk.ready;
  }

  get isDue(): boolean {
    return this.#talk.mayPeel;
  }

  hear(text: string): void {
    for (const message of this.#reader.read(text)) this.#letters += this.#talk.hear(message);
  }

  rules(): string {
    return [
      'You play a game of Bananagrams. It is a race: all players arrange their own tiles at the same time.',
      `Put all your tiles into one grid of connected words, across and down, from the word list (${this.#lexicon.words} words).`,
      'With such a grid you peel: each player draws a tile. Who peels when too few tiles are left has won.',
      'A dump gives back one tile and draws three.',
      'A move is the rows of the grid from top to bottom, with / between them and . for an empty cell, such as ..AHE/HERA./A.T../T.Y../E....; or dump X.',
    ].join('\n');
  }

  position(): string {
    const tiles = [...this.#letters].sort().join('');
    return [
      `Your tiles (${tiles.length}): ${tiles}`,
      ...(this.#grid.length > 0 ? ['Your last grid:', ...this.#grid] : []),
    ].join('\n');
  }

  read(written: string): AssistantMove | string {
    const text = written.trim().toUpperCase();
    const [, letter] = /^DUMP ([A-Z])$/.exec(text) ?? [];
    if (letter !== undefined) return this.#dump(letter);
    const rows = text.split(/\/|\r?\n/);
    const width = Math.max(...rows.map(({ length }) => length));
    if (width > MOST_CELLS || rows.length > MOST_CELLS)
      return `expected at most ${MOST_CELLS} rows and columns`;
    const whole = rows.map((row) => row.replaceAll(' ', '.').padEnd(width, '.'));
    const read = readGrid(threeDigits(width) + threeDigits(rows.length) + whole.join(''));
    if (!read.ok) return read.problem;
    const verdict = judgeAlone(read.grid, this.#letters, this.#lexicon);
    if (!verdict.legal) return verdict.detail;
    return {
      brings: 'a peel: it has all your tiles, and each word is right',
      send: () => {
        this.#grid = whole;
        return this.#talk.peel(whole);
      },
    };
  }

  #dump(letter: string): AssistantMove | string {
    if (!this.#letters.includes(letter)) return `you do not have ${letter}`;
    return {
      brings: 'three tiles for this one, if the bunch has three',
      send: () => {
        this.#letters = this.#letters.replace(letter, '');
        return this.#talk.dump(letter);
      },
    };
  }
}
