import { hostname } from 'node:os';
import { millis, seconds } from '../../../../core/units.ts';
import { UsageError } from '../../../../core/usage-error.ts';
import type { OptionTable, OptionValues } from '../../../../games/kit/option.ts';
import { mailLimits } from '../../../../serve/boggle/reminders/mail-limits.ts';
import { Reminders } from '../../../../serve/boggle/reminders/reminders.ts';
import type { BoggleDatabase } from '../../../../serve/boggle/store/tables.ts';
import { readCertificates } from '../../../../serve/mail/certificates.ts';
import { mailboxAddress } from '../../../../serve/mail/mailbox-address.ts';
import { readSmtpAddress } from '../../../../serve/mail/smtp-address.ts';
import { reportLine } from './report-line.ts';

/** Of mails to players whose turn it is. */
export const reminderOptions = {
  smtp: {
    kind: 'text',
    default: undefined,
    value: 'URL',
    help: 'server of mail for reminders, as in smtp://mail.example or smtps://USER:PASSWORD@mail.example; without it none are sent',
  },
  'remind-after': {
    kind: 'duration',
    default: seconds(3600),
    min: millis(1),
    max: seconds(365 * 86_400),
    help: 'time that it has been the turn of a player with an address before it gets its mail, one for each turn',
  },
  from: {
    kind: 'text',
    default: undefined,
    value: 'ADDRESS',
    help: 'address that reminders come from; `wordhost` at this machine if none is given',
  },
  'public-url': {
    kind: 'text',
    default: undefined,
    value: 'URL',
    help: 'address of the page as players see it, for the links in mails; --smtp needs it',
  },
  'mails-per-day': {
    kind: 'count',
    default: 1000,
    min: 1,
    max: 100_000,
    help: 'mails of this server in 24 hours; to one address there are at most 30, and 20 for one user',
  },
  'local-mail': {
    kind: 'flag',
    default: false,
    help: 'addresses of this machine, such as root@localhost, may be given and written to',
  },
} as const satisfies OptionTable;

type ReminderSettings = OptionValues<typeof reminderOptions>;

/** Checked before anything is opened; none: no mails are wanted. `areSet`: one of the other options has not its default. */
export function preparedReminders(settings: ReminderSettings, areSet = false) {
  const { smtp, from, 'public-url': url, 'remind-after': after } = settings;
  if (smtp === undefined) {
    if (from === undefined && url === undefined && !areSet) return undefined;
    throw new UsageError(
      '--remind-after, --mails-per-day, --from and --public-url are of reminders: give --smtp, too, or leave them out',
    );
  }
  const server = readSmtpAddress(smtp);
  if (!server.ok) throw new UsageError(`--smtp: ${server.problem}`);
  const { ca } = server.address;
  const certificates = ca === undefined ? undefined : readCertificates(ca);
  if (certificates?.ok === false) throw new UsageError(`--smtp: ${certificates.problem}`);
  if (url === undefined)
    throw new UsageError(
      '--smtp: expected --public-url with it, as in https://boggle.example: players confirm their addresses by a link',
    );
  const sender = mailboxAddress(from ?? `wordhost@${hostname()}`);
  if (sender === undefined)
    throw new UsageError(
      `--from: expected an address of e-mail, as in boggle@example.org; got ${JSON.stringify(from ?? hostname())}`,
    );
  return {
    ...{ server: server.address, from: sender, ...pagesAt(url), after: after / 1e6 },
    ...{ limits: mailLimits(settings['mails-per-day']), allowsLocal: settings['local-mail'] },
  };
}

function pagesAt(text: string) {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(
      `--public-url: expected an address as in https://boggle.example; got ${JSON.stringify(text)}`,
    );
  return {
    page: (key: string) => new URL(`#/game/${key}`, url).href,
    confirmPage: (token: string) => new URL(`boggle/confirm?token=${token}`, url).href,
  };
}

export function openReminders(
  prepared: NonNullable<ReturnType<typeof preparedReminders>>,
  database: BoggleDatabase,
): Reminders {
  return new Reminders({ ...prepared, database, now: Date.now, report: reportLine });
}
