import type { Board } from '../../../../games/boggle/board.ts';
import { readBoardText } from '../../../../games/boggle/board.ts';
import type { GameAnswer } from '../../api/schemas.ts';
import {
  endSentence,
  historyOf,
  opponentOf,
  type Perspective,
  perspectiveOf,
  type Sentence,
  standOf,
  TypedWords,
  turnsLeft,
  wordOf,
} from '../game-state.ts';
import type { SavedUser } from '../users.ts';
import { BoardView } from './board-view.ts';
import { byId, create, onSubmit, sentence, showError, showLoadFailure, userText } from './elements.ts';
import { type ApiAnswer, cancel, eventsOf, history, move } from './server.ts';

/** Follows a game while the page shows it. */
export class GameView {
  readonly #users: () => readonly SavedUser[];
  readonly #following: LiveUpdates;
  readonly #history: HistoryView;
  #game: GameAnswer;
  #board: BoardView;
  #typed: TypedWords;
  /** A move of ours is on its way, and its answer reports the result. */
  #isMoving = false;
  /** Its answer emptied the word. Another Enter was meant for that word. */
  #isJustPlayed = false;
  #isOpen = true;

  constructor(game: GameAnswer, users: () => readonly SavedUser[]) {
    this.#users = users;
    this.#game = game;
    const board = boardIn(game);
    this.#typed = new TypedWords(board);
    this.#board = new BoardView(byId('board'), board, (path) => this.#chose(wordOf(board, path)));
    this.#history = new HistoryView(game);
    const [one, other] = [game.user1_name, game.user2_name];
    byId('game-title').replaceChildren(userText(one), ' against ', userText(other));
    document.title = `${one} against ${other}: Boggle`;
    byId<HTMLAnchorElement>('share').href = location.href;
    this.#listen();
    this.#word.value = '';
    this.#typedWord();
    for (const id of ['said', 'spelled', 'cancel-error']) byId(id).textContent = '';
    this.show();
    void this.#history.show(game);
    this.#following = new LiveUpdates(game.urlsafe_key, (next) => this.#came(next));
  }

  end(): void {
    this.#isOpen = false;
    this.#dialog.close();
    this.#following.end();
    this.#history.end();
  }

  show(): void {
    const game = this.#game;
    const sight = this.#sight;
    byId('turn').replaceChildren(sentence(standOf(game, sight)));
    byId('left').textContent = turnsLeft(game);
    byId('points').replaceChildren(...sight.players.map(pointsOf));
    byId('found').textContent = game.words_found.join(' ') || 'none yet';
    this.#canPlay(sight.me !== undefined && !game.game_over);
    byId('looking').hidden = sight.me !== undefined;
  }

  /** The focus leaves hidden elements. */
  #canPlay(canPlay: boolean): void {
    if (!canPlay) this.#dialog.close();
    const isLost = !canPlay && ['guess', 'cancel'].some((id) => byId(id).contains(document.activeElement));
    for (const id of ['guess', 'board-help', 'cancel']) byId(id).hidden = !canPlay;
    if (isLost) byId('game-title').focus();
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

  get #word(): HTMLInputElement {
    return byId<HTMLInputElement>('word');
  }

  get #dialog(): HTMLDialogElement {
    return byId<HTMLDialogElement>('cancelling');
  }

  #listen(): void {
    const dialog = this.#dialog;
    onSubmit('guess', async () => await this.#play());
    this.#word.oninput = () => this.#typedWord();
    // The focus stays, because a phone would cover the board with its keyboard.
    byId('clear').onclick = () => this.#empty();
    byId('cancel').onclick = () => {
      const { me = '' } = this.#sight;
      const other = userText(opponentOf(this.#game, me));
      byId('cancelling-text').replaceChildren(other, ' wins, and you cannot undo this.');
      dialog.showModal();
    };
    byId('keep').onclick = () => dialog.close();
    byId('confirm').onclick = () => {
      dialog.close();
      void this.#cancel();
    };
  }

  #typedWord(): void {
    this.#isJustPlayed = false;
    const { path, isWhole } = this.#typed.pathOf(this.#word.value);
    this.#board.show(path);
    byId('word-hint').textContent = isWhole ? '' : 'This word is not on the board.';
    showError(this.#word, '');
  }

  #chose(word: string): void {
    this.#isJustPlayed = false;
    this.#word.value = word;
    byId('word-hint').textContent = '';
    byId('spelled').textContent = word === '' ? 'no letters' : word;
    showError(this.#word, '');
  }

  #empty(): void {
    this.#word.value = '';
    this.#typedWord();
  }

  /** Text written since then stays. */
  #emptyOf(guess: string): void {
    if (this.#word.value.trim() !== guess) return;
    this.#empty();
    this.#isJustPlayed = true;
  }

  async #play(): Promise<void> {
    const { isMyTurn, next } = this.#sight;
    const guess = this.#word.value.trim();
    const me = this.#me;
    const isAgain = this.#isJustPlayed;
    this.#isJustPlayed = false;
    if (me === undefined || (guess === '' && isAgain)) return;
    if (guess === '') return showError(this.#word, 'Enter a word: drag over the board, or type it.');
    if (!isMyTurn) return showError(this.#word, `Wait for ${next}.`);
    const { changes } = this.#game;
    this.#isMoving = true;
    const answer = await move(me, this.#game.urlsafe_key, guess).finally(() => {
      this.#isMoving = false;
    });
    if (!this.#isOpen) return;
    if (!answer.ok) return showError(this.#word, answer.message);
    const { value } = answer;
    if (value.changes === changes) showError(this.#word, value.message);
    else {
      this.#emptyOf(guess);
      this.#say(value);
    }
    this.#take(value);
    // The opponent may have been faster than this answer.
    void (this.#game.changes > value.changes ? this.#tellLast(this.#game) : this.#history.show(this.#game));
  }

  async #cancel(): Promise<void> {
    const me = this.#me;
    if (!me) return;
    const answer: ApiAnswer<GameAnswer> = await cancel(me, this.#game.urlsafe_key);
    if (!this.#isOpen) return;
    byId('cancel-error').textContent = answer.ok ? '' : answer.message;
    if (!answer.ok) return;
    this.#say(answer.value);
    this.#take(answer.value);
    void this.#history.show(answer.value);
    byId('game-title').focus();
  }

  #say({ message, user1_name, user2_name }: GameAnswer): void {
    byId('said').replaceChildren(sentence(endSentence(message, [user1_name, user2_name])));
  }

  #came(game: GameAnswer): void {
    if (this.#take(game) && !this.#isMoving) void this.#tellLast(game);
  }

  async #tellLast(game: GameAnswer): Promise<void> {
    const last = await this.#history.show(game);
    if (!last || this.#game !== game) return;
    // The last message itself says how the game ended.
    const stand = game.game_over ? [] : [' ', ...standOf(game, this.#sight)];
    byId('said').replaceChildren(sentence([...last, ...stand]));
  }

  /** Ignores older states. Returns whether this one is newer. */
  #take(game: GameAnswer): boolean {
    if (game.changes <= this.#game.changes) return false;
    this.#game = game;
    this.show();
    return true;
  }
}

function boardIn({ board }: GameAnswer): Board {
  const read = readBoardText(board);
  if (!read.ok) throw new Error(`the board is not written as boards are: ${board}`);
  return read.value;
}

function pointsOf({ name, points, isNext, isMe }: Perspective['players'][number]): HTMLElement {
  const row = create(
    'div',
    create('dt', userText(name), isMe ? ' (you)' : ''),
    create('dd', points === 1 ? '1 point' : `${points} points`),
  );
  row.classList.toggle('next', isNext);
  return row;
}

/** Turns, the newest first. */
class HistoryView {
  readonly #key: string;
  #request = 0;

  constructor({ urlsafe_key }: GameAnswer) {
    this.#key = urlsafe_key;
    byId('history').replaceChildren();
    byId('no-history').hidden = true;
    showLoadFailure('The history', undefined);
  }

  /** Ignores answers about a game that is no longer shown. */
  end(): void {
    this.#request++;
  }

  /** Returns the newest turn. Undefined without one, or after a newer request. */
  async show(game: GameAnswer): Promise<Sentence | undefined> {
    const request = ++this.#request;
    const answer = await history(this.#key);
    if (request !== this.#request) return undefined;
    showLoadFailure('The history', answer);
    if (!answer.ok) return undefined;
    const sentences = historyOf(game, answer.value.turns);
    byId('no-history').hidden = sentences.length > 0;
    byId('history').replaceChildren(...sentences.map((each) => create('li', sentence(each))).reverse());
    return sentences.at(-1);
  }
}

/** Browsers do not reconnect after a refusal, such as by the rate limit. */
const AGAIN_MS = 3000;

/** Receives changes of a game, and shows whether the page is connected. */
class LiveUpdates {
  readonly #key: string;
  readonly #came: (game: GameAnswer) => void;
  #events: EventSource;
  #again: ReturnType<typeof setTimeout> | undefined;

  constructor(key: string, came: (game: GameAnswer) => void) {
    this.#key = key;
    this.#came = came;
    this.#events = this.#open();
  }

  end(): void {
    clearTimeout(this.#again);
    this.#events.close();
    say('', '');
  }

  #open(): EventSource {
    const events = eventsOf(this.#key);
    events.onopen = () => say('live', '· live');
    events.onerror = () => {
      say('lost', '· disconnected: reconnecting');
      if (events.readyState !== EventSource.CLOSED) return;
      this.#again = setTimeout(() => {
        this.#events = this.#open();
      }, AGAIN_MS);
    };
    events.addEventListener('game', ({ data }) => this.#came(JSON.parse(String(data)) as GameAnswer));
    return events;
  }
}

function say(kind: '' | 'live' | 'lost', words: string): void {
  byId('connection').className = `soft ${kind}`;
  byId('connection').textContent = words;
}
