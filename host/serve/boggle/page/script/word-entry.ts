import { html, nothing, type TemplateResult } from 'lit-html';
import type { Board } from '../../../../games/boggle/board.ts';
import { TypedWords, wordHint, wordOf, worthOf } from '../game-state.ts';
import { BoardView } from './board-view.ts';
import { Fields, input, onSubmit } from './elements.ts';

interface WordEntryOptions {
  readonly board: Board;
  readonly draw: () => void;
  readonly canPlay: () => boolean;
  /** The name of the player whose turn it is. Undefined if it is this player's turn. */
  readonly waitsFor: () => string | undefined;
  readonly found: () => readonly string[];
  /** Returns why the word was not played. */
  readonly play: (word: string) => Promise<string | undefined>;
  readonly showKeys: () => void;
}

export const entryHelp =
  'Drag over the letters, click them one by one, or type the word. Enter plays it, Escape clears it. On the board, arrow keys move, Space chooses a letter, and Backspace removes the last one.';

/** The board and the field for a word, which is dragged, chosen letter by letter, or typed. */
export class WordEntry {
  readonly #options: WordEntryOptions;
  readonly #fields: Fields;
  readonly #board: BoardView;
  readonly #typed: TypedWords;
  #word = '';
  #hint = '';
  /** For screen readers, while letters are chosen on the board. */
  #spelled = '';
  /** The answer to the last move emptied the word. Another Enter was meant for that word. */
  #isJustPlayed = false;

  constructor(options: WordEntryOptions) {
    const { board, draw } = options;
    this.#options = options;
    this.#fields = new Fields(draw);
    this.#typed = new TypedWords(board);
    this.#board = new BoardView(board, {
      draw,
      changed: (path) => this.#chose(wordOf(board, path)),
      enter: (event) => this.#submit(event),
    });
  }

  board(): TemplateResult {
    return html`${this.#board.template()}<p id="spelled" class="unseen" aria-live="polite">${this.#spelled}</p>`;
  }

  form(): TemplateResult {
    const worth = worthOf(this.#word.trim());
    return html`<form id="guess" novalidate @submit=${this.#submit}>
<label for="word" class="unseen">Word</label>
<input id="word" placeholder="Drag or type a word" autocomplete="off" autocapitalize="characters" autocorrect="off" spellcheck="false" enterkeyhint="send" .value=${this.#word} aria-invalid=${this.#fields.fault('word') === '' ? nothing : 'true'} aria-describedby="word-error word-hint" @input=${(event: Event) => this.#wrote((event.target as HTMLInputElement).value)} @keydown=${(event: KeyboardEvent) => this.#keyInField(event)} />
<button type="submit" class="go" aria-disabled=${this.#options.waitsFor() === undefined ? 'false' : 'true'}>Play${worth > 0 && this.#hint === '' ? ` · ${worth}` : ''}</button>
<button type="button" id="clear" @mousedown=${keepFocus} @click=${() => this.empty()}>Clear</button>
</form>
<p id="word-hint" class="soft">${this.#hint}</p>
${this.#fields.error('word')}`;
  }

  /** Takes a key that was pressed anywhere on the page. Letters go to the field, in which the browser writes them. */
  press(event: KeyboardEvent): boolean {
    const { key, target } = event;
    if (!this.#options.canPlay() || event.defaultPrevented || !(target instanceof Element)) return false;
    if (key === 'Escape') this.empty();
    else if (target.closest('input, select')) return false;
    else if (key === 'Enter' && !target.closest('a, button, summary')) this.#submit(event);
    else if (/^[a-z]$/i.test(key) || key === 'Backspace') {
      input('word').setSelectionRange(this.#word.length, this.#word.length);
      input('word').focus();
      return false;
    } else return false;
    return true;
  }

  /** The focus stays, because a phone would cover the board with its keyboard. */
  empty(): void {
    this.#wrote('');
  }

  /** Says what is wrong, or that nothing is wrong any more. */
  refuse(problem: string): void {
    this.#fields.show('word', problem);
  }

  #keyInField(event: KeyboardEvent): void {
    if (event.key === 'Escape') this.empty();
    else if (event.key === '?') this.#options.showKeys();
    else return;
    event.preventDefault();
  }

  #wrote(word: string): void {
    const { path, isWhole } = this.#typed.pathOf(word);
    this.#board.show(path);
    this.#takeWord(word, isWhole);
  }

  #chose(word: string): void {
    this.#spelled = word === '' ? 'no letters' : word;
    this.#takeWord(word, true);
  }

  #takeWord(word: string, isOnBoard: boolean): void {
    this.#isJustPlayed = false;
    this.#word = word;
    this.#hint = wordHint(word.trim(), isOnBoard, { words_found: this.#options.found() });
    this.refuse('');
  }

  readonly #submit = onSubmit(async () => await this.#play());

  async #play(): Promise<void> {
    const { canPlay, waitsFor, play } = this.#options;
    const guess = this.#word.trim();
    const isAgain = this.#isJustPlayed;
    this.#isJustPlayed = false;
    if (!canPlay() || (guess === '' && isAgain)) return;
    if (guess === '') return this.refuse('Enter a word: drag over the board, or type it.');
    const next = waitsFor();
    if (next !== undefined) return this.refuse(`Wait for ${next}.`);
    const problem = await play(guess);
    if (problem !== undefined) return canPlay() ? this.refuse(problem) : undefined;
    // Text written since then stays.
    if (this.#word.trim() === guess) this.empty();
    this.#isJustPlayed = this.#word === '';
  }
}

/** Enter plays after a click on a button, too. */
const keepFocus = (event: Event) => event.preventDefault();
