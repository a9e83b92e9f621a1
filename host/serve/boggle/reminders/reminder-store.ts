import { sql } from 'kysely';
import { counted } from '../../../core/text.ts';
import { mailboxKey } from '../../mail/mail.ts';
import type { BoggleQueries, GameTable } from '../store/tables.ts';

/**
 * A turn whose player has an address and got no reminder. The address is confirmed, or was not asked for yet.
 */
export interface DueReminder {
  readonly user: string;
  readonly game: string;
  /** The number of changes of its game. */
  readonly turn: number;
  readonly email: string;
  readonly player: string;
  readonly opponent: string;
  readonly turnsLeft: number;
  readonly points: readonly [number, number];
}

/** A reminder whose host ended stays `sending`, because a second mail could be one too many. */
export type Outcome =
  | { readonly state: 'sent' | 'refused' | 'unknown'; readonly problem: string | null }
  | { readonly state: 'failed'; readonly problem: string; readonly tryAt: number };

export interface ReminderResult extends Turn {
  readonly tries: number;
  /** The user whose address the mail asks to confirm. */
  readonly asks: string | undefined;
  readonly outcome: Outcome;
}

/**
 * Turns that began in this period, and older ones that waited for a confirmed address. The oldest come first.
 */
interface DueQuery {
  readonly begunAfter: number;
  readonly begunBefore: number;
  readonly now: number;
  readonly most: number;
}

const columns = ['id', 'changes', 'next', 'name1', 'name2', 'turns_left', 'points1', 'points2'] as const;

export async function dueReminders(queries: BoggleQueries, query: DueQuery): Promise<DueReminder[]> {
  const rows = await queries
    .selectFrom('boggle_game as g')
    .innerJoin('boggle_user as u', (join) =>
      join.on('u.id', '=', (game) =>
        game.case().when('g.next', '=', 1).then(game.ref('g.user1')).else(game.ref('g.user2')).end(),
      ),
    )
    .leftJoin('boggle_reminder as r', (join) =>
      join.onRef('r.game', '=', 'g.id').onRef('r.turn', '=', 'g.changes'),
    )
    .select(columns.map((column) => `g.${column}` as const))
    .select((game) => game.ref('u.email').$notNull().as('email'))
    .select('u.id as user')
    .where('g.next', '>', 0)
    .where('g.changed_at', '<=', query.begunBefore)
    .where((turn) =>
      turn.or([turn('g.changed_at', '>', query.begunAfter), turn('r.state', '=', 'confirmed')]),
    )
    .where('u.email', 'is not', null)
    .where((user) => user.or([user('u.asked_at', 'is', null), user('u.confirmed_at', 'is not', null)]))
    .where((reminder) =>
      reminder.or([
        reminder('r.state', 'is', null),
        reminder('r.state', '=', 'confirmed'),
        reminder.and([reminder('r.state', '=', 'failed'), reminder('r.try_at', '<=', query.now)]),
      ]),
    )
    .orderBy('g.changed_at')
    .orderBy('g.id')
    .limit(query.most)
    .execute();
  return rows.map(dueIn);
}

type Turn = Pick<DueReminder, 'game' | 'turn'>;

/** Undefined if the turn was taken before, unless that failed. */
async function takeTurn(queries: BoggleQueries, { game, turn }: Turn) {
  return await queries
    .insertInto('boggle_reminder')
    .columns(['game', 'turn', 'state', 'tries', 'try_at'])
    .expression((from) =>
      from
        .selectFrom('boggle_game')
        .select([
          'id',
          'changes',
          sql.lit('sending').as('state'),
          sql.lit(1).as('tries'),
          sql.lit(0).as('at'),
        ])
        .where('id', '=', game)
        .where('changes', '=', turn)
        .where('next', '>', 0),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['game', 'turn'])
        .doUpdateSet((before) => ({ state: 'sending', tries: before('boggle_reminder.tries', '+', 1) }))
        .where('boggle_reminder.state', 'in', ['failed', 'confirmed']),
    )
    .returning(['tries', 'at'])
    .executeTakeFirst();
}

interface AttemptOptions {
  readonly now: number;
  readonly limits: MailLimits;
  /** The hash of a token in the mailed link. */
  readonly linkHash: string;
}

/** The number of the attempt, or the reason against it. `asks` sends the question. */
type Attempt =
  | { readonly tries: number; readonly asks: boolean }
  | { readonly tries: number; readonly refused: string };

/** Undefined: another host has taken it, the turn is over, or the address was asked for meanwhile. */
export async function takeReminder(
  queries: BoggleQueries,
  { game, turn, user, email }: DueReminder,
  { now, limits, linkHash }: AttemptOptions,
): Promise<Attempt | undefined> {
  const state = await queries
    .selectFrom('boggle_user')
    .select(['asked_at', 'confirmed_at'])
    .where('id', '=', user)
    .executeTakeFirst();
  const asks = state?.confirmed_at === null;
  if (state === undefined || (asks && state.asked_at !== null)) return undefined;
  const row = await takeTurn(queries, { game, turn });
  if (row === undefined) return undefined;
  const { tries, at } = row;
  const mailbox = mailboxKey(email);
  // A repeated attempt was counted before.
  if (at === null) {
    const refused = await limitReached(queries, { user, mailbox, asks }, limits, now);
    if (refused !== undefined) {
      const outcome = { state: 'refused', problem: refused } as const;
      await settleReminder(queries, { game, turn, tries, asks: undefined, outcome });
      return { tries, refused };
    }
    await queries
      .updateTable('boggle_reminder')
      .set({ user_id: user, mailbox, is_link: asks ? 1 : 0, at: now })
      .where('game', '=', game)
      .where('turn', '=', turn)
      .execute();
  }
  if (asks)
    await queries
      .updateTable('boggle_user')
      .set({ mailbox, link_hash: linkHash, asked_at: now })
      .where('id', '=', user)
      .execute();
  return { tries, asks };
}

/** Can be repeated after an unknown result. Another host may have taken the next attempt. */
export async function settleReminder(
  queries: BoggleQueries,
  { outcome, asks, game, turn, tries }: ReminderResult,
): Promise<void> {
  const { state, problem } = outcome;
  const { numUpdatedRows } = await queries
    .updateTable('boggle_reminder')
    .set({ state, problem, try_at: outcome.state === 'failed' ? outcome.tryAt : 0 })
    .where('game', '=', game)
    .where('turn', '=', turn)
    .where('tries', '=', tries)
    .where('state', '=', 'sending')
    .executeTakeFirst();
  // The question did not arrive and is repeated, now or with another turn.
  if (numUpdatedRows === 1n && state === 'failed' && asks !== undefined)
    await queries
      .updateTable('boggle_user')
      .set({ link_hash: null, asked_at: null })
      .where('id', '=', asks)
      .execute();
}

type Due = Pick<GameTable, (typeof columns)[number]> & { readonly email: string; readonly user: string };

function dueIn(row: Due): DueReminder {
  const [own, other] = row.next === 1 ? ([1, 2] as const) : ([2, 1] as const);
  return {
    game: row.id,
    turn: row.changes,
    user: row.user,
    email: row.email,
    player: row[`name${own}`],
    opponent: row[`name${other}`],
    turnsLeft: row.turns_left,
    points: [row[`points${own}`], row[`points${other}`]],
  };
}

/** Limits of mails in 24 hours, so that nobody makes this server write to people who do not want it. */
export interface MailLimits {
  readonly ofUser: number;
  readonly ofAddress: number;
  readonly ofServer: number;
}

export const mailLimits = (ofServer: number): MailLimits => ({ ofUser: 20, ofAddress: 30, ofServer });

const DAY = 86_400_000;
/** The share of mails that may be questions. The others are for confirmed addresses. */
const SHARE_OF_QUESTIONS = 5;
/** An address that has not answered this many questions in this many days gets no more. */
const [MOST_QUESTIONS, QUESTION_DAYS] = [3, 30];

interface Mail {
  readonly user: string;
  readonly mailbox: string;
  readonly asks: boolean;
}
/** Returns the reason against one more mail. */
async function limitReached(
  queries: BoggleQueries,
  { user, mailbox, asks }: Mail,
  limits: MailLimits,
  now: number,
): Promise<string | undefined> {
  const count = async (mails: ReturnType<typeof mailsSince>) => (await mails.executeTakeFirstOrThrow()).n;
  const mails = mailsSince(queries, now - DAY);
  const aDay = (limit: number, of: string) =>
    `the limit of ${counted(limit, 'mail')} in 24 hours ${of} has been reached`;
  if ((await count(mails)) >= limits.ofServer) return aDay(limits.ofServer, 'from this server');
  if ((await count(mails.where('user_id', '=', user))) >= limits.ofUser)
    return aDay(limits.ofUser, 'for this user');
  if ((await count(mails.where('mailbox', '=', mailbox))) >= limits.ofAddress)
    return aDay(limits.ofAddress, 'to this address');
  if (!asks) return undefined;
  const most = Math.ceil(limits.ofServer / SHARE_OF_QUESTIONS);
  if ((await count(mails.where('is_link', '=', 1))) >= most) return aDay(most, 'with confirmation links');
  const { n: silent } = await queries
    .selectFrom('boggle_user')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('mailbox', '=', mailbox)
    .where('asked_at', '>', now - QUESTION_DAYS * DAY)
    .where('confirmed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return silent >= MOST_QUESTIONS
    ? `this address got ${MOST_QUESTIONS} confirmation emails in ${QUESTION_DAYS} days and was not confirmed`
    : undefined;
}

function mailsSince(queries: BoggleQueries, since: number) {
  return queries
    .selectFrom('boggle_reminder')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('at', '>', since);
}
