import {
  type ArgumentRule,
  allowedCalls,
  argumentRules,
  type CallTable,
  calledUnknown,
  callNumbers,
  networkCalls,
  networkless,
} from './system-calls.ts';

/** A BPF program, whose instructions only skip forward. */
type Program = readonly Instruction[];

interface Instruction {
  readonly code: number;
  readonly value: number;
  readonly ifSo: number;
  readonly ifNot: number;
}

/** The kernel interprets only these operations to find calls that are always allowed. */
const LOAD = 0x20;
const AND = 0x54;
const IF_EQUAL = 0x15;
const IF_AT_LEAST = 0x35;
const IF_ANY_BIT = 0x45;
const SKIP = 0x05;
const RETURN = 0x06;

const instruction = (code: number, value: number, ifSo = 0, ifNot = 0): Instruction => ({
  code,
  value,
  ifSo,
  ifNot,
});

/** Each instruction is eight bytes. */
function bytesOf(program: Program): Buffer {
  const bytes = new DataView(new ArrayBuffer(8 * program.length));
  for (const [index, { code, value, ifSo, ifNot }] of program.entries()) {
    bytes.setUint16(8 * index, code, true);
    bytes.setUint8(8 * index + 2, ifSo);
    bytes.setUint8(8 * index + 3, ifNot);
    bytes.setUint32(8 * index + 4, value, true);
  }
  return Buffer.from(bytes.buffer);
}

const answer = (value: number): Program => [instruction(RETURN, value)];

/** The longest jump of a comparison. */
const FARTHEST = 255;

function ifEqual(value: number, then: Program): Program {
  if (then.length <= FARTHEST) return [instruction(IF_EQUAL, value, 0, then.length), ...then];
  return [instruction(IF_EQUAL, value, 1, 0), instruction(SKIP, then.length), ...then];
}

function ifAtLeast(value: number, then: Program, otherwise: Program): Program {
  const both = [...otherwise, ...then];
  if (otherwise.length <= FARTHEST) return [instruction(IF_AT_LEAST, value, otherwise.length, 0), ...both];
  return [instruction(IF_AT_LEAST, value, 0, 1), instruction(SKIP, otherwise.length), ...both];
}

/** Applies from this value up to the next range. The program ends with an answer. */
interface Range {
  readonly from: number;
  readonly program: Program;
}

/** Binary search over ranges in ascending order, beginning with 0. */
function choose(ranges: readonly Range[]): Program {
  if (ranges.length === 1) return ranges[0]!.program;
  const middle = ranges.length >> 1;
  const upper = ranges.slice(middle);
  return ifAtLeast(upper[0]!.from, choose(upper), choose(ranges.slice(0, middle)));
}

/**
 * A seccomp filter for players. Calls that are not on the list are refused (EPERM), and calls without a
 * number in the table do not exist (ENOSYS), so that programs do without them as on an older system. Programs
 * for unrelated processors cannot run.
 */
export function seccompFilter(network: boolean, processor: string): Buffer {
  const blocks = relativesOf(processor).flatMap((machine) =>
    ifEqual(machine.architecture, blockOf(machine, network)),
  );
  return bytesOf([instruction(LOAD, ARCHITECTURE), ...blocks, ...UNKNOWN]);
}

interface Machine {
  readonly processor: NodeJS.Architecture;
  readonly architecture: number;
  readonly table: CallTable;
  /** Used for calls with a bit set in the number. */
  readonly marked?: { readonly bit: number; readonly table: CallTable };
}

/** All processors of a family run under one kernel. */
const families: readonly (readonly Machine[])[] = [
  [
    {
      processor: 'x64',
      architecture: 0xc000_003e,
      table: 'x86-64',
      marked: { bit: 0x4000_0000, table: 'x32' },
    },
    { processor: 'ia32', architecture: 0x4000_0003, table: 'i386' },
  ],
  [
    { processor: 'arm64', architecture: 0xc000_00b7, table: 'generic' },
    { processor: 'arm', architecture: 0x4000_0028, table: 'arm' },
  ],
  [{ processor: 'riscv64', architecture: 0xc000_00f3, table: 'generic' }],
];

/** Node's names. */
export const knownProcessors: readonly string[] = families.flatMap((family) =>
  family.map(({ processor }) => processor),
);

const relativesOf = (name: string) =>
  families.find((family) => family.some(({ processor }) => processor === name)) ?? [];

/** Offsets in the kernel's data. The filter compares the lower half of an argument. */
const NUMBER = 0;
const ARCHITECTURE = 4;
const argumentAt = (index: number) => 16 + 8 * index;

const ALLOWED = answer(0x7fff_0000);
const REFUSED = answer(0x0005_0000 | 1);
const UNKNOWN = answer(0x0005_0000 | 38);

function blockOf({ table, marked }: Machine, network: boolean): Program {
  const own = choose(rangesOf(table, network));
  const load = instruction(LOAD, NUMBER);
  if (marked === undefined) return [load, ...own];
  const others = [instruction(AND, ~marked.bit >>> 0), ...choose(rangesOf(marked.table, network))];
  return [load, ...ifAtLeast(marked.bit, others, own)];
}

/** Adjacent calls with equal rules form a range. */
function rangesOf(table: CallTable, network: boolean): Range[] {
  const programs = programsOf(table, network);
  const last = Math.max(...programs.keys());
  const starts = [...programs.keys()].flatMap((number) => [number, number + 1]);
  const ranges: Range[] = [];
  for (const from of [...new Set([0, ...starts])].toSorted((one, other) => one - other)) {
    const program = (from <= last ? programs.get(from) : undefined) ?? UNKNOWN;
    if (ranges.at(-1)?.program !== program) ranges.push({ from, program });
  }
  return ranges;
}

function programsOf(table: CallTable, network: boolean): Map<number, Program> {
  const allowed = new Set([...allowedCalls, ...(network ? networkCalls : [])]);
  const rules = [...argumentRules, ...(network ? [] : [networkless])];
  const looks = new Map(rules.flatMap((rule) => rule.calls.map((call) => [call, lookAt(rule)] as const)));
  const programOf = (call: string) =>
    looks.get(call) ?? (allowed.has(call) ? ALLOWED : calledUnknown.includes(call) ? UNKNOWN : REFUSED);
  return new Map([...callNumbers(table)].map(([call, number]) => [number, programOf(call)]));
}

function lookAt({ argument, refuses }: ArgumentRule): Program {
  const load = instruction(LOAD, argumentAt(argument));
  if ('bits' in refuses) return [load, instruction(IF_ANY_BIT, refuses.bits, 0, 1), ...REFUSED, ...ALLOWED];
  const listed = 'values' in refuses ? refuses.values : refuses.allBut;
  const [found, other] = 'values' in refuses ? [REFUSED, ALLOWED] : [ALLOWED, REFUSED];
  return [load, ...listed.flatMap((value) => [instruction(IF_EQUAL, value, 0, 1), ...found]), ...other];
}
