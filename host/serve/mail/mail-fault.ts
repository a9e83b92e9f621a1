import type { Reply } from './reply-reader.ts';

/**
 * Why a mail was not taken, for people. `later`: it may be tried again. `never`: it would be refused again. `unknown`: it was sent
 * and not answered, so that a second one could be one too many.
 */
export class MailFault extends Error {
  readonly again: 'later' | 'never' | 'unknown';

  constructor(problem: string, again: MailFault['again'], cause?: unknown) {
    super(problem, { cause });
    this.again = again;
  }

  /** What a server refused. A number from 500 means that it will not change its mind, of this mail or, at other steps, of any. */
  static ofReply(step: string, { code, lines }: Reply): MailFault {
    const isOfMail = step === 'the mail' || step.startsWith('mails to');
    const again = isOfMail && code >= 500 ? 'never' : 'later';
    return new MailFault(`the server refused ${step}: ${code} ${lines.join(' ')}`, again);
  }
}
