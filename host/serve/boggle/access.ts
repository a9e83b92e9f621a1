import { tokenHash } from './keys.ts';
import { type Refused, refused } from './refusals.ts';
import type { BoggleQueries } from './store/tables.ts';
import { keyByToken, type StoredUser } from './store/users.ts';

/** Not somebody who asks, but this program itself, for its bots. */
export const theHost = Symbol('the host');

/** Proves who asks; none: the request brought none. */
export type Token = string | typeof theHost | undefined;

/** Whether a request may act for a user. */
export class Access {
  readonly demandsTokens: boolean;

  constructor(demandsTokens: boolean) {
    this.demandsTokens = demandsTokens;
  }

  /** None: the token is of one of these users, or none is needed. */
  async refusal(
    queries: BoggleQueries,
    token: Token,
    users: readonly Pick<StoredUser, 'key' | 'name'>[],
  ): Promise<Refused | undefined> {
    if (!this.demandsTokens || token === theHost) return undefined;
    const names = users.map(({ name }) => name).join(' or ');
    if (token === undefined) return refused('no-token', names);
    const owner = await keyByToken(queries, tokenHash(token));
    if (owner === undefined) return refused('unknown-token', names);
    return users.some(({ key }) => key === owner) ? undefined : refused('token-of-another', names);
  }
}
