import { sql } from 'kysely';
import { counted } from '../../../core/text.ts';
import { mailboxKey } from '../../mail/mail.ts';
import type { BoggleQueries, GameTable } from '../store/tables.ts';

/** A turn whose player has an address and got no reminder. The address is confirmed, or was not asked yet. */
export interface DueReminder {
  /** The key of the player. */
  readonly user: string;
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

/** A reminder that was taken, by which attempt it was. */
export interface ReminderResult extends Turn {
  readonly tries: number;
  /** The user whose address is asked for by it. */
  readonly asks: string | undefined;
  readonly outcome: Outcome;
}

/** Of turns that began in this time; and of older ones, where the address was asked for and is confirmed. Those that have waited longest come first. */
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

/** None where it was taken before, unless that failed. */
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

/** What a reminder is taken with. */
interface AttemptOptions {
  readonly now: number;
  readonly limits: MailLimits;
  /** Of the link that is mailed where the address is not confirmed. */
  readonly linkHash: string;
}

/** Which attempt it is; or why there is none, which is kept. `asks`: not a reminder is due, but the question for the address. */
type Attempt =
  | { readonly tries: number; readonly asks: boolean }
  | { readonly tries: number; readonly refused: string };

/** undefined: another host has taken it, the turn is over, or the address has been asked meanwhile. */
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
  // What is tried again was counted before.
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

/** It can be done again where it is not known whether it was kept: then another host may have taken the next attempt. */
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
  // The question did not arrive: it is asked again, now or with another turn.
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

/** How many mails there are in 24 hours, so that nobody makes this server write to people who do not want it. */
export interface MailLimits {
  readonly ofUser: number;
  readonly ofAddress: number;
  readonly ofServer: number;
}

export const mailLimits = (ofServer: number): MailLimits => ({ ofUser: 20, ofAddress: 30, ofServer });

const DAY = 86_400_000;
/** Of all mails the share that may ask for addresses to be confirmed: those who are confirmed get the rest. */
const SHARE_OF_QUESTIONS = 5;
/** An address that has not answered so many questions in so many days is asked no more. */
const [MOST_QUESTIONS, QUESTION_DAYS] = [3, 30];

interface Mail {
  /** The key of the user. */
  readonly user: string;
  readonly mailbox: string;
  readonly asks: boolean;
}
/** Why one more mail would be too many; undefined: it is not. */
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
