import { hostname } from 'node:os';
import { millis, seconds } from '../../../../core/units.ts';
import { UsageError } from '../../../../core/usage-error.ts';
import type { OptionTable, OptionValues } from '../../../../games/kit/option.ts';
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
    help: 'address of the page in reminders, as players see it; without it a mail has the key of the game alone',
  },
} as const satisfies OptionTable;

type ReminderSettings = OptionValues<typeof reminderOptions>;

/** Checked before anything is opened; none: no mails are wanted. `isAfterGiven`: --remind-after has not its default. */
export function preparedReminders(settings: ReminderSettings, isAfterGiven = false) {
  const { smtp, from, 'public-url': url, 'remind-after': after } = settings;
  if (smtp === undefined) {
    if (from === undefined && url === undefined && !isAfterGiven) return undefined;
    throw new UsageError(
      '--remind-after, --from and --public-url are of reminders: give --smtp, too, or leave them out',
    );
  }
  const server = readSmtpAddress(smtp);
  if (!server.ok) throw new UsageError(`--smtp: ${server.problem}`);
  const { ca } = server.address;
  const certificates = ca === undefined ? undefined : readCertificates(ca);
  if (certificates?.ok === false) throw new UsageError(`--smtp: ${certificates.problem}`);
  const sender = mailboxAddress(from ?? `wordhost@${hostname()}`);
  if (sender === undefined)
    throw new UsageError(
      `--from: expected an address of e-mail, as in boggle@example.org; got ${JSON.stringify(from ?? hostname())}`,
    );
  const page = url === undefined ? undefined : pageOf(url);
  return { server: server.address, from: sender, page, after: after / 1e6 };
}

function pageOf(text: string): (key: string) => string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(
      `--public-url: expected an address as in https://boggle.example; got ${JSON.stringify(text)}`,
    );
  return (key) => new URL(`#/game/${key}`, url).href;
}

export function openReminders(
  prepared: NonNullable<ReturnType<typeof preparedReminders>>,
  database: BoggleDatabase,
): Reminders {
  return new Reminders({ ...prepared, database, now: Date.now, report: reportLine });
}
