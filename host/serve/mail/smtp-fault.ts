import { MailFault } from './mail-fault.ts';
import type { SmtpAddress } from './smtp-address.ts';

/** What an error of Nodemailer has. */
interface SmtpError extends Error {
  readonly code?: string;
  /** That of the system, where `code` is one of Nodemailer. */
  readonly originalCode?: string;
  /** What was asked. */
  readonly command?: string;
  /** What the server answered, and its number. */
  readonly response?: string | false;
  readonly responseCode?: number;
}

/** Where it happened. */
interface Place {
  readonly server: SmtpAddress;
  readonly from: string;
  readonly to: string;
  /** All of the mail was on its way. */
  readonly isHanded: boolean;
}

/** Why a mail was not taken, and whether it may be sent again. */
export function smtpFault(error: Error, place: Place): MailFault {
  if (error instanceof MailFault && !place.isHanded) return error;
  const { command, response, responseCode } = error as SmtpError;
  if (responseCode !== undefined && typeof response === 'string') {
    const isOfMail = command === 'RCPT TO' || command === 'DATA';
    const said = response.replace(/\r?\n\d{3}[ -]?/g, ' ');
    const again = isOfMail && responseCode >= 500 ? 'never' : 'later';
    return new MailFault(`the server refused ${whatIsRefused(command, place)}: ${said}`, again, error);
  }
  const problem = error instanceof MailFault ? error.message : lost(error, place.server);
  // Only an answer would say what became of it.
  if (place.isHanded)
    return new MailFault(`${problem}, after the mail and before its answer`, 'unknown', error);
  return new MailFault(problem, 'later', error);
}

function whatIsRefused(command: string | undefined, { from, to }: Place): string {
  if (command === 'MAIL FROM') return `mails from ${from}`;
  if (command === 'RCPT TO') return `mails to ${to}`;
  if (command === 'DATA') return 'the mail';
  if (command === 'STARTTLS') return command;
  return command?.startsWith('AUTH') ? 'the user or its password' : 'the connection';
}

function lost(error: SmtpError, { host, port }: SmtpAddress): string {
  const { code, originalCode, message } = error;
  if (code === 'ETIMEDOUT') return 'the server took too long';
  const what =
    originalCode === 'ECONNREFUSED'
      ? 'takes no connection: nothing listens there'
      : originalCode === 'ECONNRESET' || message.startsWith('Connection closed')
        ? 'closed the connection'
        : code === 'EPROTOCOL'
          ? 'does not speak SMTP'
          : `failed: ${message}`;
  return `${host}:${port} ${what}`;
}
