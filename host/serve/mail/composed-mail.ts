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
    ...(subject.includes('=?') ? {} : { subject }),
    ...{ date, text: text.replace(/\r\n|\r|\n/g, '\r\n') },
    messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    // Programs that answer mails of people do not answer this one (RFC 3834).
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(subject.includes('=?') && { Subject: { prepared: true, value: encodedWords(subject) } }),
    },
    ...{ disableFileAccess: true, disableUrlAccess: true },
  });
  return await composer.compile().build();
}

/** In characters of at most four bytes, so that a word has at most 75 in base64. */
const LONGEST_WORD = 11;

/** A text in which readers would find words in another encoding, so that they show it as it is (RFC 2047). */
function encodedWords(text: string): string {
  const characters = [...text.toWellFormed()];
  const words: string[] = [];
  for (let from = 0; from < characters.length; from += LONGEST_WORD) {
    const piece = characters.slice(from, from + LONGEST_WORD).join('');
    words.push(`=?UTF-8?B?${Buffer.from(piece).toString('base64')}?=`);
  }
  return words.join('\r\n ');
}
