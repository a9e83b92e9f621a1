import { html, nothing, type TemplateResult } from 'lit-html';
import { type Board, readBoardText } from '../../../../games/boggle/board.ts';
import { cardPart, moveColumns } from '../../../../views/parts/game-parts.ts';
import { draw } from '../../../../views/parts/script/drawing.ts';
import type { GameAnswer, MoveAnswer } from '../../api/schemas.ts';
import {
  endSentence,
  endTitle,
  opponentOf,
  type Perspective,
  perspectiveOf,
  type Sentence,
  standOf,
  turnsLeft,
  turnsOf,
} from '../game-state.ts';
import { hashOf, type SavedUser } from '../users.ts';
import { byId, loadFailure, sentence, userText } from './elements.ts';
import {
  type ApiAnswer,
  cancel,
  follow,
  history,
  move,
  newGame,
  type UnfoundWord,
  unfound,
} from './server.ts';
import { entryHelp, WordEntry } from './word-entry.ts';

/** Follows a game while the page shows it. */
export class GameView {
  readonly #users: () => readonly SavedUser[];
  readonly #draw: () => void;
  readonly #entry: WordEntry;
  readonly #unfollow: () => void;
  readonly #keys = new AbortController();
  #game: GameAnswer;
  #history: ApiAnswer<{ readonly turns: readonly MoveAnswer[] }> | undefined;
  #unfound: readonly UnfoundWord[] = [];
  /** Answers to earlier requests are ignored. */
  #request = 0;
  #said: Sentence = [];
  #cancelProblem = '';
  /** A move of ours is on its way, and its answer reports the result. */
  #isMoving = false;
  #isOpen = true;
  #isConnected: boolean | undefined;

  constructor(game: GameAnswer, users: () => readonly SavedUser[], draw: () => void) {
    this.#users = users;
    this.#game = game;
    this.#draw = draw;
    this.#entry = new WordEntry({
      board: boardIn(game),
      draw,
      canPlay: () => this.#canPlay,
      waitsFor: () => (this.#sight.isMyTurn ? undefined : this.#sight.next),
      found: () => this.#game.words_found,
      play: async (guess) => await this.#play(guess),
      showKeys: () => this.#showKeys(),
    });
    this.#entitle();
    document.addEventListener('keydown', (event) => this.#pressed(event), { signal: this.#keys.signal });
    this.#unfollow = follow(
      game.urlsafe_key,
      (next) => this.#came(next),
      (isThere) => {
        this.#isConnected = isThere;
        draw();
      },
    );
    void this.#load();
  }

  end(): void {
    this.#isOpen = false;
    this.#keys.abort();
    this.#unfollow();
  }

  get #sight(): Perspective {
    return perspectiveOf(
      this.#game,
      this.#users().map(({ name }) => name),
    );
  }

  get #me(): SavedUser | undefined {
    const { me } = this.#sight;
    return this.#users().find(({ name }) => name === me);
  }

  get #canPlay(): boolean {
    return this.#sight.me !== undefined && !this.#game.game_over;
  }

  template(): TemplateResult {
    const game = this.#game;
    const sight = this.#sight;
    return html`<div id="game" class="table boggle ${game.game_over ? 'over' : ''}">
<h1 id="game-title" class="unseen" tabindex="-1">${userText(game.user1_name)} against ${userText(game.user2_name)}</h1>
<div class="players">${sight.players.map(({ name, points, isNext, isMe }, index) =>
      cardPart(draw, {
        seat: index + 1,
        name,
        panel: {
          seat: index + 1,
          caption: sight.me === undefined ? '' : isMe ? 'you' : 'opponent',
          rows: [],
          score: points,
        },
        isActive: isNext,
        hasWon: game.winner === name,
      }),
    )}</div>
<div class="middle">
<p class="stand"><b id="turn">${sentence(standOf(game, sight))}</b> <span id="left">${turnsLeft(game)}</span> ${this.#connection()}</p>
${this.#entry.board()}
${this.#canPlay ? this.#entry.form() : nothing}
<p id="said" role="status" class=${game.game_over ? 'unseen' : ''}>${sentence(this.#said)}</p>
${sight.me === undefined ? html`<p id="looking" class="soft">You are a spectator: none of your names plays in this game.</p>` : nothing}
</div>
<div class="now">
${game.game_over ? this.#end(sight) : nothing}
<p class="soft"><a id="share" href=${location.href}>Link to this game</a>, for your opponent and spectators</p>
${
  this.#canPlay
    ? html`<details id="keys"><summary>Keys</summary><p class="soft">${entryHelp}</p></details>
<p><button type="button" id="cancel" @click=${() => byId<HTMLDialogElement>('cancelling').showModal()}>Cancel the game…</button></p>`
    : nothing
}
<p id="cancel-error" class="error" role="alert">${this.#cancelProblem}</p>
</div>
<div class="side"><h2 class="unseen">History</h2>${this.#moves()}</div>
${this.#canPlay ? this.#question(opponentOf(game, sight.me!)) : nothing}
</div>`;
  }

  /** A tab in the background says whose turn it is. */
  #entitle(): void {
    const { user1_name, user2_name } = this.#game;
    const turn = this.#sight.isMyTurn ? 'Your turn: ' : '';
    document.title = `${turn}${user1_name} against ${user2_name}: Boggle`;
  }

  /** A game that is over is not followed. */
  #connection(): TemplateResult | typeof nothing {
    if (this.#game.game_over || this.#isConnected === undefined) return nothing;
    return this.#isConnected
      ? html`<span id="connection" class="live">live</span>`
      : html`<span id="connection">disconnected: reconnecting</span>`;
  }

  #question(other: string): TemplateResult {
    const dialog = () => byId<HTMLDialogElement>('cancelling');
    return html`<dialog id="cancelling" aria-labelledby="cancelling-title">
<h2 id="cancelling-title">Cancel this game?</h2>
<p>${userText(other)} wins, and you cannot undo this.</p>
<p class="buttons"><button type="button" id="keep" @click=${() => dialog().close()}>Keep playing</button>
<button type="button" id="confirm" class="go" @click=${() => {
      dialog().close();
      void this.#cancel();
    }}>Cancel the game</button></p>
</dialog>`;
  }

  #end({ me }: Perspective): TemplateResult {
    const found = this.#lines.filter(({ points = 0 }) => points > 0);
    const [best] = found.toSorted((one, other) => other.points! - one.points!);
    return html`<section class="end">
<h2>${sentence(endTitle(this.#game, me))}</h2>
${best === undefined ? nothing : html`<p>Best word: <b>${best.word}</b> +${best.points}</p>`}
${this.#unfound.length === 0 ? nothing : html`<h3>Nobody found</h3><p id="unfound">${this.#unfound.map(({ word, points }) => html`<span><b>${word}</b> ${points}</span> `)}</p>`}
${me === undefined ? nothing : html`<p class="buttons"><button type="button" id="again" class="go" @click=${() => void this.#again()}>Again</button></p>`}
</section>`;
  }

  #moves(): TemplateResult {
    const failure = loadFailure('history-failure', 'The history', this.#history);
    if (this.#history?.ok !== true) return failure;
    const turns = this.#turns;
    const rows = turns.map(({ seat, line, sentence: words }) => {
      const content = line
        ? html`<span class="unseen">${this.#sight.players[seat - 1]!.name}</span> ${moveColumns(draw.html, line)}`
        : html`<span class="what">${sentence(words)}</span>`;
      return html`<li class="${line ? 'move' : 'told'} seat-${seat}"><div class="row">${content}</div></li>`;
    });
    return html`${failure}${turns.length === 0 ? html`<p id="no-history" class="soft">No moves yet.</p>` : html`<ol id="history" class="moves" reversed>${rows.toReversed()}</ol>`}`;
  }

  get #turns() {
    return this.#history?.ok ? turnsOf(this.#game, this.#history.value.turns) : [];
  }

  get #lines() {
    return this.#turns.flatMap(({ line }) => line ?? []);
  }

  #showKeys(): void {
    const keys = byId<HTMLDetailsElement>('keys');
    keys.open = !keys.open;
  }

  #pressed(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
    if (!this.#canPlay || byId<HTMLDialogElement>('cancelling').open) return;
    if (event.key === '?') this.#showKeys();
    else if (!this.#entry.press(event)) return;
    event.preventDefault();
  }

  /** Returns why the word was not played. */
  async #play(guess: string): Promise<string | undefined> {
    const me = this.#me!;
    const { changes } = this.#game;
    this.#isMoving = true;
    const answer = await move(me, this.#game.urlsafe_key, guess).finally(() => {
      this.#isMoving = false;
    });
    if (!this.#isOpen) return undefined;
    if (!answer.ok) return answer.message;
    const { value } = answer;
    const isPlayed = value.changes !== changes;
    if (isPlayed) this.#say(value);
    this.#take(value);
    // The opponent may have been faster than this answer.
    void (this.#game.changes > value.changes ? this.#tellLast() : this.#load());
    return isPlayed ? undefined : value.message;
  }

  async #cancel(): Promise<void> {
    const me = this.#me;
    if (!me) return;
    const answer = await cancel(me, this.#game.urlsafe_key);
    if (!this.#isOpen) return;
    this.#cancelProblem = answer.ok ? '' : answer.message;
    this.#draw();
    if (!answer.ok) return;
    this.#say(answer.value);
    this.#take(answer.value);
    void this.#load();
    byId('game-title').focus();
  }

  /** The other one begins. */
  async #again(): Promise<void> {
    const me = this.#me;
    if (!me) return;
    const { turns } = this.#game;
    const answer = await newGame(me, [opponentOf(this.#game, me.name), me.name], String(turns));
    if (answer.ok) location.hash = hashOf({ is: 'game', key: answer.value.urlsafe_key });
    else this.#cancelProblem = answer.message;
    this.#draw();
  }

  #say({ message, user1_name, user2_name }: GameAnswer): void {
    this.#said = endSentence(message, [user1_name, user2_name]);
  }

  #came(game: GameAnswer): void {
    if (this.#take(game) && !this.#isMoving) void this.#tellLast();
  }

  async #tellLast(): Promise<void> {
    const game = this.#game;
    const isNewest = await this.#load();
    const last = this.#turns.at(-1);
    if (!isNewest || !last || this.#game !== game) return;
    // The last message itself says how the game ended.
    const stand = game.game_over ? [] : [' ', ...standOf(game, this.#sight)];
    this.#said = [...last.sentence, ...stand];
    this.#draw();
  }

  /** Ignores older states. Returns whether this one is newer. The focus leaves what is hidden. */
  #take(game: GameAnswer): boolean {
    if (game.changes <= this.#game.changes) return false;
    const hadFocus = document.activeElement !== document.body;
    this.#game = game;
    this.#entitle();
    if (game.game_over) {
      this.#entry.empty();
      this.#unfollow();
    }
    // What was wrong before, such as the turn, may be right now.
    this.#entry.refuse('');
    if (hadFocus && document.activeElement === document.body) byId('game-title').focus();
    return true;
  }

  /** Loads the turns and, after the end, the words that nobody found. Returns whether no later request replaced it. */
  async #load(): Promise<boolean> {
    const request = ++this.#request;
    const { urlsafe_key, game_over } = this.#game;
    const [turns, words] = await Promise.all([
      history(urlsafe_key),
      game_over ? unfound(urlsafe_key) : undefined,
    ]);
    if (request !== this.#request || !this.#isOpen) return false;
    this.#history = turns;
    if (words?.ok) this.#unfound = words.value.words;
    this.#draw();
    return turns.ok;
  }
}

function boardIn({ board }: GameAnswer): Board {
  const read = readBoardText(board);
  if (!read.ok) throw new Error(`the board is not written as boards are: ${board}`);
  return read.value;
}
