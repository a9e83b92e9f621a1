import { type Kysely, sql } from 'kysely';
import { counted } from '../../../core/text.ts';
import { mailboxKey } from '../../mail/mail.ts';
import {
  type BoggleQueries,
  type BoggleTables,
  columnsOf,
  type GameTable,
  type ReminderTable,
} from '../store/tables.ts';

/** A turn whose player has an address and was not written to. The address is confirmed, or was not asked yet. */
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

/** Of turns that began in this time. Those that have waited longest come first. */
interface DueQuery {
  readonly begunAfter: number;
  readonly begunBefore: number;
  readonly now: number;
  readonly most: number;
}

type Build = Kysely<BoggleTables>;

const ofGame = [
  ...(['id', 'changes', 'next', 'name1', 'name2', 'turns_left', 'points1', 'points2'] as const),
] as const;

const due = (build: Build, sought: DueQuery) =>
  build
    .selectFrom('boggle_game as g')
    .innerJoin('boggle_user as u', (join) =>
      join.on('u.id', '=', (game) =>
        game.case().when('g.next', '=', 1).then(game.ref('g.user1')).else(game.ref('g.user2')).end(),
      ),
    )
    .leftJoin('boggle_reminder as r', (join) =>
      join.onRef('r.game', '=', 'g.id').onRef('r.turn', '=', 'g.changes'),
    )
    .select(ofGame.map((column) => `g.${column}` as const))
    .select((game) => game.ref('u.email').$notNull().as('email'))
    .select('u.id as user')
    .where('g.next', '>', 0)
    .where('g.changed_at', '>', sought.begunAfter)
    .where('g.changed_at', '<=', sought.begunBefore)
    .where('u.email', 'is not', null)
    .where((user) => user.or([user('u.asked_at', 'is', null), user('u.confirmed_at', 'is not', null)]))
    .where((reminder) =>
      reminder.or([
        reminder('r.state', 'is', null),
        reminder.and([reminder('r.state', '=', 'failed'), reminder('r.try_at', '<=', sought.now)]),
      ]),
    )
    .orderBy('g.changed_at')
    .orderBy('g.id')
    .limit(sought.most);

export async function dueReminders({ all }: BoggleQueries, sought: DueQuery): Promise<DueReminder[]> {
  return (await all(due, sought)).map(dueIn);
}

type Turn = Pick<DueReminder, 'game' | 'turn'>;

const take = (build: Build, { game, turn }: Turn) =>
  build
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
        .where('boggle_reminder.state', '=', 'failed'),
    )
    .returning(['tries', 'at']);

const confirmationState = (build: Build, { user }: { readonly user: string }) =>
  build.selectFrom('boggle_user').select(['asked_at', 'confirmed_at']).where('id', '=', user);

type MailRow = Turn & Pick<ReminderTable, 'user_id' | 'mailbox' | 'is_link' | 'at'>;
const count = (build: Build, mail: MailRow) =>
  build
    .updateTable('boggle_reminder')
    .set(columnsOf(mail, 'user_id', 'mailbox', 'is_link', 'at'))
    .where('game', '=', mail.game)
    .where('turn', '=', mail.turn);

type Ask = Record<'user' | 'mailbox' | 'hash', string> & { readonly at: number };
const storeQuestion = (build: Build, { user, mailbox, hash, at }: Ask) =>
  build.updateTable('boggle_user').set({ mailbox, link_hash: hash, asked_at: at }).where('id', '=', user);

const withdrawQuestion = (build: Build, { user }: { readonly user: string }) =>
  build.updateTable('boggle_user').set({ link_hash: null, asked_at: null }).where('id', '=', user);

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
  const [state] = await queries.all(confirmationState, { user });
  const asks = state?.confirmed_at === null;
  if (state === undefined || (asks && state.asked_at !== null)) return undefined;
  const [row] = await queries.all(take, { game, turn });
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
    await queries.run(count, { ...{ game, turn, mailbox, at: now }, user_id: user, is_link: asks ? 1 : 0 });
  }
  if (asks) await queries.run(storeQuestion, { user, mailbox, hash: linkHash, at: now });
  return { tries, asks };
}

type SettledRow = Turn & Pick<ReminderTable, 'tries' | 'state' | 'try_at' | 'problem'>;

const settle = (build: Build, reminder: SettledRow) =>
  build
    .updateTable('boggle_reminder')
    .set(columnsOf(reminder, 'state', 'try_at', 'problem'))
    .where('game', '=', reminder.game)
    .where('turn', '=', reminder.turn)
    .where('tries', '=', reminder.tries)
    .where('state', '=', 'sending');

/** It can be done again where it is not known whether it was kept: then another host may have taken the next attempt. */
export async function settleReminder(
  { run }: BoggleQueries,
  { outcome, asks, ...taken }: ReminderResult,
): Promise<void> {
  const { state, problem } = outcome;
  const try_at = outcome.state === 'failed' ? outcome.tryAt : 0;
  const settled = await run(settle, { ...taken, state, problem, try_at });
  // The question did not arrive: it is asked again, now or with another turn.
  if (settled === 1 && state === 'failed' && asks !== undefined) await run(withdrawQuestion, { user: asks });
}

type Due = Pick<GameTable, (typeof ofGame)[number]> & { readonly email: string; readonly user: string };

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
interface Since {
  readonly since: number;
}

const mailsSince = (build: Build, { since }: Since) =>
  build
    .selectFrom('boggle_reminder')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('at', '>', since);

const questions = (build: Build, given: Since) => mailsSince(build, given).where('is_link', '=', 1);
const ofUser = (build: Build, given: Since & { readonly user: string }) =>
  mailsSince(build, given).where('user_id', '=', given.user);
const ofAddress = (build: Build, given: Since & { readonly mailbox: string }) =>
  mailsSince(build, given).where('mailbox', '=', given.mailbox);

const unanswered = (build: Build, { since, mailbox }: Since & { readonly mailbox: string }) =>
  build
    .selectFrom('boggle_user')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('mailbox', '=', mailbox)
    .where('asked_at', '>', since)
    .where('confirmed_at', 'is', null);

/** Why one more mail would be too many; undefined: it is not. */
async function limitReached(
  { all }: BoggleQueries,
  { user, mailbox, asks }: Mail,
  limits: MailLimits,
  now: number,
): Promise<string | undefined> {
  const since = now - DAY;
  const n = ([row]: readonly { readonly n: number }[]) => row!.n;
  const aDay = (limit: number, of: string) =>
    `the limit of ${counted(limit, 'mail')} in 24 hours ${of} is reached`;
  if (n(await all(mailsSince, { since })) >= limits.ofServer)
    return aDay(limits.ofServer, 'from this server');
  if (n(await all(ofUser, { since, user })) >= limits.ofUser) return aDay(limits.ofUser, 'for this user');
  if (n(await all(ofAddress, { since, mailbox })) >= limits.ofAddress)
    return aDay(limits.ofAddress, 'to this address');
  if (!asks) return undefined;
  const most = Math.ceil(limits.ofServer / SHARE_OF_QUESTIONS);
  if (n(await all(questions, { since })) >= most) return aDay(most, 'that ask for addresses to be confirmed');
  const silent = n(await all(unanswered, { mailbox, since: now - QUESTION_DAYS * DAY }));
  return silent >= MOST_QUESTIONS
    ? `this address was asked ${MOST_QUESTIONS} times in ${QUESTION_DAYS} days and did not answer`
    : undefined;
}
