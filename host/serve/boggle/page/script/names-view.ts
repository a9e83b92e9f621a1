import { isToken, type KeptUser, type KeptUsers, lengthFault, nameIn } from '../state/kept-users.ts';
import { ofUser, the, wrongIn } from './elements.ts';
import { input, onSubmit } from './forms.ts';
import { type Answered, findUser, makeUser, type Refusal, type UserWithGames } from './server.ts';

export interface NamesRequest {
  readonly users: KeptUsers;
  readonly me: () => KeptUser | undefined;
  /** Plays from now on. */
  readonly choose: (user: KeptUser) => void;
  /** Is kept no longer. */
  readonly forget: (user: KeptUser) => void;
}

const NOT_KEPT =
  'This browser could not keep your name: this page forgets it when it is closed or loaded again. Where there is a token below, copy it first, to play as this name again.';

/** Where names are made, taken from elsewhere, and forgotten. */
export class NamesView {
  readonly #request: NamesRequest;

  constructor(request: NamesRequest) {
    this.#request = request;
    onSubmit('new-user', async () => await this.#makeUser());
    onSubmit('known-user', async () => await this.#useName());
    onSubmit('missing', async () => await this.#makeAgain());
    the('forget').onclick = () => this.#forget();
  }

  /** Who plays, and what the server answered when it was asked for them. */
  show(me: KeptUser | undefined, answer: Answered<UserWithGames> | undefined): void {
    const token = answer?.ok && answer.value.user.needs_token ? me?.token : undefined;
    the('welcome').hidden = me === undefined;
    if (me) the('welcome').replaceChildren('You play as ', ofUser(me.name), '.');
    const isLost = me !== undefined && !this.#request.users.areKept;
    the('not-kept').hidden = !isLost;
    the('not-kept').textContent = isLost ? NOT_KEPT : '';
    the('missing').hidden = true;
    the('my-token').hidden = token === undefined;
    the('token-text').textContent = token ?? '';
  }

  /** The server has no such user, or knows it as somebody else's. */
  showMissing({ name }: KeptUser, { status, message }: Refusal): void {
    const isFree = status === 404;
    the('missing-text').replaceChildren(
      ...[
        'Your name ',
        ofUser(name),
        isFree ? ' is kept in this browser, but this server has no such user.' : `: ${message}`,
      ],
    );
    the('missing-error').textContent = '';
    the('make-again').hidden = !isFree;
    if (!isFree) {
      the<HTMLDetailsElement>('known').open = true;
      input('known-name').value ||= name;
    }
    the('missing').hidden = false;
    the('welcome').hidden = true;
  }

  async #makeUser(): Promise<void> {
    const [name, email] = [nameIn(input('name').value), input('email')];
    wrongIn(input('name'), '');
    wrongIn(email, '');
    if (name === '')
      return wrongIn(input('name'), 'Expected a name: at most 100 characters, in any language.');
    if (lengthFault(name) !== '') return wrongIn(input('name'), lengthFault(name));
    if (!email.validity.valid) return wrongIn(email, 'Expected an address, as in ann@example.org.');
    const answer = await makeUser(name, email.value.trim());
    if (!answer.ok) return wrongIn(answer.parameter === 'email' ? email : input('name'), answer.message);
    const { urlsafe_key: key, token } = answer.value;
    the<HTMLFormElement>('new-user').reset();
    this.#chosen({ name, key, ...(token !== undefined && { token }) });
  }

  /** A name is taken once the server has taken its token, or asks for none. */
  async #useName(): Promise<void> {
    const [name, token] = [nameIn(input('known-name').value), input('token')];
    wrongIn(input('known-name'), '');
    wrongIn(token, '');
    const written = token.value.trim();
    if (name === '') return wrongIn(input('known-name'), 'Expected the name that you have.');
    if (lengthFault(name) !== '') return wrongIn(input('known-name'), lengthFault(name));
    if (written !== '' && !isToken(written))
      return wrongIn(token, 'Expected a token as a server gives them: letters from A to Z, digits, - and _.');
    const kept = this.#request.users.named(name)?.token;
    const used = written === '' ? kept : written;
    const answer = await findUser(name, used);
    if (!answer.ok && answer.status === 401 && used === undefined)
      return wrongIn(token, 'Expected the token of this name, which the server told whoever made it.');
    if (!answer.ok) return this.#notUsed(answer);
    const { urlsafe_key: key, needs_token } = answer.value;
    the<HTMLFormElement>('known-user').reset();
    // A server that asks for none has not looked at it.
    const proved = needs_token ? used : (kept ?? used);
    this.#chosen({ name: answer.value.name, key, ...(proved !== undefined && { token: proved }) });
  }

  #notUsed({ status, message }: Refusal): void {
    if (status === 401 || status === 403) wrongIn(input('token'), message);
    else wrongIn(input('known-name'), status === 404 ? 'No user has this name.' : message);
  }

  async #makeAgain(): Promise<void> {
    const me = this.#request.me();
    if (!me) return;
    const answer = await makeUser(me.name, '');
    the('missing-error').textContent = answer.ok ? '' : answer.message;
    if (!answer.ok) return;
    const { urlsafe_key: key, token } = answer.value;
    this.#chosen({ name: me.name, key, ...(token !== undefined && { token }) });
  }

  #forget(): void {
    const me = this.#request.me();
    if (me) this.#request.forget(me);
    the('start-title').focus();
  }

  #chosen(user: KeptUser): void {
    for (const id of ['name', 'known-name', 'token']) wrongIn(input(id), '');
    this.#request.choose(user);
    input('opponent').focus();
  }
}
