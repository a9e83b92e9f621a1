import type { Board } from '../../../../games/boggle/board/board.ts';
import { readBoardText } from '../../../../games/boggle/board/board-text.ts';
import type { GameAnswer } from '../state/answers.ts';
import type { KeptUser } from '../state/kept-users.ts';
import { endSentence, opponentOf, type Sight, sightOf, standOf, turnsLeft } from '../state/sight.ts';
import { spelled, TypedWords } from '../state/word-path.ts';
import { BoardView } from './board-view.ts';
import { made, ofUser, sentence, the, wrongIn } from './elements.ts';
import { Following } from './following.ts';
import { onSubmit } from './forms.ts';
import { HistoryView } from './history-view.ts';
import { type Answered, cancel, move } from './server.ts';

/** One game: it is followed for as long as the page shows it. */
export class GameView {
  readonly #users: () => readonly KeptUser[];
  readonly #following: Following;
  readonly #history: HistoryView;
  #game: GameAnswer;
  #board: BoardView;
  #typed: TypedWords;
  /** A move of ours is on its way: its own answer says what came of it. */
  #isMoving = false;
  /** The word was emptied by the answer to it: Enter once more was meant for that word. */
  #isJustPlayed = false;
  #isShown = true;

  constructor(game: GameAnswer, users: () => readonly KeptUser[]) {
    this.#users = users;
    this.#game = game;
    const board = boardIn(game);
    this.#typed = new TypedWords(board);
    this.#board = new BoardView(the('board'), board, (path) => this.#chose(spelled(board, path)));
    this.#history = new HistoryView(game);
    const [one, other] = [game.user1_name, game.user2_name];
    the('game-title').replaceChildren(ofUser(one), ' against ', ofUser(other));
    document.title = `${one} against ${other}: Boggle`;
    the<HTMLAnchorElement>('share').href = location.href;
    this.#listen();
    this.#word.value = '';
    this.#typedWord();
    for (const id of ['said', 'spelled', 'cancel-error']) the(id).textContent = '';
    this.show();
    void this.#history.show(game);
    this.#following = new Following(game.urlsafe_key, (next) => this.#came(next));
  }

  end(): void {
    this.#isShown = false;
    this.#dialog.close();
    this.#following.end();
    this.#history.end();
  }

  /** As the game is now, for whoever plays now. */
  show(): void {
    const game = this.#game;
    const sight = this.#sight;
    the('turn').replaceChildren(sentence(standOf(game, sight)));
    the('left').textContent = turnsLeft(game);
    the('points').replaceChildren(...sight.players.map(pointsOf));
    the('found').textContent = game.words_found.join(' ') || 'none yet';
    this.#canPlay(sight.me !== undefined && !game.game_over);
    the('looking').hidden = sight.me !== undefined;
  }

  /** The focus does not stay in what is hidden. */
  #canPlay(canPlay: boolean): void {
    if (!canPlay) this.#dialog.close();
    const isLost = !canPlay && ['guess', 'cancel'].some((id) => the(id).contains(document.activeElement));
    for (const id of ['guess', 'board-help', 'cancel']) the(id).hidden = !canPlay;
    if (isLost) the('game-title').focus();
  }

  get #sight(): Sight {
    return sightOf(
      this.#game,
      this.#users().map(({ name }) => name),
    );
  }

  get #me(): KeptUser | undefined {
    const { me } = this.#sight;
    return this.#users().find(({ name }) => name === me);
  }

  get #word(): HTMLInputElement {
    return the<HTMLInputElement>('word');
  }

  get #dialog(): HTMLDialogElement {
    return the<HTMLDialogElement>('cancelling');
  }

  #listen(): void {
    const dialog = this.#dialog;
    onSubmit('guess', async () => await this.#play());
    this.#word.oninput = () => this.#typedWord();
    // The focus stays where it is: a phone would show its keyboard over the board.
    the('clear').onclick = () => this.#empty();
    the('cancel').onclick = () => {
      const { me = '' } = this.#sight;
      const other = ofUser(opponentOf(this.#game, me));
      the('cancelling-text').replaceChildren(other, ' wins then, and it cannot be taken back.');
      dialog.showModal();
    };
    the('keep').onclick = () => dialog.close();
    the('confirm').onclick = () => {
      dialog.close();
      void this.#cancel();
    };
  }

  #typedWord(): void {
    this.#isJustPlayed = false;
    const { path, isWhole } = this.#typed.pathOf(this.#word.value);
    this.#board.show(path);
    the('word-hint').textContent = isWhole ? '' : 'It does not lie on this board.';
    wrongIn(this.#word, '');
  }

  #chose(word: string): void {
    this.#isJustPlayed = false;
    this.#word.value = word;
    the('word-hint').textContent = '';
    the('spelled').textContent = word === '' ? 'no letters' : word;
    wrongIn(this.#word, '');
  }

  #empty(): void {
    this.#word.value = '';
    this.#typedWord();
  }

  /** What was written since stays. */
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
    if (guess === '') return wrongIn(this.#word, 'Expected a word: drag over the board, or type it.');
    if (!isMyTurn) return wrongIn(this.#word, `Wait until ${next} has played.`);
    const { changes } = this.#game;
    this.#isMoving = true;
    const answer = await move(me, this.#game.urlsafe_key, guess).finally(() => {
      this.#isMoving = false;
    });
    if (!this.#isShown) return;
    if (!answer.ok) return wrongIn(this.#word, answer.message);
    const { value } = answer;
    if (value.changes === changes) wrongIn(this.#word, value.message);
    else {
      this.#emptyOf(guess);
      this.#say(value);
    }
    this.#take(value);
    // The other one may have been faster than this answer.
    void (this.#game.changes > value.changes ? this.#tellLast(this.#game) : this.#history.show(this.#game));
  }

  async #cancel(): Promise<void> {
    const me = this.#me;
    if (!me) return;
    const answer: Answered<GameAnswer> = await cancel(me, this.#game.urlsafe_key);
    if (!this.#isShown) return;
    the('cancel-error').textContent = answer.ok ? '' : answer.message;
    if (!answer.ok) return;
    this.#say(answer.value);
    this.#take(answer.value);
    void this.#history.show(answer.value);
    the('game-title').focus();
  }

  #say({ message, user1_name, user2_name }: GameAnswer): void {
    the('said').replaceChildren(sentence(endSentence(message, [user1_name, user2_name])));
  }

  /** Somebody has moved, or it is told again how it stands. */
  #came(game: GameAnswer): void {
    if (this.#take(game) && !this.#isMoving) void this.#tellLast(game);
  }

  async #tellLast(game: GameAnswer): Promise<void> {
    const last = await this.#history.show(game);
    if (!last || this.#game !== game) return;
    // The last one says itself how it ended.
    const stand = game.game_over ? [] : [' ', ...standOf(game, this.#sight)];
    the('said').replaceChildren(sentence([...last, ...stand]));
  }

  /** What is older than what is shown says nothing; whether it was newer. */
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

function pointsOf({ name, points, isNext, isMe }: Sight['players'][number]): HTMLElement {
  const row = made(
    'div',
    made('dt', ofUser(name), isMe ? ' (you)' : ''),
    made('dd', points === 1 ? '1 point' : `${points} points`),
  );
  row.classList.toggle('next', isNext);
  return row;
}
