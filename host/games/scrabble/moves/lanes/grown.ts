/** The same numbers in an array of at least so many: twice as many as before, so that it seldom happens. */
export function grown(before: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  if (length <= before.length) return before;
  const after = new Int32Array(Math.max(length, before.length * 2));
  after.set(before);
  return after;
}

export function grownBytes(before: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const after = new Uint8Array(before.length * 2);
  after.set(before);
  return after;
}
