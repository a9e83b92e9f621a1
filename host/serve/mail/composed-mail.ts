import MailComposer from 'nodemailer/lib/mail-composer';

/** A mail of plain text. */
export interface Mail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  /** Lines. */
  readonly text: string;
  /** Unlike that of any other mail. */
  readonly id: string;
  readonly date: Date;
}

/** A mail as it goes over the wire, before its dots are doubled: all of it is ASCII, whatever is in it. */
export async function composedMail({ from, to, subject, text, id, date }: Mail): Promise<Buffer> {
  const composer = new MailComposer({
    from: { name: '', address: from },
    to: { name: '', address: to },
    ...{ subject, date, text: text.replace(/\r\n|\r|\n/g, '\r\n') },
    messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    // Programs that answer mails of people do not answer this one (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    ...{ disableFileAccess: true, disableUrlAccess: true },
  });
  return await composer.compile().build();
}
