/** Somebody who plays in this browser. */
export interface KeptUser {
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

const PLACE = 'wordhost-boggle-users';

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
  return length <= LONGEST ? '' : `Expected at most ${LONGEST} characters; got ${length}.`;
}

/** Whether a server may have given this: others cannot even be sent. */
export function isToken(text: string): boolean {
  return /^[\w-]{1,100}$/.test(text);
}

/** The users of this browser, the one first who was chosen last. What it does not keep lasts as long as the page. */
export class KeptUsers {
  readonly #store: TextStore;
  /** All of them, since the browser refused to keep them; none: it has them. */
  #notKept: readonly KeptUser[] | undefined;

  constructor(store: TextStore) {
    this.#store = store;
  }

  /** What is there is not ours alone: only users are read from it. */
  get all(): readonly KeptUser[] {
    if (this.#notKept) return this.#notKept;
    try {
      const read: unknown = JSON.parse(this.#store.getItem(PLACE) ?? '[]');
      return Array.isArray(read) ? read.filter(isUser).map(repaired) : [];
    } catch {
      return [];
    }
  }

  /** Whether they are there when the page is opened again. */
  get areKept(): boolean {
    return this.#notKept === undefined;
  }

  named(name: string): KeptUser | undefined {
    return this.all.find((user) => user.name === name);
  }

  /** This one plays from now on. A token that is kept is replaced by another only: the server tells it once. */
  choose(user: KeptUser): KeptUser {
    const before = this.named(user.name);
    const chosen = before?.key === user.key ? { ...before, ...user } : user;
    this.#keep([chosen, ...this.#without(user)]);
    return chosen;
  }

  forget(user: KeptUser): void {
    this.#keep(this.#without(user));
  }

  #without({ name }: KeptUser): readonly KeptUser[] {
    return this.all.filter((user) => user.name !== name);
  }

  #keep(users: readonly KeptUser[]): void {
    try {
      this.#store.setItem(PLACE, JSON.stringify(users));
      this.#notKept = undefined;
    } catch {
      this.#notKept = users;
    }
  }
}

/** What was kept before names and tokens were looked at. */
function repaired({ name, key, token }: KeptUser): KeptUser {
  return { name: nameIn(name), key, ...(token !== undefined && isToken(token) && { token }) };
}

function isUser(value: unknown): value is KeptUser {
  if (typeof value !== 'object' || value === null) return false;
  const { name, key, token } = value as Partial<Record<keyof KeptUser, unknown>>;
  return (
    typeof name === 'string' && typeof key === 'string' && (token === undefined || typeof token === 'string')
  );
}
