import { counted } from '../../../core/text.ts';
import { DatabaseFailure } from '../../database/database.ts';
import { isOfThisMachine, MailFault, type SmtpAddress } from '../../mail/mail.ts';
import { drawToken, tokenHash } from '../../tokens.ts';
import type { BoggleDatabase } from '../store/tables.ts';
import {
  type DueReminder,
  dueReminders,
  type MailLimits,
  type Outcome,
  type ReminderResult,
  settleReminder,
  takeReminder,
} from './reminder-store.ts';

interface ReminderOptions {
  readonly database: BoggleDatabase;
  readonly server: SmtpAddress;
  readonly from: string;
  readonly after: number;
  /** The page of a game by its key. */
  readonly page: (key: string) => string;
  readonly confirmPage: (token: string) => string;
  readonly limits: MailLimits;
  /** Allows addresses of this machine. */
  readonly allowsLocal: boolean;
  readonly now: () => number;
  /** Reports results of reminders, and failures to find them. */
  readonly report: (line: Readonly<Record<string, string | number>>) => void;
  /** The pause before the second attempt. Each pause doubles the one before. */
  readonly firstPause?: number;
  readonly oftenest?: number;
  /** The time for open connections at its end. */
  readonly farewell?: number;
}

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const [LONGEST_PAUSE, MOST_TRIES] = [HOUR, 12];
/** Milliseconds between looks, at least and at most, and the number of parallel mails. */
const [OFTENEST, SELDOMMEST, AT_ONCE] = [50, 30_000, 5];
const FAREWELL = 5_000;
const OF_THIS_MACHINE = 'this is an address of this machine: use --local-mail to allow it';

/**
 * Sends one mail for each turn that waits too long, across restarts and hosts: the sender claims it in the
 * database first. The first mail to a player asks for a confirmation. A turn that has waited for a day more
 * is ignored, so that a new mail server does not write to everybody who ever stopped playing.
 */
export class Reminders implements AsyncDisposable {
  readonly #options: ReminderOptions;
  readonly #timer: NodeJS.Timeout;
  #looking: Promise<void> | undefined;
  readonly #stop = new AbortController();
  /** Results that are not in the database yet. */
  readonly #unsaved = new Set<ReminderResult>();
  #isOver = false;

  constructor(options: ReminderOptions) {
    this.#options = options;
    const pause = Math.min(Math.max(options.after / 4, options.oftenest ?? OFTENEST), SELDOMMEST);
    this.#timer = setInterval(() => this.#look(), pause);
    this.#look();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    clearInterval(this.#timer);
    const timer = setTimeout(() => this.#stop.abort(), this.#options.farewell ?? FAREWELL);
    // Waits until each result is stored.
    await this.#looking;
    clearTimeout(timer);
    await this.#saveAll().catch((error: unknown) => this.#reportFault(error));
  }

  #look(): void {
    this.#looking ??= this.#sendDue().finally(() => {
      this.#looking = undefined;
    });
  }

  async #sendDue(): Promise<void> {
    try {
      await this.#saveAll();
      for (let due = await this.#due(); due.length > 0 && !this.#isOver; due = await this.#due()) {
        const ends = await Promise.allSettled(due.map((each) => this.#remind(each)));
        const failed = ends.find((end) => end.status === 'rejected');
        if (failed) throw failed.reason;
      }
    } catch (error) {
      // Games go on after any fault, and the next look tries again.
      this.#reportFault(error);
    }
  }

  #reportFault(error: unknown): void {
    const { message, stack = message } = error as Error;
    this.#options.report({ event: 'reminders', problem: error instanceof DatabaseFailure ? message : stack });
  }

  #due(): Promise<DueReminder[]> {
    const { database, after } = this.#options;
    const now = this.#options.now();
    const begunBefore = now - after;
    const query = { begunAfter: begunBefore - DAY, begunBefore, now, most: AT_ONCE };
    return database.transaction((queries) => dueReminders(queries, query));
  }

  async #remind(due: DueReminder): Promise<void> {
    const { database, limits, now } = this.#options;
    const token = drawToken();
    const taking = { now: now(), limits, linkHash: tokenHash(token) };
    const attempt = await database.transaction((queries) => takeReminder(queries, due, taking));
    if (attempt === undefined) return;
    const { game, turn, user } = due;
    const { tries } = attempt;
    if ('refused' in attempt) return this.#report(due, tries, { state: 'refused', problem: attempt.refused });
    const outcome = await this.#send(due, tries, attempt.asks ? token : undefined);
    const result = { game, turn, tries, outcome, asks: attempt.asks ? user : undefined };
    this.#unsaved.add(result);
    this.#report(due, tries, outcome, attempt.asks);
    await this.#save(result);
  }

  #report({ game, turn }: DueReminder, tries: number, { state, problem }: Outcome, asks = false): void {
    const event = asks ? 'confirmation' : 'reminder';
    this.#options.report({ event, game, turn, state, tries, ...(problem !== null && { problem }) });
  }

  async #saveAll(): Promise<void> {
    for (const result of this.#unsaved) await this.#save(result);
  }

  async #save(result: ReminderResult): Promise<void> {
    await this.#options.database.transaction((queries) => settleReminder(queries, result));
    this.#unsaved.delete(result);
  }

  /** `token` is that of the confirmation link. Without it the mail is a reminder. */
  async #send(due: DueReminder, tries: number, token: string | undefined): Promise<Outcome> {
    const { server, from, page, confirmPage, allowsLocal, now } = this.#options;
    if (!allowsLocal && isOfThisMachine(due.email)) return { state: 'refused', problem: OF_THIS_MACHINE };
    try {
      const content =
        token === undefined ? reminderMail(due, page(due.game)) : questionMail(confirmPage(token));
      const mail = { ...content, from, to: due.email };
      // The mail client is loaded with the first mail.
      const { sendMail } = await import('../../mail/send-mail.ts');
      const about = token === undefined ? '' : '.confirm';
      const whole = { ...mail, id: `${due.game}.${due.turn}${about}`, date: new Date(now()) };
      await sendMail(server, whole, { signal: this.#stop.signal });
      return { state: 'sent', problem: null };
    } catch (error) {
      if (error instanceof MailFault) return this.#afterFault(error, tries);
      // A fault of this program, after an unknown part of the work.
      const { message, stack = message } = error as Error;
      return { state: 'unknown', problem: stack };
    }
  }

  #afterFault({ again, message: problem }: MailFault, tries: number): Outcome {
    if (again === 'unknown') return { state: 'unknown', problem };
    if (again === 'never' || tries >= MOST_TRIES) return { state: 'refused', problem };
    const { now, firstPause = MINUTE } = this.#options;
    const pause = Math.min(firstPause * 2 ** (tries - 1), LONGEST_PAUSE);
    return { state: 'failed', problem, tryAt: now() + pause };
  }
}

export const LINK_DAYS = 7;

/** `page` is the address of the game, if known. */
export function reminderMail({ player, opponent, game, turnsLeft, points }: DueReminder, page: string) {
  const [own, theirs] = points;
  const text = `Hello ${player},

it is your turn in Boggle against ${opponent}: you have ${counted(own, 'point')}, ${opponent} has ${theirs}, and ${
    turnsLeft === 1 ? 'this is the last turn' : `${turnsLeft} turns are left`
  }.

Play: ${page}
Key of the game: ${game}

This is the only email about this turn.
`;
  return { subject: 'Boggle: it is your turn', text };
}

/** Anybody may have entered this address, so the mail contains no text of a user. */
export function questionMail(link: string) {
  const text = `Hello,

a player of Boggle at ${new URL(link).host} gave this address, to get a reminder when it is their turn.

If that was you, confirm the address within ${LINK_DAYS} days: ${link}

If it was not, ignore this email. You will get no other email for this player.
`;
  return { subject: 'Boggle: confirm your address', text };
}
