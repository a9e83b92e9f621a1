import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';

export const packed: (bytes: Uint8Array) => Promise<Uint8Array> = promisify(zstdCompress);

/** Throws where it is not the packed form of so many bytes. */
export async function unpacked(bytes: Uint8Array, length: number): Promise<Uint8Array> {
  const unpack = promisify(zstdDecompress);
  const whole: Uint8Array = await unpack(bytes, { maxOutputLength: Math.max(1, length) });
  if (whole.length !== length) throw new RangeError(`expected ${length} bytes; got ${whole.length}`);
  return whole;
}
