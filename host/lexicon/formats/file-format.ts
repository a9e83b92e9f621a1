import type { Automaton } from '../automaton.ts';
import type { Fault } from '../problem.ts';

/**
 * A compiled word list as bytes. All numbers are unsigned, of four bytes, little-endian.
 *
 *    0  "wordlex" and a zero byte
 *    8  version of the format
 *   12  length of the file
 *   16  words
 *   20  root of the automaton
 *   24  length of the text that players read
 *   28  number of sections
 *   32  SHA-256 of that text, 32 bytes
 *   64  for each section: its name (4 letters), where it starts (a multiple of 16), its length, its checksum
 *       then the checksum of everything before it
 *
 * Section ABC_ is the alphabet in UTF-8, DAWG the edges. Gaps contain zeros. Readers skip unknown sections.
 */
export const FORMAT_VERSION = 1;

const MAGIC = 'wordlex\0';
const HEADER = 64;
const HASH = 32;
const ENTRY = 16;
const MOST_SECTIONS = 64;

export interface Compiled {
  readonly automaton: Automaton;
  /** The hash of the text, in hexadecimal. */
  readonly sha256: string;
  readonly textBytes: number;
}

export type Decoded =
  | { readonly ok: true; readonly compiled: Compiled }
  | { readonly ok: false; readonly fault: Fault };

export function isCompiled(bytes: Uint8Array): boolean {
  return (
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1', 0, MAGIC.length) === MAGIC
  );
}

export function encode({ automaton, sha256, textBytes }: Compiled): Uint8Array {
  const { words, alphabet, edges, root } = automaton;
  const sections = [
    { name: 'ABC_', bytes: Buffer.from(alphabet.join('')) },
    { name: 'DAWG', bytes: littleEndian(edges) },
  ];
  const table = HEADER + sections.length * ENTRY;
  const starts = sections.map((_, place) =>
    sections.slice(0, place).reduce((start, { bytes }) => start + aligned(bytes.length), aligned(table + 4)),
  );
  const length = starts.at(-1)! + aligned(sections.at(-1)!.bytes.length);
  const file = Buffer.alloc(length);
  file.write(MAGIC, 'latin1');
  [FORMAT_VERSION, length, words, root, textBytes, sections.length].forEach((number, place) => {
    file.writeUInt32LE(number, 8 + place * 4);
  });
  file.write(sha256, HASH, 'hex');
  for (const [place, { name, bytes }] of sections.entries()) {
    const start = starts[place]!;
    file.set(bytes, start);
    file.write(name, HEADER + place * ENTRY, 'latin1');
    const sum = checksum(numbersIn(file, start, aligned(bytes.length)));
    [start, bytes.length, sum].forEach((number, field) => {
      file.writeUInt32LE(number, HEADER + place * ENTRY + 4 + field * 4);
    });
  }
  file.writeUInt32LE(checksum(numbersIn(file, 0, table)), table);
  return new Uint8Array(file.buffer, file.byteOffset, file.length);
}

/** Decodes a file. A damaged or incomplete file, or one of another version, is a fault; the caller can build it again. */
export function decode(bytes: Uint8Array): Decoded {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const broken = brokenHeader(file);
  if (broken !== undefined) return { ok: false, fault: broken };
  const letters = sectionOf(file, 'ABC_');
  const graph = sectionOf(file, 'DAWG');
  if (letters === undefined) return damaged('its alphabet is damaged');
  if (graph === undefined) return damaged('its edges are damaged');
  const alphabet = Array.from(file.toString('utf8', letters.start, letters.start + letters.length));
  const edges = numbersIn(file, graph.start, graph.length);
  const root = file.readUInt32LE(20);
  const automaton = { words: file.readUInt32LE(16), alphabet, edges, root };
  const sha256 = file.toString('hex', HASH, HASH + 32);
  return { ok: true, compiled: { automaton, sha256, textBytes: file.readUInt32LE(24) } };
}

function brokenHeader(file: Buffer): Fault | undefined {
  if (file.length < HEADER) return { is: 'damaged', detail: `it has only ${file.length} bytes` };
  if (!isCompiled(file)) return { is: 'damaged', detail: 'it does not start like a compiled list' };
  const version = file.readUInt32LE(8);
  if (version !== FORMAT_VERSION) return { is: 'other-version', found: version, expected: FORMAT_VERSION };
  const length = file.readUInt32LE(12);
  if (file.length !== length)
    return { is: 'damaged', detail: `it has ${file.length} bytes instead of ${length}` };
  const table = HEADER + file.readUInt32LE(28) * ENTRY;
  const whole = table <= HEADER + MOST_SECTIONS * ENTRY && table + 4 <= length;
  if (!whole || checksum(numbersIn(file, 0, table)) !== file.readUInt32LE(table))
    return { is: 'damaged', detail: 'its header is damaged' };
  return undefined;
}

/** Start and length of a section, if it exists and is complete. */
function sectionOf(file: Buffer, name: string): { start: number; length: number } | undefined {
  const table = HEADER + file.readUInt32LE(28) * ENTRY;
  for (let entry = HEADER; entry < table; entry += ENTRY) {
    if (file.toString('latin1', entry, entry + 4) !== name) continue;
    const start = file.readUInt32LE(entry + 4);
    const length = file.readUInt32LE(entry + 8);
    if (start % ENTRY !== 0 || start + aligned(length) > file.length) return undefined;
    const sum = checksum(numbersIn(file, start, aligned(length)));
    return sum === file.readUInt32LE(entry + 12) ? { start, length } : undefined;
  }
  return undefined;
}

function damaged(detail: string): Decoded {
  return { ok: false, fault: { is: 'damaged', detail } };
}

/** Detects damage: any change of one number changes the sum. `isWellFormed` protects from forged files. */
function checksum(numbers: Uint32Array): number {
  let sum = numbers.length | 0;
  for (let index = 0; index < numbers.length; index++) {
    sum = Math.imul(sum ^ numbers[index]!, 0x9e37_79b1);
    sum ^= sum >>> 15;
  }
  return sum >>> 0;
}

const LITTLE_ENDIAN_HERE = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;

/** Returns a view of the file if alignment and byte order allow it, and a copy otherwise. */
function numbersIn(file: Buffer, start: number, length: number): Uint32Array {
  const place = file.byteOffset + start;
  if (LITTLE_ENDIAN_HERE && place % 4 === 0) return new Uint32Array(file.buffer, place, length >>> 2);
  const copy = Buffer.from(Uint8Array.prototype.slice.call(file, start, start + (length & ~3)).buffer);
  if (!LITTLE_ENDIAN_HERE) copy.swap32();
  return new Uint32Array(copy.buffer, copy.byteOffset, copy.length >>> 2);
}

function littleEndian(numbers: Uint32Array): Buffer {
  const bytes = Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  return LITTLE_ENDIAN_HERE ? bytes : Buffer.from(bytes).swap32();
}

function aligned(length: number): number {
  return Math.ceil(length / ENTRY) * ENTRY;
}
