/** What a client sends: https://www.postgresql.org/docs/current/protocol-message-formats.html */

const PROTOCOL_3 = 196_608;
const SSL_REQUEST = 80_877_103;

export const startup = (parameters: Readonly<Record<string, string>>): Buffer =>
  withLength(int32(PROTOCOL_3), ...Object.entries(parameters).flat().map(text), Buffer.of(0));

export const sslRequest: Buffer = withLength(int32(SSL_REQUEST));

/** A password as it is, or its MD5 hash. */
export const password = (given: string): Buffer => message('p', text(given));

export function saslFirst(mechanism: string, said: string): Buffer {
  const bytes = Buffer.from(said);
  return message('p', text(mechanism), int32(bytes.length), bytes);
}

export const saslNext = (said: string): Buffer => message('p', Buffer.from(said));

/** Statements without values, one or more. */
export const query = (sql: string): Buffer => message('Q', text(sql));

/** A statement under a name, with the types of its values left to the server. */
export const parse = (name: string, sql: string): Buffer => message('P', text(name), text(sql), int16(0));

/** What a statement needs and gives. */
export const describe = (name: string): Buffer => message('D', Buffer.from('S'), text(name));

/** Values for a statement, and what it gives, as texts. */
export function bind(name: string, values: readonly (string | null)[]): Buffer {
  return message(
    'B',
    text(''),
    text(name),
    int16(0),
    int16(values.length),
    ...values.flatMap(given),
    int16(0),
  );
}

function given(value: string | null): Buffer[] {
  if (value === null) return [int32(-1)];
  const bytes = Buffer.from(value);
  return [int32(bytes.length), bytes];
}

export const execute: Buffer = message('E', text(''), int32(0));
export const sync: Buffer = message('S');
export const terminate: Buffer = message('X');

function message(type: string, ...parts: readonly Buffer[]): Buffer {
  return Buffer.concat([Buffer.from(type), withLength(...parts)]);
}

function withLength(...parts: readonly Buffer[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 4);
  return Buffer.concat([int32(length), ...parts], length);
}

function text(of: string): Buffer {
  return Buffer.from(`${of}\0`);
}

function int16(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function int32(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeInt32BE(value);
  return bytes;
}
