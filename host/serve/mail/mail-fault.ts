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
}
