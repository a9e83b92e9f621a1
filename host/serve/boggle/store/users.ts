import type { Queries, Row } from '../../database/database.ts';

export interface StoredUser {
  readonly key: string;
  readonly name: string;
  readonly email: string | undefined;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  readonly isBot: boolean;
}

/** A bot has no token: this begins what is stored in the place of one, and no hash of a token begins so. */
const OF_BOT = 'bot ';

/** In the place of the hash of a token. */
export function hashOfBot(key: string): string {
  return `${OF_BOT}${key}`;
}

/** Of the share of games won. */
const WHOLE_SHARE = 1_000_000_000;

/** Whether the name was free. */
export async function insertUser(
  { run }: Queries,
  user: Pick<StoredUser, 'key' | 'name' | 'email'> & { readonly tokenHash: string; readonly madeAt: number },
): Promise<boolean> {
  const inserted = await run(
    `INSERT INTO boggle_user (id, name, email, token_hash, wins, draws, losses, share, made_at)
      VALUES (?, ?, ?, ?, 0, 0, 0, 0, ?) ON CONFLICT (name) DO NOTHING`,
    ...[user.key, user.name, user.email ?? null, user.tokenHash, user.madeAt],
  );
  return inserted === 1;
}

export async function userByName({ all }: Queries, name: string): Promise<StoredUser | undefined> {
  const [row] = await all('SELECT * FROM boggle_user WHERE name = ?', name);
  return row && userIn(row);
}

export async function userByKey({ all }: Queries, key: string): Promise<StoredUser | undefined> {
  const [row] = await all('SELECT * FROM boggle_user WHERE id = ?', key);
  return row && userIn(row);
}

/** The key of the user whose token it is. */
export async function keyByToken({ all }: Queries, tokenHash: string): Promise<string | undefined> {
  const [row] = await all('SELECT id FROM boggle_user WHERE token_hash = ?', tokenHash);
  return row?.id as string | undefined;
}

/** By share of games won, then by games won, then those who have been here longest. */
export async function rankedUsers({ all }: Queries, most: number, after: number): Promise<StoredUser[]> {
  const rows = await all(
    'SELECT * FROM boggle_user ORDER BY share DESC, wins DESC, made_at, id LIMIT ? OFFSET ?',
    ...[most, after],
  );
  return rows.map(userIn);
}

export type Outcome = 'wins' | 'draws' | 'losses';

/** One more game is over for this user. */
export async function countGame({ run }: Queries, key: string, outcome: Outcome): Promise<void> {
  const halves = { wins: 2, draws: 1, losses: 0 }[outcome];
  await run(
    `UPDATE boggle_user SET ${outcome} = ${outcome} + 1,
      share = (2 * wins + draws + ${halves}) * ${WHOLE_SHARE / 2} / (wins + draws + losses + 1) WHERE id = ?`,
    key,
  );
}

function userIn(row: Row): StoredUser {
  return {
    key: row.id as string,
    name: row.name as string,
    email: (row.email as string | null) ?? undefined,
    wins: row.wins as number,
    draws: row.draws as number,
    losses: row.losses as number,
    isBot: (row.token_hash as string).startsWith(OF_BOT),
  };
}
