import { html, nothing, type TemplateResult } from 'lit-html';
import type { HandTile } from '../laying.ts';

type Question = 'blank' | 'exchange' | 'more' | 'pass' | 'resign';

/** What the dialogs show, and what their answers do. */
interface QuestionTools {
  /** Where the dialogs are. */
  readonly root: Element;
  readonly render: () => void;
  readonly face: (tile: HandTile) => TemplateResult;
  readonly letterChosen: (letter: string) => void;
  /** Sends a move for which no tile may lie on the board. */
  readonly send: (move: unknown) => void;
  readonly showKeys: () => void;
}

interface Position {
  readonly rack: readonly HandTile[];
  /** The letters that a blank can stand for. */
  readonly letters: readonly string[];
  readonly isMyTurn: boolean;
}

/** Dialogs of a player: the letter of a blank, tiles to exchange, passing, resigning. */
export class Questions {
  readonly #tools: QuestionTools;
  /** Slots of tiles to exchange. */
  #exchanged: ReadonlySet<number> = new Set();

  constructor(tools: QuestionTools) {
    this.#tools = tools;
  }

  open(question: Question): void {
    if (question === 'exchange') this.#exchanged = new Set();
    this.#tools.render();
    this.#dialog(question)?.showModal();
  }

  parts({ rack, letters, isMyTurn }: Position): readonly TemplateResult[] {
    const count = this.#exchanged.size;
    const exchange = () =>
      this.#answer('exchange', { change: [...this.#exchanged].map((slot) => rack[slot]!.id) });
    return [
      this.#question(
        'blank',
        'Which letter is the blank?',
        html`<div class="letters">${letters.map((letter) => html`<button @click=${() => this.#choose(letter)}>${letter}</button>`)}</div>`,
        nothing,
        ({ key }) => letters.includes(key.toUpperCase()) && this.#choose(key.toUpperCase()),
      ),
      this.#question(
        'exchange',
        'Which tiles do you exchange?',
        html`<div class="hand">${rack.map(
          (tile, slot) =>
            html`<button class="slot" aria-pressed=${this.#exchanged.has(slot)} @click=${() => this.#toggle(slot)}>${this.#tools.face(tile)}</button>`,
        )}</div>`,
        html`<button class="go" aria-disabled=${count === 0} @click=${() => count > 0 && exchange()}>Exchange ${count}</button>`,
        ({ key }) => this.#toggleLetter(rack, key.toUpperCase()),
      ),
      this.#question(
        'more',
        'More',
        html`<div class="choices">${this.#choice('Keys', this.#tools.showKeys)}
${isMyTurn ? [this.#choice('Pass', () => this.open('pass')), this.#choice('Resign', () => this.open('resign'))] : nothing}</div>`,
        nothing,
      ),
      this.#question(
        'pass',
        'Pass your turn?',
        html`<p>You get no points and keep your tiles.</p>`,
        html`<button class="go" @click=${() => this.#answer('pass', { pass: true })}>Pass</button>`,
      ),
      this.#question(
        'resign',
        'Resign the game?',
        html`<p>The game ends, and you lose it.</p>`,
        html`<button class="go" @click=${() => this.#answer('resign', { forfeit: true })}>Resign</button>`,
      ),
    ];
  }

  #dialog(question: Question): HTMLDialogElement | null {
    return this.#tools.root.querySelector<HTMLDialogElement>(`#${question}`);
  }

  #question(
    id: Question,
    title: string,
    content: TemplateResult,
    answer: TemplateResult | typeof nothing,
    press?: (event: KeyboardEvent) => void,
  ): TemplateResult {
    return html`<dialog id=${id} aria-labelledby="${id}-title" @keydown=${press ?? nothing}><h2 id="${id}-title">${title}</h2>${content}
<p class="buttons"><button @click=${() => this.#dialog(id)?.close()}>Cancel</button>${answer}</p></dialog>`;
  }

  #choice(words: string, choose: () => void): TemplateResult {
    const act = () => {
      this.#dialog('more')?.close();
      choose();
    };
    return html`<button @click=${act}>${words}</button>`;
  }

  #answer(question: Question, move: unknown): void {
    this.#dialog(question)?.close();
    this.#tools.send(move);
  }

  #choose(letter: string): void {
    this.#dialog('blank')?.close();
    this.#tools.letterChosen(letter);
  }

  #toggle(slot: number): void {
    this.#exchanged = this.#exchanged.symmetricDifference(new Set([slot]));
    this.#tools.render();
  }

  /** A typed letter chooses its next tile, or takes its choice back. Enter exchanges then. */
  #toggleLetter(rack: readonly HandTile[], typed: string): void {
    const slots = rack.flatMap(({ letter }, slot) => (letter === typed ? [slot] : []));
    const next = slots.find((slot) => !this.#exchanged.has(slot)) ?? slots[0];
    if (next === undefined) return;
    this.#toggle(next);
    this.#dialog('exchange')?.querySelector<HTMLElement>('.go')?.focus();
  }
}
