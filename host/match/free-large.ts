const LARGE = 32 * 1024;

/**
 * Only a flood has reads as large as this. They are noted and settled; left to the garbage collector, they would
 * first fill 64 MiB.
 */
export function freeLarge(bytes: Uint8Array): void {
  // A small read has no buffer before somebody asks for it. What is a part of another has one.
  if (bytes.length < LARGE && bytes.byteOffset === 0) return;
  const { buffer } = bytes;
  if (buffer.byteLength >= LARGE) (buffer as ArrayBuffer).transfer(0);
}
