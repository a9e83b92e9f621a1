/** A user of this browser. */
export interface SavedUser {
  readonly name: string;
  readonly key: string;
  /** The proof for the server. Undefined if the server requires none. */
  readonly token?: string;
}

/** Storage of texts by names, as in a browser. */
interface TextStore {
  getItem(name: string): string | null;
  setItem(name: string, text: string): void;
}

const STORAGE_KEY = 'wordhost-boggle-users';

/** Normalizes a name in the way of the server. */
export function nameIn(written: string): string {
  return written
    .normalize('NFC')
    .trim()
    .replace(/\p{Zs}+/gu, ' ');
}

const LONGEST = 100;

/** Returns why the length of a name is wrong, or an empty string. */
export function lengthFault(written: string): string {
  const length = [...nameIn(written)].length;
  return length <= LONGEST ? '' : `Enter at most ${LONGEST} characters; this has ${length}.`;
}

/** Other texts are not from a server and could not be sent. */
export function isToken(text: string): boolean {
  return /^[\w-]{1,100}$/.test(text);
}

/** The users of this browser, the last chosen first. Without storage they last as long as the page. */
export class SavedUsers {
  readonly #store: TextStore;
  /** All users since the browser refused to store them. */
  #unsaved: readonly SavedUser[] | undefined;

  constructor(store: TextStore) {
    this.#store = store;
  }

  /** Other programs may write to the storage, so only users are read from it. */
  get all(): readonly SavedUser[] {
    if (this.#unsaved) return this.#unsaved;
    try {
      const read: unknown = JSON.parse(this.#store.getItem(STORAGE_KEY) ?? '[]');
      return Array.isArray(read) ? read.filter(isUser).map(repair) : [];
    } catch {
      return [];
    }
  }

  /** Whether they survive a reload. */
  get areSaved(): boolean {
    return this.#unsaved === undefined;
  }

  named(name: string): SavedUser | undefined {
    return this.all.find((user) => user.name === name);
  }

  /** Selects a user. A stored token is only replaced by another one, because the server tells it once. */
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

/** Repairs entries from before names and tokens were checked. */
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

/** The view of the page. Its address has it after the #, so that links lead to it. */
type Route = { readonly is: 'start' } | { readonly is: 'game'; readonly key: string };

const GAME = /#\/game\/([\w-]{1,100})$/;

/** Every other address is the start. */
export function routeOf(hash: string): Route {
  const key = GAME.exec(hash)?.[1];
  return key === undefined ? { is: 'start' } : { is: 'game', key };
}

export function hashOf(place: Route): string {
  return place.is === 'game' ? `#/game/${place.key}` : '#/';
}

/** Reads a pasted link of a game, or its key. */
export function keyIn(pasted: string): string | undefined {
  const text = pasted.trim();
  const place = routeOf(text);
  if (place.is === 'game') return place.key;
  return /^[\w-]{1,100}$/.test(text) ? text : undefined;
}
