/** What is in the messages of a server. Each throws where there is less than it says. */

/** A column of what a statement gives. */
export interface Column {
  readonly name: string;
  /** The number of its type in the catalog of the server. */
  readonly type: number;
}

const [AFTER_NAME, TYPE_AT] = [18, 6];

export function columnsOf(body: Buffer): readonly Column[] {
  let at = 2;
  return Array.from({ length: body.readUInt16BE(0) }, () => {
    const end = endOf(body, at);
    const column = { name: body.toString('utf8', at, end), type: body.readUInt32BE(end + 1 + TYPE_AT) };
    at = end + 1 + AFTER_NAME;
    return column;
  });
}

/** The texts of a row. */
export function textsOf(body: Buffer): readonly (string | null)[] {
  let at = 2;
  return Array.from({ length: body.readUInt16BE(0) }, () => {
    const length = body.readInt32BE(at);
    at += 4;
    if (length < 0) return null;
    if (at + length > body.length) throw new RangeError('a row is shorter than it says');
    at += length;
    return body.toString('utf8', at - length, at);
  });
}

/** The fields of an error or a notice, by their letters. */
export function fieldsOf(body: Buffer): Readonly<Record<string, string>> {
  const fields: Record<string, string> = {};
  for (let at = 0; body[at]; ) {
    const end = endOf(body, at + 1);
    fields[String.fromCharCode(body[at]!)] = body.toString('utf8', at + 1, end);
    at = end + 1;
  }
  return fields;
}

/** Texts up to the empty one, such as the ways to say who one is. */
export function listOf(body: Buffer): readonly string[] {
  const texts: string[] = [];
  for (let at = 0; body[at]; ) {
    const end = endOf(body, at);
    texts.push(body.toString('utf8', at, end));
    at = end + 1;
  }
  return texts;
}

/** `server_version` and its value. */
export function settingOf(body: Buffer): readonly [name: string, value: string] {
  const end = endOf(body, 0);
  return [body.toString('utf8', 0, end), body.toString('utf8', end + 1, endOf(body, end + 1))];
}

/** Of `INSERT 0 3` and `UPDATE 3`: 3. */
export function rowsChanged(tag: string): number {
  return /^(?:INSERT|UPDATE|DELETE|MERGE) /.test(tag) ? Number(tag.slice(tag.lastIndexOf(' '))) : 0;
}

export function commandOf(body: Buffer): string {
  return body.toString('utf8', 0, endOf(body, 0));
}

function endOf(body: Buffer, from: number): number {
  const end = body.indexOf(0, from);
  if (end < 0) throw new RangeError('a text of a message has no end');
  return end;
}
