import { anyOf, object, text, type ValueOf, whole } from '../../core/shape.ts';
import { judgeAlone } from '../../games/bananagrams/judge.ts';
import { rowsOf } from '../../games/bananagrams/picture.ts';
import { ageOf, numberAfter } from '../../games/bananagrams/rules/peel.ts';
import { FIELD_SIDE, marksOf, type RaceHand } from '../../games/bananagrams/tile-grid.ts';
import { inAlphabet } from '../../games/bananagrams/tiles.ts';
import {
  type Grid,
  gridText,
  noticeText,
  readGrid,
  readNotice,
  threeDigits,
} from '../../games/bananagrams/wire/messages.ts';
import { hasWord } from '../../lexicon/automaton.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import type { AssistantMove, MoveRefusal, PersonSeat } from '../assistant.ts';
import { PartReader } from '../inbox.ts';
import { describePosition, describeRules } from './model/prompt.ts';
import { Talk } from './play.ts';
import { readWrittenGrid } from './written-grid.ts';

/** All tiles of the box in a row and a column. */
const LONGEST_GRID = 6 + 144 * 144;

/** A move of a person on a page. */
export const raceMove = anyOf(
  object({
    peel: object({
      number: whole(0, 999),
      grid: text(/^\d{6}[A-Z.]+$/, 'six digits and the cells of a grid', { most: LONGEST_GRID }),
    }),
  }),
  object({ dump: text(/^[A-Z]$/, 'a letter from A to Z') }),
);

export class BananagramsAssistant implements PersonSeat {
  readonly #lexicon: Lexicon;
  readonly #reader = new PartReader('.');
  readonly #talk = new Talk('numbered');
  #letters = '';
  /** Letters that have come since the last grid. */
  #drew = '';
  #grid = '';
  #peels = 0;

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
    for (const message of this.#reader.read(text)) {
      const notice = readNotice(message, 'numbered', this.#talk.dealt);
      // A seat that starts in the middle of a race hears of no peel before the last.
      if (notice?.type === 'peeled') this.#peels += 1 + ((notice.number - this.#next + 1000) % 1000);
      const letters = this.#talk.hear(message);
      this.#letters += letters;
      this.#drew += letters;
    }
  }

  /** Takes what the player has sent, in a game that is played again, too. */
  sent(text: string): void {
    for (const [, letter, number, grid] of text.matchAll(/d([A-Z])|p(\d{3})(\d{6}[A-Z.]*)/g)) {
      if (letter !== undefined) {
        this.#letters = this.#letters.replace(letter, '');
        this.#talk.dump(letter);
      } else if (Number(number) === this.#next) {
        this.#grid = grid!;
        this.#drew = '';
        this.#talk.peel(wireRows(grid!));
      }
    }
  }

  rules(): string {
    const rules = describeRules('2', this.#lexicon.words);
    return `${rules}\nIn make_move write the rows with / between them, such as CAT/A../R.., or dump Q.`;
  }

  position(): string {
    const grid = this.#grid === '' ? [] : wireRows(this.#grid);
    return describePosition({ letters: this.#letters, grid, drew: this.#drew });
  }

  hand(): RaceHand {
    return { letters: inAlphabet(this.#letters), number: this.#next, grid: this.#grid, drew: this.#drew };
  }

  read(written: string): AssistantMove | string {
    const text = written.trim().toUpperCase();
    const [, letter] = /^DUMP ([A-Z])$/.exec(text) ?? [];
    if (letter !== undefined) return this.#dump(letter);
    const read = readWrittenGrid(text.split(/\/|\r?\n/), this.#letters, this.#lexicon);
    if (typeof read === 'string') return read;
    return read.refused ?? this.#peel(this.#next, gridText(read.grid));
  }

  /** A peel with an old number goes to the host, which tells that it was late. */
  readJson(move: ValueOf<typeof raceMove>): AssistantMove | MoveRefusal | string {
    if (this.#talk.dumping) return 'the host has not answered your dump yet';
    if ('dump' in move) return this.#dump(move.dump);
    const { number, grid } = move.peel;
    const read = readGrid(grid);
    if (!read.ok) return read.problem;
    const age = ageOf(number, this.#peels);
    if (age === 'future') return `the next peel is ${threeDigits(this.#next)}`;
    if (age === 'old') return { ...this.#peel(number, grid), brings: 'it is late: another peel came first' };
    return this.#whyNot(read.grid) ?? this.#peel(number, grid);
  }

  get #next(): number {
    return numberAfter(this.#peels);
  }

  #whyNot(grid: Grid): MoveRefusal | string | undefined {
    const verdict = judgeAlone(grid, this.#letters, this.#lexicon);
    if (verdict.legal) return this.#talk.mayPeel ? undefined : 'the host has not answered your last peel yet';
    const { width, places, letters } = grid;
    if (letters.length > this.#letters.length) return verdict.detail;
    const cells = places.map((place) => Math.floor(place / width) * FIELD_SIDE + (place % width));
    const laid = new Map(cells.map((cell, index) => [cell, letters[index]!]));
    const { wrongWords } = marksOf(laid, (word) => hasWord(this.#lexicon, word));
    return { problem: verdict.detail, words: wrongWords };
  }

  #peel(number: number, grid: string): AssistantMove {
    const brings = 'a peel: it has all your tiles, and each word is right';
    return { brings, send: () => this.#send(`p${threeDigits(number)}${grid}`) };
  }

  #dump(letter: string): AssistantMove | string {
    if (!this.#letters.includes(letter)) return `you do not have ${letter}`;
    const brings = 'three tiles for this one, if the bunch has three';
    return { brings, send: () => this.#send(`d${letter}`) };
  }

  #send(text: string): string {
    this.sent(text);
    return text;
  }
}

const wireRows = (grid: string) => rowsOf(grid).map((row) => row.replaceAll(' ', '.'));

/** What a player hears that starts again in the middle of a race: its hand now, and the number of the last peel. */
export function toldAgain(told: string, said: string): string {
  const dialect = said.startsWith('r') ? 'plain' : 'numbered';
  let letters = '';
  let number: number | undefined;
  for (const message of told.split('.').slice(0, -1)) {
    const notice = readNotice(message, dialect, letters !== '');
    if (notice?.type === 'peeled') number = notice.number;
    if (notice && notice.type !== 'late') letters += notice.type === 'peeled' ? notice.drew : notice.tiles;
  }
  for (const [, letter] of said.matchAll(/d([A-Z])/g)) letters = letters.replace(letter!, '');
  const tiles = inAlphabet(letters);
  if (tiles === '') return '';
  if (number === undefined) return noticeText({ type: 'hand', tiles }, dialect);
  return (
    noticeText({ type: 'hand', tiles: tiles.slice(1) }, dialect) +
    noticeText({ type: 'peeled', number, mine: false, drew: tiles[0]! }, dialect)
  );
}
