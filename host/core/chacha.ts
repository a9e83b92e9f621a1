/** One block of ChaCha20 (RFC 8439, 2.3): sixteen words from a key of eight, a counter and a nonce of three. */
export function chachaBlock(
  key: Uint32Array,
  counter: number,
  nonce: readonly [number, number, number],
): Uint32Array {
  const start = new Uint32Array(16);
  start.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);
  start.set(key, 4);
  start[12] = counter;
  start.set(nonce, 13);
  const words = start.slice();
  for (let round = 0; round < 10; round++) {
    for (let column = 0; column < 4; column++) quarter(words, column, column + 4, column + 8, column + 12);
    quarter(words, 0, 5, 10, 15);
    quarter(words, 1, 6, 11, 12);
    quarter(words, 2, 7, 8, 13);
    quarter(words, 3, 4, 9, 14);
  }
  for (let index = 0; index < 16; index++) words[index]! += start[index]!;
  return words;
}

function quarter(words: Uint32Array, a: number, b: number, c: number, d: number): void {
  add(words, a, b, d, 16);
  add(words, c, d, b, 12);
  add(words, a, b, d, 8);
  add(words, c, d, b, 7);
}

/** a += b, d ^= a, d <<<= by. */
function add(words: Uint32Array, a: number, b: number, d: number, by: number): void {
  words[a]! += words[b]!;
  const mixed = words[d]! ^ words[a]!;
  words[d] = (mixed << by) | (mixed >>> (32 - by));
}
