import { sql } from 'kysely';
import { compiledQuery } from '../../database/compiled-query.ts';
import type { BoggleQueries, UserTable } from './tables.ts';

export interface StoredUser {
  readonly key: string;
  readonly name: string;
  readonly email: string | undefined;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  readonly isBot: boolean;
}

type NewUser = Pick<StoredUser, 'key' | 'name' | 'email'> & {
  readonly tokenHash: string;
  readonly madeAt: number;
};

/** A bot has no token. This prefix replaces the hash, and no hash begins with it. */
const OF_BOT = 'bot ';

export function hashOfBot(key: string): string {
  return `${OF_BOT}${key}`;
}

/** Returns false if the name is taken. */
export async function insertUser(
  queries: BoggleQueries,
  { key, name, email, tokenHash, madeAt }: NewUser,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await queries
    .insertInto('boggle_user')
    .values({
      id: key,
      name,
      email: email ?? null,
      token_hash: tokenHash,
      made_at: madeAt,
      wins: 0,
      draws: 0,
      losses: 0,
      share: 0,
      mailbox: null,
      link_hash: null,
      asked_at: null,
      confirmed_at: null,
    })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function userByName(queries: BoggleQueries, name: string): Promise<StoredUser | undefined> {
  const row = await queries.selectFrom('boggle_user').selectAll().where('name', '=', name).executeTakeFirst();
  return row && userIn(row);
}

export async function userByKey(queries: BoggleQueries, key: string): Promise<StoredUser | undefined> {
  const row = await queries.selectFrom('boggle_user').selectAll().where('id', '=', key).executeTakeFirst();
  return row && userIn(row);
}

const selectingOwner = compiledQuery((queries: BoggleQueries, { hash }: { readonly hash: string }) =>
  queries.selectFrom('boggle_user').select('id').where('token_hash', '=', hash),
);

export async function keyByToken(queries: BoggleQueries, hash: string): Promise<string | undefined> {
  return (await selectingOwner(queries, { hash })).rows[0]?.id;
}

/** Confirms the address of a recent mail. The turn of that mail gets its reminder. */
export async function confirmAddress(
  queries: BoggleQueries,
  hash: string,
  since: number,
  now: number,
): Promise<boolean> {
  const user = await queries
    .selectFrom('boggle_user')
    .select(['id', 'confirmed_at'])
    .where('link_hash', '=', hash)
    .where('asked_at', '>', since)
    .executeTakeFirst();
  if (user?.confirmed_at !== null) return user !== undefined;
  await queries.updateTable('boggle_user').set({ confirmed_at: now }).where('id', '=', user.id).execute();
  await queries
    .updateTable('boggle_reminder')
    .set({ state: 'confirmed', at: null })
    .where('user_id', '=', user.id)
    .where('is_link', '=', 1)
    .execute();
  return true;
}

/** Sorted by share of games won, games won, and age. */
export async function rankedUsers(
  queries: BoggleQueries,
  most: number,
  after: number,
): Promise<StoredUser[]> {
  const rows = await queries
    .selectFrom('boggle_user')
    .selectAll()
    .orderBy('share', 'desc')
    .orderBy('wins', 'desc')
    .orderBy('made_at')
    .orderBy('id')
    .limit(most)
    .offset(after)
    .execute();
  return rows.map(userIn);
}

/** Halves of a won game, by outcome. */
const halves = { wins: 2, draws: 1, losses: 0 } as const;
export type Outcome = keyof typeof halves;

const HALF_SHARE = 500_000_000;

export async function countGame(queries: BoggleQueries, key: string, outcome: Outcome): Promise<void> {
  await queries
    .updateTable('boggle_user')
    .set((column) => ({
      [outcome]: column(outcome, '+', 1),
      share: sql<number>`(2 * wins + draws + ${sql.lit(halves[outcome])}) * ${sql.lit(HALF_SHARE)} / (wins + draws + losses + 1)`,
    }))
    .where('id', '=', key)
    .execute();
}

function userIn({ id, email, token_hash, ...row }: UserTable): StoredUser {
  const { name, wins, draws, losses } = row;
  return {
    key: id,
    name,
    email: email ?? undefined,
    wins,
    draws,
    losses,
    isBot: token_hash.startsWith(OF_BOT),
  };
}
