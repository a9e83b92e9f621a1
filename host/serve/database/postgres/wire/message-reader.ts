/** What a server sends: one letter says what it is. */
export interface Message {
  readonly type: string;
  readonly body: Buffer;
}

const HEADER = 5;
/** Far more than any row here has. Four letters of another protocol are a greater number. */
const LONGEST = 0x10_00_00_00;

/** Bytes to messages, however they are cut on their way. */
export class MessageReader {
  #pieces: Buffer[] = [];
  #bytes = 0;
  /** How many bytes the next message needs, as far as it is known. */
  #needed = HEADER;

  /** Throws where it is not the protocol. */
  *read(piece: Buffer): Generator<Message> {
    this.#pieces.push(piece);
    this.#bytes += piece.length;
    while (this.#bytes >= this.#needed) {
      const bytes = this.#joined();
      const length = bytes.readInt32BE(1);
      if (length < 4 || length > LONGEST) throw new RangeError(`a message says that it has ${length} bytes`);
      const end = 1 + length;
      this.#needed = Math.max(end, HEADER);
      if (bytes.length < end) return;
      this.#keep(bytes.subarray(end));
      yield { type: String.fromCharCode(bytes[0]!), body: bytes.subarray(HEADER, end) };
    }
  }

  #joined(): Buffer {
    if (this.#pieces.length > 1) this.#pieces = [Buffer.concat(this.#pieces)];
    return this.#pieces[0]!;
  }

  #keep(rest: Buffer): void {
    this.#pieces = [rest];
    this.#bytes = rest.length;
    this.#needed = HEADER;
  }
}
