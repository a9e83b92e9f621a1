import type { Kysely } from 'kysely';
import { counted } from '../../../core/text/plural.ts';
import type { BoggleQueries, BoggleTables } from '../store/tables.ts';

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

type Build = Kysely<BoggleTables>;
interface Since {
  readonly since: number;
}

const sent = (build: Build, { since }: Since) =>
  build
    .selectFrom('boggle_reminder')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('at', '>', since);

const questions = (build: Build, given: Since) => sent(build, given).where('is_link', '=', 1);
const ofUser = (build: Build, given: Since & { readonly user: string }) =>
  sent(build, given).where('user_id', '=', given.user);
const ofAddress = (build: Build, given: Since & { readonly mailbox: string }) =>
  sent(build, given).where('mailbox', '=', given.mailbox);

const unanswered = (build: Build, { since, mailbox }: Since & { readonly mailbox: string }) =>
  build
    .selectFrom('boggle_user')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('mailbox', '=', mailbox)
    .where('asked_at', '>', since)
    .where('confirmed_at', 'is', null);

/** Why one more mail would be too many; undefined: it is not. */
export async function limitReached(
  { all }: BoggleQueries,
  { user, mailbox, asks }: Mail,
  limits: MailLimits,
  now: number,
): Promise<string | undefined> {
  const since = now - DAY;
  const n = ([row]: readonly { readonly n: number }[]) => row!.n;
  const aDay = (limit: number, of: string) =>
    `the limit of ${counted(limit, 'mail')} in 24 hours ${of} is reached`;
  if (n(await all(sent, { since })) >= limits.ofServer) return aDay(limits.ofServer, 'from this server');
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
