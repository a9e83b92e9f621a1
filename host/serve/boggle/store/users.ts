import { type Kysely, sql } from 'kysely';
import type { BoggleQueries, BoggleTables, UserTable } from './tables.ts';

export interface StoredUser {
  readonly key: string;
  readonly name: string;
  readonly email: string | undefined;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  readonly isBot: boolean;
}

type Build = Kysely<BoggleTables>;

/** A bot has no token: this begins what is stored in the place of one, and no hash of a token begins so. */
const OF_BOT = 'bot ';

/** In the place of the hash of a token. */
export function hashOfBot(key: string): string {
  return `${OF_BOT}${key}`;
}

const insert = (build: Build, user: Pick<UserTable, 'id' | 'name' | 'email' | 'token_hash' | 'made_at'>) =>
  build
    .insertInto('boggle_user')
    .values({
      ...{ id: user.id, name: user.name, email: user.email, token_hash: user.token_hash },
      ...{ wins: 0, draws: 0, losses: 0, share: 0, made_at: user.made_at },
      ...{ mailbox: null, link_hash: null, asked_at: null, confirmed_at: null },
    })
    .onConflict((conflict) => conflict.column('name').doNothing());

/** Whether the name was free. */
export async function insertUser(
  { run }: BoggleQueries,
  user: Pick<StoredUser, 'key' | 'name' | 'email'> & { readonly tokenHash: string; readonly madeAt: number },
): Promise<boolean> {
  const { key: id, name, email = null, tokenHash: token_hash, madeAt: made_at } = user;
  return (await run(insert, { id, name, email, token_hash, made_at })) === 1;
}

const byName = (build: Build, { name }: { readonly name: string }) =>
  build.selectFrom('boggle_user').selectAll().where('name', '=', name);

export async function userByName({ all }: BoggleQueries, name: string): Promise<StoredUser | undefined> {
  const [row] = await all(byName, { name });
  return row && userIn(row);
}

const byKey = (build: Build, { key }: { readonly key: string }) =>
  build.selectFrom('boggle_user').selectAll().where('id', '=', key);

export async function userByKey({ all }: BoggleQueries, key: string): Promise<StoredUser | undefined> {
  const [row] = await all(byKey, { key });
  return row && userIn(row);
}

const byToken = (build: Build, { hash }: { readonly hash: string }) =>
  build.selectFrom('boggle_user').select('id').where('token_hash', '=', hash);

/** The key of the user whose token it is. */
export async function keyByToken({ all }: BoggleQueries, hash: string): Promise<string | undefined> {
  const [row] = await all(byToken, { hash });
  return row?.id;
}

const confirm = (build: Build, { hash, since, now }: { hash: string; since: number; now: number }) =>
  build
    .updateTable('boggle_user')
    .set({ confirmed_at: now })
    .where('link_hash', '=', hash)
    .where('asked_at', '>', since);

/** Whether a link of this token was mailed since then: its address is confirmed now. */
export async function confirmAddress(
  { run }: BoggleQueries,
  hash: string,
  since: number,
  now: number,
): Promise<boolean> {
  return (await run(confirm, { hash, since, now })) === 1;
}

const ranked = (build: Build, { most, after }: { readonly most: number; readonly after: number }) =>
  build
    .selectFrom('boggle_user')
    .selectAll()
    .orderBy('share', 'desc')
    .orderBy('wins', 'desc')
    .orderBy('made_at')
    .orderBy('id')
    .limit(most)
    .offset(after);

/** By share of games won, then by games won, then those who have been here longest. */
export async function rankedUsers(
  { all }: BoggleQueries,
  most: number,
  after: number,
): Promise<StoredUser[]> {
  return (await all(ranked, { most, after })).map(userIn);
}

export type Outcome = 'wins' | 'draws' | 'losses';

/** Half of the share of games won that is the whole. */
const HALF_SHARE = 500_000_000;

const counting = (outcome: Outcome, halves: number) => {
  const share = sql<number>`(2 * wins + draws + ${sql.lit(halves)}) * ${sql.lit(HALF_SHARE)} / (wins + draws + losses + 1)`;
  return (build: Build, { key }: { readonly key: string }) =>
    build
      .updateTable('boggle_user')
      .set((column) => ({ [outcome]: column(outcome, '+', 1), share }))
      .where('id', '=', key);
};
const counts = { wins: counting('wins', 2), draws: counting('draws', 1), losses: counting('losses', 0) };

/** One more game is over for this user. */
export async function countGame({ run }: BoggleQueries, key: string, outcome: Outcome): Promise<void> {
  await run(counts[outcome], { key });
}

function userIn({ id, email, token_hash, ...row }: UserTable): StoredUser {
  const { name, wins, draws, losses } = row;
  return {
    ...{ key: id, name, email: email ?? undefined, wins, draws, losses },
    isBot: token_hash.startsWith(OF_BOT),
  };
}
