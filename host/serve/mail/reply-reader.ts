/** What a server of mail answers: a number, and its lines without it. */
export interface Reply {
  readonly code: number;
  readonly lines: readonly string[];
}

/** More than any server says in one answer. */
const LONGEST = 64 * 1024;

/** Bytes to answers, however they are cut on their way. */
export class ReplyReader {
  #text = '';
  #lines: string[] = [];
  #length = 0;

  /** Throws where it is not the protocol. */
  *read(piece: Buffer): Generator<Reply> {
    this.#text += piece.toString('latin1');
    this.#length += piece.length;
    if (this.#length > LONGEST) throw new RangeError('its answer has no end');
    for (let end = this.#text.indexOf('\n'); end >= 0; end = this.#text.indexOf('\n')) {
      const line = this.#text.slice(0, end).replace(/\r$/, '');
      this.#text = this.#text.slice(end + 1);
      const [, code, isMore, said = ''] = /^([2-5]\d\d)(?:([ -])(.*))?$/.exec(line) ?? [];
      if (code === undefined) throw new RangeError('it does not speak SMTP');
      this.#lines.push(said);
      if (isMore === '-') continue;
      const lines = this.#lines.splice(0);
      this.#length = this.#text.length;
      yield { code: Number(code), lines };
    }
  }
}
