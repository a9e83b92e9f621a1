/** What a file is that is no text: a program for this machine, one for another one (in words), or nobody knows. */
export type ProgramFormat =
  | { readonly is: 'own' }
  | { readonly is: 'other'; readonly what: string }
  | { readonly is: 'part' }
  | { readonly is: 'unknown' };

/** By the number that ELF has for them. */
const PROCESSORS: ReadonlyMap<number, string> = new Map([
  [0x03, 'x86'],
  [0x08, 'MIPS'],
  [0x14, 'PowerPC'],
  [0x15, 'PowerPC 64'],
  [0x16, 'S/390'],
  [0x28, 'ARM'],
  [0x3e, 'x86-64'],
  [0xb7, 'ARM 64'],
  [0xf3, 'RISC-V'],
]);
/** What runs on a machine, as Node names it. */
const RUNS: Readonly<Record<string, readonly number[]>> = {
  x64: [0x3e, 0x03],
  ia32: [0x03],
  arm64: [0xb7, 0x28],
  arm: [0x28],
  ppc64: [0x15, 0x14],
  riscv64: [0xf3],
  s390x: [0x16],
  loong64: [0x102],
};

/** Of ELF: how its numbers are written, and where it names its processor. */
const ORDER_AT = 5;
const PROCESSOR_AT = 18;
const HEADER_BYTES = 52;

/** By how a file begins. `machine`: the processor here, as Node names it. */
export function programFormat(start: Buffer, machine: string): ProgramFormat {
  if (start.toString('latin1', 0, 4) === '\x7fELF') return elfFormat(start, machine);
  if (/^(?:cffaedfe|cefaedfe)/.test(start.toString('hex', 0, 4)))
    return { is: 'other', what: 'for macOS (Mach-O)' };
  if (start.toString('latin1', 0, 2) === 'MZ') return { is: 'other', what: 'for Windows (PE)' };
  return { is: 'unknown' };
}

function elfFormat(start: Buffer, machine: string): ProgramFormat {
  if (start.length < HEADER_BYTES) return { is: 'part' };
  const processor =
    start[ORDER_AT] === 2 ? start.readUInt16BE(PROCESSOR_AT) : start.readUInt16LE(PROCESSOR_AT);
  const runs = RUNS[machine];
  if (runs === undefined || runs.includes(processor)) return { is: 'own' };
  const name = PROCESSORS.get(processor) ?? `number ${processor}`;
  return { is: 'other', what: `for another processor (ELF, ${name})` };
}
