/**
 * Random numbers that can be replayed. A match has one key, made from its seed, and several named streams. The streams are
 * independent: a game that does not use one of them draws the same numbers from the others. The generator is ChaCha20, so a player
 * cannot compute the bag from the tiles that it has seen.
 *
 * A stream is a value: each draw returns the number and the next state of the stream.
 */
export type Key = Uint32Array;

export interface Stream {
  readonly key: Key;
  readonly nonce: readonly [number, number, number];
  /** The number of 32-bit words that were drawn. */
  readonly taken: number;
}

export const streamNames = [
  'bag',
  'order',
  'coin',
  'first',
  'board',
  'player',
  'start',
  'processor',
  'tuning',
  'alphabet',
] as const;
type StreamName = (typeof streamNames)[number];

/** `number` tells streams of the same name apart. */
export function openStream(key: Key, name: StreamName, number = 0): Stream {
  const code = (place: number) => name.charCodeAt(place) || 0;
  const word = (first: number) =>
    code(first) | (code(first + 1) << 8) | (code(first + 2) << 16) | (code(first + 3) << 24);
  return { key, nonce: [word(0), word(4), word(8) ^ number], taken: 0 };
}

const MOST = 2 ** 32;

/** A uniformly distributed whole number from 0 to `below` - 1. */
export function draw(stream: Stream, below: number): [number, Stream] {
  if (!(Number.isInteger(below) && below >= 1 && below <= MOST))
    throw new RangeError(`draw: expected a whole number from 1 to 2^32; got ${below}`);
  const unfair = MOST % below;
  let { taken } = stream;
  for (;;) {
    const word = wordAt(stream, taken++);
    if (word >= unfair) return [word % below, { ...stream, taken }];
  }
}

/** Returns the items in a random order (Fisher and Yates). */
export function shuffle<Thing>(stream: Stream, things: readonly Thing[]): [Thing[], Stream] {
  const shuffled = [...things];
  let rest = stream;
  for (let left = shuffled.length; left > 1; left--) {
    let pick: number;
    [pick, rest] = draw(rest, left);
    [shuffled[left - 1], shuffled[pick]] = [shuffled[pick]!, shuffled[left - 1]!];
  }
  return [shuffled, rest];
}

// Consecutive draws nearly always need the same block, so the last one is cached.
let lastBlock: { key: Key; nonce: Stream['nonce']; counter: number; block: Uint32Array } | undefined;

function wordAt(stream: Stream, index: number): number {
  const counter = Math.floor(index / 16);
  if (lastBlock?.key !== stream.key || lastBlock.nonce !== stream.nonce || lastBlock.counter !== counter) {
    const block = chachaBlock(stream.key, counter, stream.nonce);
    lastBlock = { key: stream.key, nonce: stream.nonce, counter, block };
  }
  return lastBlock.block[index % 16]!;
}

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
