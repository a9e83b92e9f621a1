import { html, nothing, render, type TemplateResult } from 'lit-html';
import { counted } from '../../../../core/text.ts';
import { boardOf } from '../../../../games/boggle/board.ts';
import type { ClassicHand } from '../../../../games/boggle/judge.ts';
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

type Surrender = 'pass' | 'done' | 'forfeit';

const questions: Readonly<Record<Surrender, { readonly title: string; readonly yes: string }>> = {
  pass: { title: 'Pass this turn?', yes: 'Pass' },
  done: { title: 'No more words?', yes: 'I am done' },
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
  /** What the last word by the classic rules is worth. In turns the moves tell it. */
  #worth = '';

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
      canPlay: () => this.#view.state === 'running' && this.#hand?.isDone !== true,
      waitsFor: () => this.#other,
      found: () => this.#hand?.words.map(({ word }) => word) ?? wordsOf(this.#view.moves),
      play: async (word) => await this.#send({ word }, word),
      showKeys: () => this.#table.showKeys(),
    });
  }

  /** By the classic rules a player sees its own words alone. */
  get #hand(): ClassicHand | undefined {
    return this.#view.hand as ClassicHand | undefined;
  }

  get #other(): string | undefined {
    const { due, you, seats } = this.#view;
    if (this.#hand) return due.includes(you!) ? undefined : 'the start';
    return due.includes(you!) ? undefined : seats.find(({ seat }) => seat !== you)?.name;
  }

  /** Returns why the move was not made. */
  async #send(move: object, word?: string): Promise<string | undefined> {
    const answer = await this.#table.play(move);
    if (!answer.ok) return answer.problem;
    if (this.#hand && word !== undefined) this.#worth = `${word.toUpperCase()}: ${answer.brings}`;
    return undefined;
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
<p class="stand"><b id="turn">${turnSentence(this.#view)}</b> <span id="left">${this.#hand ? counted(this.#hand.words.length, 'word') : (this.#board(this.#view)?.stock ?? '')}</span></p>
${entry.board()}</div>
<div class="tools">${this.#hand?.isDone ? html`<p id="done">You are done. The game ends when the others are, too, or when the time is up.</p>` : entry.form()}
<p id="said">${this.#worth || said.join(' ')}</p>
<div class="bar"><button aria-label="Keys" @click=${() => this.#table.showKeys()}>?</button>
${this.#endOfTurn()}
<button @click=${() => this.#ask('forfeit')}>Give up</button></div>
${this.#hand?.words.length ? ownWords(this.#hand) : nothing}
<p class="error" role="alert">${this.#problem}</p></div>
${this.#dialog()}`;
  }

  #endOfTurn(): TemplateResult | typeof nothing {
    if (!this.#hand) return html`<button @click=${() => this.#ask('pass')}>Pass</button>`;
    return this.#hand.isDone ? nothing : html`<button @click=${() => this.#ask('done')}>Done</button>`;
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

const wordsOf = (moves: GameView['moves']) => moves.flatMap(({ lines }) => lines.map(({ word }) => word));

/** The newest first. */
function ownWords({ words }: ClassicHand): TemplateResult {
  const items = words.toReversed().map(({ word, points }) => html`<li>${word} ${points}</li>`);
  return html`<ul id="own" aria-label="Your words, the newest first" tabindex="0">${items}</ul>`;
}
