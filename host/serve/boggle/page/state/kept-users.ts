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

/** The users of this browser, the one first who was chosen last. */
export class KeptUsers {
  readonly #store: TextStore;

  constructor(store: TextStore) {
    this.#store = store;
  }

  /** What is there is not ours alone: only users are read from it. */
  get all(): readonly KeptUser[] {
    try {
      const read: unknown = JSON.parse(this.#store.getItem(PLACE) ?? '[]');
      return Array.isArray(read) ? read.filter(isUser) : [];
    } catch {
      return [];
    }
  }

  /** This one plays from now on. */
  choose(user: KeptUser): void {
    const others = this.all.filter(({ name }) => name !== user.name);
    this.#store.setItem(PLACE, JSON.stringify([user, ...others]));
  }
}

function isUser(value: unknown): value is KeptUser {
  if (typeof value !== 'object' || value === null) return false;
  const { name, key, token } = value as Partial<Record<keyof KeptUser, unknown>>;
  return (
    typeof name === 'string' && typeof key === 'string' && (token === undefined || typeof token === 'string')
  );
}
