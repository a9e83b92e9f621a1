/** Somebody who plays in this browser. */
export interface SavedUser {
  readonly name: string;
  readonly key: string;
  /** What shows the server that it is them; none: the server asks for nothing. */
  readonly token?: string;
}

/** What keeps texts by names, as a browser does. */
interface TextStore {
  getItem(name: string): string | null;
  setItem(name: string, text: string): void;
}

const STORAGE_KEY = 'wordhost-boggle-users';

/** As the server keeps a name that somebody has written. */
export function nameIn(written: string): string {
  return written
    .normalize('NFC')
    .trim()
    .replace(/\p{Zs}+/gu, ' ');
}

const LONGEST = 100;

/** Why the server takes no such name for its length; empty: it may take it. */
export function lengthFault(written: string): string {
  const length = [...nameIn(written)].length;
  return length <= LONGEST ? '' : `Enter at most ${LONGEST} characters; this has ${length}.`;
}

/** Whether a server may have given this: others cannot even be sent. */
export function isToken(text: string): boolean {
  return /^[\w-]{1,100}$/.test(text);
}

/** The users of this browser, the one first who was chosen last. What it does not keep lasts as long as the page. */
export class SavedUsers {
  readonly #store: TextStore;
  /** All of them, since the browser refused to keep them; none: it has them. */
  #unsaved: readonly SavedUser[] | undefined;

  constructor(store: TextStore) {
    this.#store = store;
  }

  /** What is there is not ours alone: only users are read from it. */
  get all(): readonly SavedUser[] {
    if (this.#unsaved) return this.#unsaved;
    try {
      const read: unknown = JSON.parse(this.#store.getItem(STORAGE_KEY) ?? '[]');
      return Array.isArray(read) ? read.filter(isUser).map(repair) : [];
    } catch {
      return [];
    }
  }

  /** Whether they are there when the page is opened again. */
  get areSaved(): boolean {
    return this.#unsaved === undefined;
  }

  named(name: string): SavedUser | undefined {
    return this.all.find((user) => user.name === name);
  }

  /** This one plays from now on. A token that is kept is replaced by another only: the server tells it once. */
  choose(user: SavedUser): SavedUser {
    const before = this.named(user.name);
    const chosen = before?.key === user.key ? { ...before, ...user } : user;
    this.#save([chosen, ...this.#without(user)]);
    return chosen;
  }

  forget(user: SavedUser): void {
    this.#save(this.#without(user));
  }

  #without({ name }: SavedUser): readonly SavedUser[] {
    return this.all.filter((user) => user.name !== name);
  }

  #save(users: readonly SavedUser[]): void {
    try {
      this.#store.setItem(STORAGE_KEY, JSON.stringify(users));
      this.#unsaved = undefined;
    } catch {
      this.#unsaved = users;
    }
  }
}

/** What was kept before names and tokens were looked at. */
function repair({ name, key, token }: SavedUser): SavedUser {
  return { name: nameIn(name), key, ...(token !== undefined && isToken(token) && { token }) };
}

function isUser(value: unknown): value is SavedUser {
  if (typeof value !== 'object' || value === null) return false;
  const { name, key, token } = value as Partial<Record<keyof SavedUser, unknown>>;
  return (
    typeof name === 'string' && typeof key === 'string' && (token === undefined || typeof token === 'string')
  );
}

/** What the page shows. Its address has it after the #, so that a link leads to it. */
type Route = { readonly is: 'start' } | { readonly is: 'game'; readonly key: string };

const GAME = /#\/game\/([\w-]{1,100})$/;

/** All that is no game is the beginning. */
export function routeOf(hash: string): Route {
  const key = GAME.exec(hash)?.[1];
  return key === undefined ? { is: 'start' } : { is: 'game', key };
}

export function hashOf(place: Route): string {
  return place.is === 'game' ? `#/game/${place.key}` : '#/';
}

/** From the link of a game, or its key alone, as somebody has pasted it; none: it is neither. */
export function keyIn(pasted: string): string | undefined {
  const text = pasted.trim();
  const place = routeOf(text);
  if (place.is === 'game') return place.key;
  return /^[\w-]{1,100}$/.test(text) ? text : undefined;
}
