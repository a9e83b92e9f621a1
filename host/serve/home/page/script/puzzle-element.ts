import { html, render, type TemplateResult } from 'lit-html';
import { boardPart, CELL, gridFrame } from '../../../../views/parts/board.ts';
import { draw } from '../../../../views/parts/script/drawing.ts';
import { requestJson } from '../../../../views/parts/script/server.ts';
import { store, stored } from '../../../../views/parts/script/storage.ts';
import type { PuzzleAnswer, PuzzleMove, PuzzleView } from '../../contract.ts';
import { root } from './start-game.ts';

interface Progress {
  readonly day: string;
  readonly tries: readonly PuzzleMove[];
  /** What the best move brings, once something was tried or shown. */
  readonly most?: Pick<PuzzleMove, 'points' | 'leave'>;
  /** The best moves, once they were shown. */
  readonly best?: readonly PuzzleMove[];
}

const SAVED = 'wordhost.puzzle';

/** The position of the day: moves are tried by typing them, a click on a square writes where the word begins. */
export class PuzzleElement extends HTMLElement {
  #view!: PuzzleView;
  #progress!: Progress;
  #laid: PuzzleMove | undefined;
  #problem = '';
  #isBusy = false;

  connectedCallback(): void {
    const source = this.querySelector('script')?.textContent;
    if (!source) return;
    this.#view = JSON.parse(source) as PuzzleView;
    this.#progress = progressOn(this.#view.day);
    this.replaceChildren();
    this.#render();
    document.addEventListener('keydown', (event) => this.#typed(event));
  }

  get #input(): HTMLInputElement {
    return this.querySelector('input')!;
  }

  #change(change: Partial<Progress>): void {
    this.#progress = { ...this.#progress, ...change };
    store(SAVED, JSON.stringify(this.#progress));
    this.#render();
  }

  #render(): void {
    const { panel, about, day } = this.#view;
    const { tries, most, best } = this.#progress;
    const rack = {
      seat: undefined,
      caption: `your tiles ${panel.rack}`,
      rows: [panel.rack ?? ''],
      points: panel.points ?? {},
    };
    render(
      html`<div class="middle" @click=${(event: MouseEvent) => this.#chooseSquare(event)}>${boardPart(draw, { panel, ghosts: this.#laid?.laid ?? [], kind: 'board' })}</div>
<div class="beside">
<p class="soft">${day}: ${about}.</p>
<div class="rack">${boardPart(draw, { panel: rack, kind: 'rack' })}</div>
<form @submit=${(event: Event) => this.#submitted(event)}>
<label for="move">Your move, such as 8H WORD</label>
<input id="move" maxlength="60" autocomplete="off" autocapitalize="characters" spellcheck="false" enterkeyhint="send" aria-describedby="move-problem">
<button type="submit" class="primary">Try it</button>
<button type="button" class="second" ?disabled=${best !== undefined} @click=${() => void this.#showBest()}>Show the best</button>
</form>
<p id="move-problem" class="error" role="alert">${this.#problem}</p>
<div role="status">${verdict(tries, most)}</div>
${tries.length === 0 ? '' : html`<h2>Your tries</h2>${this.#list(tries)}`}
${best === undefined ? '' : html`<h2>The best moves</h2>${this.#list(best)}`}
${most && (best || isBest(tries, most)) ? this.#share(shareLine(day, tries, most)) : ''}
</div>`,
      this,
    );
  }

  #list(moves: readonly PuzzleMove[]): TemplateResult {
    return html`<ol class="best">${moves.map(
      (move) =>
        html`<li><button type="button" aria-pressed=${String(this.#laid === move)} @click=${() => this.#lay(move)}><b>${move.text}</b> <span>${worthInWords(move)}</span></button></li>`,
    )}</ol>`;
  }

  #share(line: string): TemplateResult {
    const copy = async () => {
      try {
        await navigator.clipboard.writeText(line);
        this.#problem = '';
      } catch {
        this.#problem = 'The browser does not copy: mark the line and copy it.';
      }
      this.#render();
    };
    return html`<h2>To share</h2><p class="share">${line}</p><p><button type="button" class="second" @click=${() => void copy()}>Copy the line</button></p>`;
  }

  #lay(move: PuzzleMove): void {
    this.#laid = this.#laid === move ? undefined : move;
    this.#render();
  }

  /** The first click on a square is across, the second down. */
  #chooseSquare(event: MouseEvent): void {
    const board = this.querySelector('svg.board')!.getBoundingClientRect();
    const { panel } = this.#view;
    const frame = gridFrame(panel);
    const scale = frame.width / board.width;
    const column =
      panel.columnNames?.[Math.floor(((event.clientX - board.left) * scale - frame.left) / CELL)];
    const row = panel.rowNames?.[Math.floor(((event.clientY - board.top) * scale - frame.top) / CELL)];
    if (column === undefined || row === undefined) return;
    const [, before = '', word = ''] = /^(\S*)\s*(.*)$/.exec(this.#input.value) ?? [];
    const across = `${row}${column}`;
    this.#input.value = `${before.toUpperCase() === across ? `${column}${row}` : across} ${word}`;
    this.#input.focus();
  }

  /** Typed letters go to the field, wherever the focus is. */
  #typed({ key, ctrlKey, altKey, metaKey, target }: KeyboardEvent): void {
    if (ctrlKey || altKey || metaKey || key.length !== 1 || key === ' ') return;
    if (target instanceof Element && target.closest('input, select, textarea')) return;
    this.#input.focus();
  }

  async #submitted(event: Event): Promise<void> {
    event.preventDefault();
    const move = this.#input.value.trim();
    if (move === '' || this.#isBusy) return;
    const answer = await this.#ask<PuzzleAnswer>(
      `try?day=${this.#view.day}&move=${encodeURIComponent(move)}`,
    );
    if (!answer) return;
    if (!answer.ok) {
      this.#problem = answer.problem;
      this.#render();
      return;
    }
    const { tries } = this.#progress;
    const known = tries.find(({ text }) => text === answer.move.text);
    this.#laid = known ?? answer.move;
    this.#input.value = '';
    this.#change({ most: answer.best, tries: known ? tries : [...tries, answer.move] });
  }

  async #showBest(): Promise<void> {
    const answer = await this.#ask<{ readonly best: readonly PuzzleMove[] }>(`best?day=${this.#view.day}`);
    if (!answer) return;
    const [first] = answer.best;
    this.#laid = first;
    this.#change({ best: answer.best, most: first! });
  }

  /** Undefined after a failure, which the page shows. */
  async #ask<Answer>(path: string): Promise<Answer | undefined> {
    this.#isBusy = true;
    this.#problem = '';
    try {
      return (await requestJson('GET', `${root}api/v1/puzzle/${path}`)) as Answer;
    } catch (error) {
      this.#problem = (error as Error).message;
    } finally {
      this.#isBusy = false;
    }
    this.#render();
    return undefined;
  }
}

/** Another day begins without tries. */
function progressOn(day: string): Progress {
  try {
    const saved = JSON.parse(stored(SAVED) ?? '{}') as Progress;
    if (saved.day === day && Array.isArray(saved.tries)) return saved;
  } catch {
    // What was saved is not ours.
  }
  return { day, tries: [] };
}

const worth = ({ points, leave }: Pick<PuzzleMove, 'points' | 'leave'>) => points + leave;

const rounded = (value: number) => (Math.round(10 * value) / 10).toFixed(1);

function worthInWords({ points, leave }: Pick<PuzzleMove, 'points' | 'leave'>): string {
  const kept =
    Math.abs(leave) < 0.05 ? '' : ` ${leave < 0 ? '−' : '+'} ${rounded(Math.abs(leave))} for the tiles kept`;
  return `${points}${kept}`;
}

function bestOf(tries: readonly PuzzleMove[]): PuzzleMove | undefined {
  return tries.toSorted((one, other) => worth(other) - worth(one))[0];
}

function isBest(tries: readonly PuzzleMove[], most: Pick<PuzzleMove, 'points' | 'leave'>): boolean {
  return tries.some((move) => worth(move) >= worth(most) - 0.001);
}

function verdict(tries: readonly PuzzleMove[], most: Progress['most']): TemplateResult | string {
  const best = bestOf(tries);
  if (!most || !best) return '';
  if (isBest(tries, most))
    return html`<p class="good"><b>${best.text} is the best move:</b> ${worthInWords(best)}.</p>`;
  const last = tries.at(-1)!;
  return html`<p><b>${last.text}</b> brings ${worthInWords(last)}. The best move brings ${worthInWords(most)}: ${rounded(worth(most) - worth(last))} more.</p>`;
}

/** What was found, without the move. */
function shareLine(
  day: string,
  tries: readonly PuzzleMove[],
  most: Pick<PuzzleMove, 'points' | 'leave'>,
): string {
  const best = bestOf(tries);
  const count = tries.length === 1 ? 'one try' : `${tries.length} tries`;
  const found = best
    ? `${rounded(worth(best))} of ${rounded(worth(most))} in ${count}`
    : `the best is ${rounded(worth(most))}`;
  return `The best move here? ${day}: ${found}. ${root}puzzle`;
}
