import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readStart } from '../../files/read-file.ts';
import { quotedIfNeeded } from '../../files/shell.ts';
import { isExecutable } from './processes/find-program.ts';

/** Interpreters by file endings, for files that do not name one. */
const byEnding: readonly (readonly [ending: RegExp, interpreter: string])[] = [
  [/\.py$/, 'python3'],
  [/\.rb$/, 'ruby'],
  [/\.[cm]?[jt]s$/, 'node'],
  [/\.pl$/, 'perl'],
  [/\.lua$/, 'lua'],
  [/\.php$/, 'php'],
  [/\.awk$/, 'awk -f'],
  [/\.jar$/, 'java -jar'],
  [/\.java$/, 'java'],
  [/\.dll$/, 'dotnet'],
  [/\.exe$/, 'mono'],
  [/\.R$/, 'Rscript'],
  [/\.jl$/, 'julia'],
  [/\.(?:ba)?sh$/, 'sh'],
];

export function interpreterOf(file: string): string | undefined {
  return byEnding.find(([ending]) => ending.test(file))?.[1];
}

/** Compiled languages: the ending, and how to build. */
const sources: readonly (readonly [ending: RegExp, build: string])[] = [
  [/\.c$/, 'gcc -O2 -o PROGRAM FILE, then use PROGRAM'],
  [/\.(?:cpp|cc|cxx|c\+\+)$/, 'g++ -O2 -o PROGRAM FILE, then use PROGRAM'],
  [/\.rs$/, 'rustc -O -o PROGRAM FILE, then use PROGRAM'],
  [/\.go$/, 'go build -o PROGRAM FILE, then use PROGRAM'],
  [/\.hs$/, 'ghc -O -o PROGRAM FILE, then use PROGRAM'],
  [/\.swift$/, 'swiftc -O -o PROGRAM FILE, then use PROGRAM'],
  [/\.cr$/, 'crystal build --release -o PROGRAM FILE, then use PROGRAM'],
  [/\.nim$/, 'nim c -d:release -o:PROGRAM FILE, then use PROGRAM'],
  [/\.kt$/, 'kotlinc -include-runtime -d PROGRAM.jar FILE, then use java -jar PROGRAM.jar'],
  [/\.(?:cs|fs)$/, 'dotnet publish -o out, then use dotnet out/NAME.dll'],
];

export function buildOf(file: string): string | undefined {
  const found = sources.find(([ending]) => ending.test(file));
  if (!found) return undefined;
  const [ending, build] = found;
  const [source, program] = [file, file.replace(ending, '')].map((path) => quotedIfNeeded(withSlash(path)));
  return build.replace(/PROGRAM|FILE/g, (word) => (word === 'FILE' ? source! : program!));
}

const NAMES =
  /^(?:python[\d.]*|pypy[\d.]*|ruby[\d.]*|node|nodejs|deno|bun|tsx|perl[\d.]*|lua[\d.]*|luajit|php[\d.]*|java|dotnet|mono|[gmn]?awk|Rscript|julia|sh|bash|dash|zsh|ksh)$/;

/** An interpreter without a file reads its program from standard input, which is no player. */
export function isInterpreter(word: string): boolean {
  return NAMES.test(word);
}

/** The shell would look for a name without a slash along PATH. */
function withSlash(path: string): string {
  return path.includes('/') ? path : `./${path}`;
}

/** The command that starts a file. Undefined for a file that cannot be run, such as a source file. */
export function commandFor(path: string, called = withSlash(path)): string | undefined {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return undefined;
  const interpreter = interpreterOf(path);
  if (isExecutable(path) && (interpreter === undefined || readStart(path, 2).toString('latin1') === '#!'))
    return quotedIfNeeded(called);
  return interpreter && `${interpreter} ${quotedIfNeeded(called)}`;
}

const MAIN = /^(player|bot|main|run)(\.|$)/i;

/** Finds the bot of a folder, or the reason why there is none. */
export function mainIn(folder: string): { readonly name: string; readonly command: string } | string {
  const runnable = namesIn(folder).flatMap((name) => {
    const command = commandFor(join(folder, name), `./${name}`);
    return command === undefined ? [] : [{ name, command }];
  });
  const main = runnable.length > 1 ? runnable.filter(({ name }) => MAIN.test(name)) : runnable;
  if (main.length === 1) return main[0]!;
  if (runnable.length === 0) return 'it has no executable program';
  const names = runnable.map(({ name }) => name).join(', ');
  return `${names} are executable: rename one of them to bot, player, main or run`;
}

/** Visible names, sorted. */
export function namesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .sort();
}

/** The kernel reads no more of a first line. */
const MOST_BYTES = 256;

type FileStart =
  /** A script whose first line names its interpreter, or a name for `env`. */
  | {
      readonly is: 'script';
      readonly interpreter: string;
      readonly named: string | undefined;
      readonly hasReturn: boolean;
    }
  /** A byte order mark before `#!`. */
  | { readonly is: 'marked' }
  | { readonly is: 'binary'; readonly format: ProgramFormat }
  /** Text without an interpreter is a script for the shell. */
  | { readonly is: 'text' };

/** Of all that controls, a text has line ends, tabs, form feeds and escapes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this pattern finds them
const NO_TEXT = /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f]/;

/** The beginning of a file decides how the system runs it. */
export function fileStart(path: string): FileStart {
  const start = readStart(path, MOST_BYTES);
  if (NO_TEXT.test(start.toString('latin1')))
    return { is: 'binary', format: programFormat(start, process.arch) };
  const text = start.toString('utf8');
  if (/^\ufeff#!/.test(text)) return { is: 'marked' };
  const [, line] = /^#!([^\n]*)/.exec(text) ?? [];
  if (line === undefined) return { is: 'text' };
  const [interpreter = '', ...words] = line.trim().split(/\s+/);
  const named = interpreter.endsWith('/env') ? words.find((word) => !/^-|=/.test(word)) : undefined;
  return { is: 'script', interpreter, named, hasReturn: line.endsWith('\r') };
}

/** A binary program for this machine, for another one (in words), or of an unknown kind. */
export type ProgramFormat =
  | { readonly is: 'own' }
  | { readonly is: 'other'; readonly what: string }
  | { readonly is: 'part' }
  | { readonly is: 'unknown' };

/** The numbers of ELF. */
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
/** Processors by Node's names. */
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

/** ELF says here how numbers are written. */
const ORDER_AT = 5;
const PROCESSOR_AT = 18;
const HEADER_BYTES = 52;

/** `machine` is the processor by Node's name. */
function programFormat(start: Buffer, machine: string): ProgramFormat {
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
