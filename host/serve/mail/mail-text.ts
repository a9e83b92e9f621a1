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

/** The longest word of a header that RFC 2047 allows has 75 characters; so many bytes fit into one in base64. */
const BYTES_OF_WORD = 45;
/** A line of a mail has at most 998 bytes. */
const LONGEST_LINE = 998;
const BASE64_LINE = 76;

/** A mail as it goes over the wire, before its dots are doubled; 8-bit text only where the server takes it. */
export function mailText(mail: Mail, takes8Bit: boolean): Buffer {
  const body = mail.text.replace(/\r\n|\r|\n/g, '\r\n');
  const encoding = encodingOf(body, takes8Bit);
  const headers = [
    ['From', `<${mail.from}>`],
    ['To', `<${mail.to}>`],
    ['Subject', headerText(mail.subject)],
    ['Date', mail.date.toUTCString().replace('GMT', '+0000')],
    ['Message-ID', `<${mail.id}@${mail.from.slice(mail.from.lastIndexOf('@') + 1)}>`],
    ['MIME-Version', '1.0'],
    ['Content-Type', 'text/plain; charset=utf-8'],
    ['Content-Transfer-Encoding', encoding],
    // Programs that answer mails of people do not answer this one (RFC 3834).
    ['Auto-Submitted', 'auto-generated'],
  ];
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.from(`${head}\r\n${encoding === 'base64' ? base64Lines(body) : body}\r\n`);
}

function encodingOf(body: string, takes8Bit: boolean): '7bit' | '8bit' | 'base64' {
  if (body.split('\r\n').some((line) => Buffer.byteLength(line) > LONGEST_LINE)) return 'base64';
  if (isPlain(body.replaceAll('\r\n', ''))) return '7bit';
  return takes8Bit && !body.includes('\0') ? '8bit' : 'base64';
}

/** Whatever is in a text, it stays in its header: what is not plain ASCII is encoded (RFC 2047). */
export function headerText(text: string): string {
  if (isPlain(text) && !text.includes('=?') && text.length < BASE64_LINE) return text;
  const words: string[] = [];
  for (const character of text) {
    const last = words.at(-1);
    if (last !== undefined && Buffer.byteLength(last + character) <= BYTES_OF_WORD)
      words[words.length - 1] += character;
    else words.push(character);
  }
  return words.map((word) => `=?utf-8?B?${Buffer.from(word).toString('base64')}?=`).join('\r\n ');
}

const isPlain = (text: string) => /^[\x20-\x7e]*$/.test(text);

function base64Lines(text: string): string {
  return Buffer.from(text)
    .toString('base64')
    .replace(new RegExp(`.{${BASE64_LINE}}(?=.)`, 'g'), '$&\r\n');
}

/** As SMTP sends it: a line that is a dot alone would end it. */
export function withDots(mail: Buffer): Buffer {
  // In latin1 each byte is a character, and each comes back as it was.
  const text = mail.toString('latin1').replace(/^\./gm, '..');
  return Buffer.from(`${text}.\r\n`, 'latin1');
}
