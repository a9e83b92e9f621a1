import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { longHash, longHashBeside } from '../../files/long-hash.ts';

/** A compressed record with the hash and the length of the original. */
export type PackedRecord = readonly [sha256: string, bytes: number, packed: Uint8Array];

/** Undefined if there is no record, or if it is too large for a store. */
export async function packRecord(
  record: Uint8Array | PackedRecord | undefined,
  largest = LARGEST_RECORD,
): Promise<PackedRecord | undefined> {
  if (isPacked(record)) return record;
  if (record === undefined || record.length > largest) return undefined;
  return await Promise.all([longHashBeside(record), record.length, packBytes(record)]);
}

const isPacked = (record: Uint8Array | PackedRecord | undefined): record is PackedRecord =>
  Array.isArray(record);

/** Undefined if the record is not the one that was packed. */
export async function unpackRecord(
  [sha256, bytes, packed]: PackedRecord,
  largest = LARGEST_RECORD,
): Promise<Uint8Array | undefined> {
  const record = await unpackBytes(packed, bytes, largest).catch(() => undefined);
  return record !== undefined && longHash(record) === sha256 ? record : undefined;
}

const pack = promisify(zstdCompress);
const unpack = promisify(zstdDecompress);
/** The fastest that does not pack worse: of a record, more effort saves nothing. */
const LEVEL = 1;
const LEAST_CHUNK = 1024;
/** The window of records that are packed here, which limits the memory for unpacking. */
const WINDOW_LOG = 22;

/** A record that is larger is not kept. What says that it is one would take many times this memory to be read. */
export const LARGEST_RECORD = 16 * 2 ** 20;

/** Packs in threads of Node, beside other work. */
async function packBytes(bytes: Uint8Array): Promise<Uint8Array> {
  const params = { [constants.ZSTD_c_compressionLevel]: LEVEL };
  return await pack(bytes, { params, chunkSize: Math.max(LEAST_CHUNK, Math.ceil(bytes.length / 4)) });
}

/** Throws if the bytes do not unpack to this length, which a stranger may have set. */
async function unpackBytes(bytes: Uint8Array, length: number, largest: number): Promise<Uint8Array> {
  if (length > largest) throw new RangeError(`expected at most ${largest} bytes; got ${length}`);
  const params = { [constants.ZSTD_d_windowLogMax]: WINDOW_LOG };
  const whole: Uint8Array = await unpack(bytes, { params, maxOutputLength: Math.max(1, length) });
  if (whole.length !== length) throw new RangeError(`expected ${length} bytes; got ${whole.length}`);
  return whole;
}
