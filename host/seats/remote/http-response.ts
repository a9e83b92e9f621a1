import { type Fault, fault, shown } from './json-rpc.ts';

/** An answer by HTTP, read to its end. */
export interface HttpAnswer {
  readonly ok: true;
  readonly status: number;
  readonly body: string;
  /** For so many milliseconds the connection can carry another request; 0: it is over. */
  readonly reusableMs: number;
}

const MOST_HEAD_BYTES = 16 * 1024;
const HTTP = 'HTTP/1.';

/** The answer to one POST by HTTP/1.1 or 1.0, from pieces of any length (RFC 9112, sections 4 to 7). */
export class ResponseReader {
  readonly #most: number;
  #head = '';
  #answer: Head | undefined;
  #chunks: ChunkLines | undefined;
  #left = 0;
  #parts: Buffer[] = [];
  #length = 0;

  /** `most`: bytes of the body. */
  constructor(most: number) {
    this.#most = most;
  }

  get hasBegun(): boolean {
    return this.#head !== '';
  }

  /** None: more is to come. */
  read(piece: Buffer): HttpAnswer | Fault | undefined {
    if (this.#answer) return this.#readBody(piece, this.#answer);
    const before = this.#head.length;
    this.#head += piece.toString('latin1');
    if (!this.#head.startsWith(HTTP.slice(0, this.#head.length)))
      return fault('transport', `expected an HTTP/1.1 response; got ${shown(this.#head)}`);
    const end = this.#head.indexOf('\r\n\r\n', Math.max(0, before - 3));
    if (end === -1 && this.#head.length <= MOST_HEAD_BYTES) return undefined;
    if (end === -1 || end > MOST_HEAD_BYTES)
      return fault('transport', `the headers of the response have more than ${MOST_HEAD_BYTES} bytes`);
    const head = readHead(this.#head.slice(0, end));
    if (typeof head === 'string') return fault('transport', head);
    const rest = piece.subarray(end + 4 - before);
    if (head.status < 200) {
      // Such as 100 Continue: the answer comes after it.
      this.#head = '';
      return rest.length === 0 ? undefined : this.read(rest);
    }
    this.#answer = head;
    if (head.length === 'chunked') this.#chunks = new ChunkLines();
    else if (head.length !== 'to the end') {
      this.#left = head.length;
      if (this.#left > this.#most) return this.#tooLong();
    }
    return this.#readBody(rest, head);
  }

  /** The connection has ended. None: there is no answer, or only a part of it. */
  end(): HttpAnswer | undefined {
    return this.#answer?.length === 'to the end' ? this.#whole(0) : undefined;
  }

  #readBody(piece: Buffer, { length, reusableMs }: Head): HttpAnswer | Fault | undefined {
    if (length === 'to the end') return this.#take(piece) ? undefined : this.#tooLong();
    if (length === 'chunked') return this.#readChunks(piece);
    const left = this.#left;
    this.#take(piece.length > left ? piece.subarray(0, left) : piece);
    this.#left -= piece.length;
    if (this.#left > 0) return undefined;
    // What comes after the answer is none: the connection is not used again.
    return this.#whole(this.#left < 0 ? 0 : reusableMs);
  }

  #readChunks(piece: Buffer): HttpAnswer | Fault | undefined {
    for (let at = 0; at < piece.length; ) {
      if (this.#left > 0) {
        const part = piece.subarray(at, at + this.#left);
        if (!this.#take(part)) return this.#tooLong();
        this.#left -= part.length;
        at += part.length;
        continue;
      }
      const end = piece.indexOf(LF, at);
      const next = end === -1 ? piece.length : end + 1;
      const found = this.#chunks!.read(piece.toString('latin1', at, next), end !== -1);
      at = next;
      if (found === 'wrong') return fault('transport', 'a chunk of the response has no length');
      if (found === 'end') return this.#whole(at < piece.length ? 0 : this.#answer!.reusableMs);
      this.#left = found;
    }
    return undefined;
  }

  /** False: it is too much. */
  #take(part: Buffer): boolean {
    this.#length += part.length;
    if (part.length > 0) this.#parts.push(part);
    return this.#length <= this.#most;
  }

  #tooLong(): Fault {
    return fault('unreadable', `the response has more than ${this.#most} bytes`);
  }

  #whole(reusableMs: number): HttpAnswer {
    const [first] = this.#parts;
    const body = first && this.#parts.length === 1 ? first : Buffer.concat(this.#parts);
    return { ok: true, status: this.#answer!.status, body: body.toString(), reusableMs };
  }
}

const LF = 10;
/** Of a length with what may stand beside it, and of all that comes after the last chunk. */
const MOST_LINE_BYTES = 4096;

/** The lines between the chunks of a body. */
class ChunkLines {
  #line = '';
  #is: 'length' | 'end of chunk' | 'trailer' = 'length';
  #bytes = 0;

  /** How many bytes of the body come next. */
  read(text: string, isWhole: boolean): number | 'end' | 'wrong' {
    this.#bytes += text.length;
    if (this.#bytes > MOST_LINE_BYTES) return 'wrong';
    this.#line += text;
    if (!isWhole) return 0;
    const line = this.#line.trimEnd();
    this.#line = '';
    if (this.#is === 'trailer') return line === '' ? 'end' : 0;
    this.#bytes = 0;
    if (this.#is === 'end of chunk') {
      this.#is = 'length';
      return line === '' ? 0 : 'wrong';
    }
    const [, digits] = /^([\da-f]{1,8})[ \t]*(?:;.*)?$/i.exec(line) ?? [];
    if (digits === undefined) return 'wrong';
    const length = Number.parseInt(digits, 16);
    this.#is = length === 0 ? 'trailer' : 'end of chunk';
    return length;
  }
}

interface Head {
  readonly status: number;
  /** Of the body. */
  readonly length: number | 'chunked' | 'to the end';
  readonly reusableMs: number;
}

/** A server that says nothing of it has its connections closed after so long. */
const REUSABLE_MS = 60_000;
/** A server may close its side as soon as the time that it says is over. */
const BEFORE_MS = 1_000;

/** A sentence: it is wrong. */
function readHead(text: string): Head | string {
  const [first = '', ...lines] = text.split('\r\n');
  const [, version, digits] = /^HTTP\/1\.([01]) ([1-5]\d\d)(?: |$)/.exec(first) ?? [];
  if (digits === undefined) return `expected an HTTP/1.1 response; got ${shown(first)}`;
  const status = Number(digits);
  if (status === 101) return 'expected HTTP status 200; got 101';
  let isKept = version === '1';
  let keptMs = REUSABLE_MS;
  let length: number | undefined;
  let coding: string | undefined;
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon < 1) return `expected a header; got ${shown(line)}`;
    const value = line.slice(colon + 1).trim();
    switch (line.slice(0, colon).toLowerCase()) {
      case 'content-length':
        if (!/^\d{1,15}$/.test(value) || (length ?? Number(value)) !== Number(value))
          return `content-length: expected a number; got ${shown(value)}`;
        length = Number(value);
        break;
      case 'transfer-encoding':
        coding = value.toLowerCase();
        break;
      case 'connection':
        if (/\bclose\b/i.test(value)) isKept = false;
        else if (/\bkeep-alive\b/i.test(value)) isKept = true;
        break;
      case 'keep-alive': {
        const [, seconds] = /\btimeout=(\d{1,6})\b/i.exec(value) ?? [];
        if (seconds !== undefined) keptMs = Math.min(keptMs, Number(seconds) * 1000 - BEFORE_MS);
        break;
      }
    }
  }
  const reusableMs = isKept ? Math.max(0, keptMs) : 0;
  if (status === 204 || status === 304) return { status, length: 0, reusableMs };
  if (coding === undefined && length !== undefined) return { status, length, reusableMs };
  if (coding !== undefined && /(?:^|,\s*)chunked$/.test(coding))
    return { status, length: 'chunked', reusableMs: length === undefined ? reusableMs : 0 };
  return { status, length: 'to the end', reusableMs: 0 };
}
