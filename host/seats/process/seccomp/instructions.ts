/** A program for the kernel (BPF): its instructions only skip forward. */
export type Program = readonly Instruction[];

export interface Instruction {
  readonly code: number;
  readonly value: number;
  /** Where it compares: how many are skipped if so, and if not. */
  readonly ifSo: number;
  readonly ifNot: number;
}

/** The operations that the kernel understands when it looks which calls are always allowed, to remember these. */
export const LOAD = 0x20;
export const AND = 0x54;
export const IF_EQUAL = 0x15;
const IF_AT_LEAST = 0x35;
export const IF_ANY_BIT = 0x45;
const SKIP = 0x05;
const RETURN = 0x06;

export const instruction = (code: number, value: number, ifSo = 0, ifNot = 0): Instruction => ({
  code,
  value,
  ifSo,
  ifNot,
});

/** As the kernel reads it: eight bytes for each. */
export function bytesOf(program: Program): Buffer {
  const bytes = new DataView(new ArrayBuffer(8 * program.length));
  for (const [index, { code, value, ifSo, ifNot }] of program.entries()) {
    bytes.setUint16(8 * index, code, true);
    bytes.setUint8(8 * index + 2, ifSo);
    bytes.setUint8(8 * index + 3, ifNot);
    bytes.setUint32(8 * index + 4, value, true);
  }
  return Buffer.from(bytes.buffer);
}

export const answer = (value: number): Program => [instruction(RETURN, value)];

/** What a comparison can skip by itself. */
const FARTHEST = 255;

/** Where the loaded value is this one. */
export function ifEqual(value: number, then: Program): Program {
  if (then.length <= FARTHEST) return [instruction(IF_EQUAL, value, 0, then.length), ...then];
  return [instruction(IF_EQUAL, value, 1, 0), instruction(SKIP, then.length), ...then];
}

export function ifAtLeast(value: number, then: Program, otherwise: Program): Program {
  const both = [...otherwise, ...then];
  if (otherwise.length <= FARTHEST) return [instruction(IF_AT_LEAST, value, otherwise.length, 0), ...both];
  return [instruction(IF_AT_LEAST, value, 0, 1), instruction(SKIP, otherwise.length), ...both];
}

/** From this value of what is loaded on, up to the next range, this is done. It ends with an answer. */
export interface Range {
  readonly from: number;
  readonly program: Program;
}

/** Looks for the range by halves. They are in order, and the first one is from 0. */
export function choose(ranges: readonly Range[]): Program {
  if (ranges.length === 1) return ranges[0]!.program;
  const middle = ranges.length >> 1;
  const upper = ranges.slice(middle);
  return ifAtLeast(upper[0]!.from, choose(upper), choose(ranges.slice(0, middle)));
}
