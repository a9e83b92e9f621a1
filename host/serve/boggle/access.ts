import { drawId } from '../../core/seed.ts';
import { tokenHash } from '../tokens.ts';
import { type Refusal, refusal } from './refusals.ts';
import type { BoggleQueries } from './store/tables.ts';
import { keyByToken, type StoredUser } from './store/users.ts';

/** Requests of this program itself, for its bots. */
export const theHost = Symbol('the host');

/** Proves the identity of a request. Undefined: the request had no token. */
export type Token = string | typeof theHost | undefined;

export class Access {
  readonly demandsTokens: boolean;

  constructor(demandsTokens: boolean) {
    this.demandsTokens = demandsTokens;
  }

  /** Returns undefined if the token belongs to one of these users, or none is needed. */
  async refusal(
    queries: BoggleQueries,
    token: Token,
    users: readonly Pick<StoredUser, 'key' | 'name'>[],
  ): Promise<Refusal | undefined> {
    if (!this.demandsTokens || token === theHost) return undefined;
    const names = users.map(({ name }) => name).join(' or ');
    if (token === undefined) return refusal('no-token', names);
    const owner = await keyByToken(queries, tokenHash(token));
    if (owner === undefined) return refusal('unknown-token', names);
    return users.some(({ key }) => key === owner) ? undefined : refusal('token-of-another', names);
  }
}

/** A key names its kind, so that the key of a user is not searched among games. */
const kinds = { user: 'u', game: 'g' } as const;
type Kind = keyof typeof kinds;

const KEY = /^[ug][\w-]{21}$/;

/** A key that nobody can guess. */
export function drawKey(kind: Kind): string {
  return `${kinds[kind]}${drawId()}`;
}

export function isKey(kind: Kind, text: string): boolean {
  return KEY.test(text) && text.startsWith(kinds[kind]);
}
