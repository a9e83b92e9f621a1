import type { Queries, Row } from '../../database/database.ts';
import type { SeatOfTwo } from '../store/stored-game.ts';

/** A turn whose player has an address and was not written to. */
export interface DueReminder {
  readonly game: string;
  /** By the count of changes of its game. */
  readonly turn: number;
  readonly email: string;
  readonly player: string;
  readonly opponent: string;
  readonly turnsLeft: number;
  /** Of the player, and of the opponent. */
  readonly points: readonly [number, number];
}

/** What became of a reminder. One that was being sent when its host ended stays so: a second mail could be one too many. */
export type Outcome =
  | { readonly state: 'sent' | 'refused' | 'unknown'; readonly problem: string | null }
  | { readonly state: 'failed'; readonly problem: string; readonly tryAt: number };

/** Of turns that began in this time. Those that have waited longest come first. */
interface Sought {
  readonly begunAfter: number;
  readonly begunBefore: number;
  readonly now: number;
  readonly most: number;
}

export async function dueReminders({ all }: Queries, sought: Sought): Promise<DueReminder[]> {
  const rows = await all(
    `SELECT g.id, g.changes, g.next, g.name1, g.name2, g.turns_left, g.points1, g.points2, u.email
      FROM boggle_game g
      JOIN boggle_user u ON u.id = CASE WHEN g.next = 1 THEN g.user1 ELSE g.user2 END
      LEFT JOIN boggle_reminder r ON r.game = g.id AND r.turn = g.changes
      WHERE g.next > 0 AND g.changed_at > ? AND g.changed_at <= ? AND u.email IS NOT NULL
        AND (r.state IS NULL OR (r.state = 'failed' AND r.try_at <= ?))
      ORDER BY g.changed_at, g.id LIMIT ?`,
    ...[sought.begunAfter, sought.begunBefore, sought.now, sought.most],
  );
  return rows.map(dueIn);
}

/** Which attempt it is; undefined: another host has taken it, or the turn is over. */
export async function takeReminder(
  { all }: Queries,
  { game, turn }: DueReminder,
): Promise<number | undefined> {
  const [row] = await all(
    `INSERT INTO boggle_reminder (game, turn, state, tries, try_at)
      SELECT id, changes, 'sending', 1, 0 FROM boggle_game WHERE id = ? AND changes = ? AND next > 0
      ON CONFLICT (game, turn) DO UPDATE SET state = 'sending', tries = boggle_reminder.tries + 1
        WHERE boggle_reminder.state = 'failed' RETURNING tries`,
    ...[game, turn],
  );
  return row?.tries as number | undefined;
}

export async function settleReminder(
  { run }: Queries,
  { game, turn }: DueReminder,
  outcome: Outcome,
): Promise<void> {
  const tryAt = outcome.state === 'failed' ? outcome.tryAt : 0;
  await run(
    'UPDATE boggle_reminder SET state = ?, try_at = ?, problem = ? WHERE game = ? AND turn = ?',
    ...[outcome.state, tryAt, outcome.problem, game, turn],
  );
}

function dueIn(row: Row): DueReminder {
  const seat = row.next as SeatOfTwo;
  const [own, other] = seat === 1 ? [1, 2] : [2, 1];
  return {
    game: row.id as string,
    turn: row.changes as number,
    email: row.email as string,
    player: row[`name${own}`] as string,
    opponent: row[`name${other}`] as string,
    turnsLeft: row.turns_left as number,
    points: [row[`points${own}`] as number, row[`points${other}`] as number],
  };
}
