import { html, render, type TemplateResult } from 'lit-html';
import { boardOf } from '../../../../games/boggle/board.ts';
import type { GameView } from '../../../play/contract.ts';
import type { Table, TablePlayer } from '../../../play/page/script/table-element.ts';
import { moveSentence, turnSentence } from '../../../play/page/table-state.ts';
import { WordEntry } from './word-entry.ts';

const keys = [
  ['A to Z', 'type a word'],
  ['Enter', 'play it'],
  ['Escape', 'clear it'],
  ['Arrow keys', 'on the board: choose the letter'],
  ['Space', 'on the board: add the letter'],
  ['Backspace', 'remove the last letter'],
  ['?', 'show these keys'],
] as const;

type Surrender = 'pass' | 'forfeit';

const questions: Readonly<Record<Surrender, { readonly title: string; readonly yes: string }>> = {
  pass: { title: 'Pass this turn?', yes: 'Pass' },
  forfeit: { title: 'Give up this game?', yes: 'Give up' },
};

/** The board and the buttons of somebody who plays on the site. */
export class BogglePlayer implements TablePlayer {
  readonly keys = keys;
  readonly #table: Table;
  #entry: WordEntry | undefined;
  #view!: GameView;
  /** What a pass or a surrender came to. */
  #problem = '';
  #question: Surrender = 'pass';

  constructor(table: Table) {
    this.#table = table;
  }

  show(view: GameView): void {
    const panel = this.#board(view);
    if (!panel) return;
    const isNews = this.#view?.moves.length !== view.moves.length;
    this.#view = view;
    this.#entry ??= this.#entryOn(panel.rows as readonly (readonly string[])[]);
    // What was wrong before, such as the turn, may be right now.
    if (isNews) this.#entry.refuse('');
    else this.#render();
  }

  press(event: KeyboardEvent): boolean {
    return this.#entry?.press(event) ?? false;
  }

  #board({ panels }: GameView) {
    return panels.find(({ seat, rows }) => seat === undefined && rows.length > 0);
  }

  #entryOn(rows: readonly (readonly string[])[]): WordEntry {
    const cells = rows.flat().map((cell) => cell.toUpperCase());
    return new WordEntry({
      board: boardOf(rows[0]!.length, rows.length, cells),
      draw: () => this.#render(),
      canPlay: () => this.#view.state === 'running',
      waitsFor: () => this.#other,
      found: () => this.#view.moves.flatMap(({ lines }) => lines.map(({ word }) => word)),
      play: async (word) => await this.#send({ word }),
      showKeys: () => this.#table.showKeys(),
    });
  }

  get #other(): string | undefined {
    const { due, you, seats } = this.#view;
    return due.includes(you!) ? undefined : seats.find(({ seat }) => seat !== you)?.name;
  }

  /** Returns why the move was not made. */
  async #send(move: object): Promise<string | undefined> {
    const answer = await this.#table.play(move);
    return answer.ok ? undefined : answer.problem;
  }

  #render(): void {
    render(this.#page(this.#entry!), this.#table.stage);
  }

  #page(entry: WordEntry): TemplateResult {
    const { moves, you } = this.#view;
    // What the player's last move came to, and what has happened since then.
    const news = moves.slice(
      Math.max(
        0,
        moves.findLastIndex(({ seat }) => seat === you),
      ),
    );
    const said = news.filter(({ seat }) => seat !== undefined).map((move) => moveSentence(this.#view, move));
    return html`<div class="field">
<p class="stand"><b id="turn">${turnSentence(this.#view)}</b> <span id="left">${this.#board(this.#view)?.stock ?? ''}</span></p>
${entry.board()}</div>
<div class="tools">${entry.form()}
<p id="said">${said.join(' ')}</p>
<div class="bar"><button aria-label="Keys" @click=${() => this.#table.showKeys()}>?</button>
<button @click=${() => this.#ask('pass')}>Pass</button>
<button @click=${() => this.#ask('forfeit')}>Give up</button></div>
<p class="error" role="alert">${this.#problem}</p></div>
${this.#dialog()}`;
  }

  #dialog(): TemplateResult {
    const { title, yes } = questions[this.#question];
    const close = () => this.#table.stage.querySelector('dialog')!.close();
    const agree = async () => {
      close();
      this.#problem = (await this.#send({ [this.#question]: true })) ?? '';
      this.#render();
    };
    return html`<dialog aria-labelledby="question-title"><h2 id="question-title">${title}</h2>
<p class="buttons"><button @click=${close}>Keep playing</button><button class="go" @click=${() => void agree()}>${yes}</button></p></dialog>`;
  }

  #ask(question: Surrender): void {
    this.#question = question;
    this.#problem = '';
    this.#render();
    this.#table.stage.querySelector('dialog')!.showModal();
  }
}
