import { html, nothing, render, type TemplateResult } from 'lit-html';
import { sentence } from '../../../../views/parts/script/server.ts';
import { store, stored } from '../../../../views/parts/script/storage.ts';
import type { PuzzleAnswer, PuzzleMove, PuzzleView } from '../../../home/contract.ts';
import type { MoveAnswer } from '../../../play/contract.ts';
import { followKeys, keysPart, showKeys } from '../../../play/page/script/keys.ts';
import type { Table } from '../../../play/page/script/table-element.ts';
import { request } from '../../../play/page/script/table-server.ts';
import { BLANK, type PlayMessage, type ScrabbleHand, writtenPlay } from '../laying.ts';
import { unseenPart } from './scrabble-parts.ts';
import { ScrabblePlayer } from './scrabble-player.ts';

interface Progress {
  readonly day: string;
  readonly tries: readonly PuzzleMove[];
  /** What the best move brings, once something was tried or shown. */
  readonly most?: Pick<PuzzleMove, 'points' | 'leave'>;
  /** The best moves, once they were shown. */
  readonly best?: readonly PuzzleMove[];
}

const SAVED = 'wordhost.puzzle';

/** The position of the day, with the board and the rack of a table. */
class PuzzleElement extends HTMLElement {
  readonly #stage = document.createElement('div');
  #view!: PuzzleView;
  #progress!: Progress;
  #player!: ScrabblePlayer;
  #problem = '';

  connectedCallback(): void {
    const source = this.querySelector('script')?.textContent;
    if (!source) return;
    this.#view = JSON.parse(source) as PuzzleView;
    this.#progress = progressOn(this.#view.day);
    this.#stage.className = 'stage';
    const player = new ScrabblePlayer(this.#table, { verb: 'Try', buttons: keysButton });
    this.#player = player;
    this.replaceChildren();
    this.#render();
    const { day, panel, hand } = this.#view;
    player.show({
      ...{
        key: `puzzle ${day}`,
        game: '',
        state: 'running',
        pace: 'turns',
        options: {},
        seats: [],
        moves: [],
        version: 0,
      },
      ...{ you: 1, due: [1], panels: [panel], hand },
    });
    followKeys((event) => player.press(event));
  }

  readonly #table: Table = {
    stage: this.#stage,
    check: async (move) => {
      const answer = await this.#ask(move as PlayMessage);
      if (!answer.ok) return answer;
      const { text, points } = answer.move;
      return { ok: true, points, brings: `${text}: ${points} points` };
    },
    play: async (move) => await this.#try(move as PlayMessage),
    say: (words) => {
      document.querySelector('#spoken')!.textContent = words;
    },
    showKeys,
  };

  async #ask(move: PlayMessage): Promise<PuzzleAnswer> {
    const { day, panel, hand } = this.#view;
    const { tiles } = hand as ScrabbleHand;
    const isBlank = (tile: number) => tiles.find(({ id }) => id === tile)?.letter === BLANK;
    const text = writtenPlay(move, panel, isBlank);
    if (text === undefined) return { ok: false, problem: 'The tiles must be in one row or in one column.' };
    try {
      const query = new URLSearchParams({ day, move: text });
      const answer = (await request('GET', `puzzle/try?${query}`)) as PuzzleAnswer;
      return answer.ok ? answer : { ...answer, problem: sentence(answer.problem) };
    } catch (error) {
      return { ok: false, problem: (error as Error).message };
    }
  }

  async #try(move: PlayMessage): Promise<MoveAnswer> {
    const answer = await this.#ask(move);
    if (!answer.ok) return answer;
    const { tries } = this.#progress;
    const isKnown = tries.some(({ text }) => text === answer.move.text);
    this.#change({ most: answer.best, tries: isKnown ? tries : [...tries, answer.move] });
    return { ok: true, brings: '' };
  }

  async #showBest(): Promise<void> {
    this.#problem = '';
    try {
      const { best } = (await request('GET', `puzzle/best?day=${this.#view.day}`)) as {
        best: readonly PuzzleMove[];
      };
      const [first] = best;
      this.#change({ best, most: first! });
      this.#player.lay(first!.laid);
    } catch (error) {
      this.#problem = (error as Error).message;
      this.#render();
    }
  }

  #change(change: Partial<Progress>): void {
    this.#progress = { ...this.#progress, ...change };
    store(SAVED, JSON.stringify(this.#progress));
    this.#render();
  }

  #render(): void {
    const { about, day, hand } = this.#view;
    const { tries, most, best } = this.#progress;
    render(
      html`<div class="table playing">
<p class="players">${day}: ${about}.</p>
<div class="middle">${this.#stage}</div>
<div class="now"><p class="bad" role="alert">${this.#problem}</p><div role="status">${verdict(tries, most)}</div>
<p><button class="show-best" @click=${() => void this.#showBest()}>Show the best</button></p></div>
<div class="side">
${unseenPart(hand as ScrabbleHand)}
${tries.length === 0 ? nothing : html`<h2>Your tries</h2>${this.#list(tries)}`}
${best === undefined ? nothing : html`<h2>The best moves</h2>${this.#list(best)}`}
${most && (best || isBest(tries, most)) ? this.#share(shareLine(day, tries, most)) : nothing}
</div></div>
${keysPart(this.#player.keys)}`,
      this,
    );
  }

  /** A click lays the move on the board. */
  #list(moves: readonly PuzzleMove[]): TemplateResult {
    return html`<ol class="best">${moves.map(
      (move) =>
        html`<li><button @click=${() => this.#player.lay(move.laid)}><b>${move.text}</b> <span>${worthInWords(move)}</span></button></li>`,
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
    return html`<h2>To share</h2><p class="share">${line}</p><p><button @click=${() => void copy()}>Copy the line</button></p>`;
  }
}

const keysButton = () => html`<button aria-label="Keys" title="Keys" @click=${showKeys}>?</button>`;

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
  return `The best move here? ${day}: ${found}. ${new URL('puzzle', location.href).href}`;
}

customElements.define('word-puzzle', PuzzleElement);
