import type { Lexicon } from '../../lexicon/lexicon.ts';
import type { AssistantMove, AssistantSeat } from '../assistant.ts';
import { PartReader } from '../inbox.ts';
import { describePosition, describeRules } from './model/prompt.ts';
import { Talk } from './play.ts';
import { readWrittenGrid } from './written-grid.ts';

export class BananagramsAssistant implements AssistantSeat {
  readonly #lexicon: Lexicon;
  readonly #reader = new PartReader('.');
  readonly #talk = new Talk('numbered');
  #letters = '';
  /** Letters that have come since the last grid. */
  #drew = '';
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
    for (const message of this.#reader.read(text)) {
      const letters = this.#talk.hear(message);
      this.#letters += letters;
      this.#drew += letters;
    }
  }

  rules(): string {
    const rules = describeRules('2', this.#lexicon.words);
    return `${rules}\nIn make_move write the rows with / between them, such as CAT/A../R.., or dump Q.`;
  }

  position(): string {
    return describePosition({ letters: this.#letters, grid: this.#grid, drew: this.#drew });
  }

  read(written: string): AssistantMove | string {
    const text = written.trim().toUpperCase();
    const [, letter] = /^DUMP ([A-Z])$/.exec(text) ?? [];
    if (letter !== undefined) return this.#dump(letter);
    const read = readWrittenGrid(text.split(/\/|\r?\n/), this.#letters, this.#lexicon);
    if (typeof read === 'string') return read;
    const { rows, refused } = read;
    if (refused !== undefined) return refused;
    return {
      brings: 'a peel: it has all your tiles, and each word is right',
      send: () => {
        this.#grid = rows;
        this.#drew = '';
        return this.#talk.peel(rows);
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
