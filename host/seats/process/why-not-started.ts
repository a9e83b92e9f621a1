import { lstatSync, readdirSync, readlinkSync, type Stats, statSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { meant, visible } from '../../core/text.ts';
import { readStart } from '../../files/read-file.ts';
import { quotedIfNeeded } from '../../files/shell.ts';
import type { SeatDeparture } from '../../match/seat.ts';
import { isProgram } from './processes/find-program.ts';

/** A command that ended before it did anything. */
interface FailedCommand {
  readonly command: string;
  readonly code: number;
  /** Where it was started. */
  readonly cwd: string;
  /** Where the shell looked for programs. */
  readonly path: string | undefined;
  /** What is found here may be hidden from the player by its sandbox. */
  readonly isHidden: boolean;
}

const NOT_EXECUTABLE = 126;
const NOT_FOUND = 127;

const HIDDEN =
  'under --sandbox strict a player sees only the working directory and the programs of the system (/usr, /opt and ' +
  'others), but no home folders. To show it another folder, use --readable DIR';

/** A player that could not be started is told why, as far as it can be seen from here. `said`: it has written before. */
export function explainFailure(
  gone: SeatDeparture,
  failed: Omit<FailedCommand, 'code'>,
  said: boolean,
): SeatDeparture {
  const { code } = gone;
  if (code === null || code === 0 || gone.problem !== undefined) return gone;
  const isOfShell = code === NOT_EXECUTABLE || code === NOT_FOUND;
  if (said && !isOfShell) return gone;
  const problem = whyNotStarted({ ...failed, code }) ?? (failed.isHidden && isOfShell ? HIDDEN : undefined);
  return problem === undefined ? gone : { ...gone, problem };
}

/** What is wrong with the program that a command names, and what to do; none where nothing is seen. */
export function whyNotStarted(failed: FailedCommand): string | undefined {
  const word = firstWord(failed.command);
  if (word === undefined) return undefined;
  try {
    return word.includes('/') ? faultOfFile(word, failed) : faultOfName(word, failed);
  } catch {
    // What cannot be looked at is not explained.
    return undefined;
  }
}

/** Words of a shell that end it with a status of somebody else's choice, or of the command after them. */
const OF_SHELL = new Set(['exit', 'cd', 'eval', '.', 'source', 'set', 'trap', 'return', ':']);

function faultOfName(word: string, failed: FailedCommand): string | undefined {
  const { cwd, path, code } = failed;
  if (OF_SHELL.has(word)) return undefined;
  const found = alongPath(word, path);
  if (found !== undefined) return otherFault(word, failed);
  if (code !== NOT_FOUND) return undefined;
  const stats = statSync(join(cwd, word), { throwIfNoEntry: false });
  if (stats?.isFile()) return hereNotOnPath(word, join(cwd, word), stats);
  const newer = `${word}3`;
  const hint = alongPath(newer, path) === undefined ? '' : `; did you mean ${newer}?`;
  return `cannot find the program ${word} on the PATH${hint}`;
}

function hereNotOnPath(word: string, file: string, stats: Stats): string {
  const name = quotedIfNeeded(`./${word}`);
  const here = `the shell looks for ${word} only on the PATH, but the file is in the working directory:`;
  return mayBeRun(stats) ? `${here} use ${name}${orBy(word)}` : `${here} ${first(`./${word}`, file)}`;
}

/** How a file is run that has no right to be executed yet. */
function first(word: string, file: string): string {
  const name = quotedIfNeeded(word);
  const interpreter = interpreterOf(word);
  if (fileStart(file).is !== 'text') return `chmod +x ${name}, then ${name}${orBy(word)}`;
  return interpreter === undefined
    ? `add a first line such as #!/usr/bin/env python3, then chmod +x ${name}`
    : `use ${interpreter} ${name}`;
}

function faultOfFile(word: string, failed: FailedCommand): string | undefined {
  const { cwd } = failed;
  const file = resolve(cwd, word);
  const link = faultOfLink(word, file);
  if (link !== undefined) return link;
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) return `cannot find the file ${word}${word.startsWith('/') ? '' : ` in ${cwd}`}${near(file)}`;
  if (stats.isDirectory()) return `${word} is a folder. Name the program in it`;
  if (!stats.isFile()) return `${word} is not a program`;
  return mayBeRun(stats)
    ? faultOfBeginning(word, file, failed)
    : `${word} is not executable: ${first(word, file)}`;
}

function faultOfLink(word: string, file: string): string | undefined {
  if (!lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) return undefined;
  try {
    if (statSync(file, { throwIfNoEntry: false })) return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ELOOP' ? `${word} is a link to itself` : undefined;
  }
  return `${word} is a link to ${visible(readlinkSync(file))}, which does not exist`;
}

function faultOfBeginning(word: string, file: string, failed: FailedCommand): string | undefined {
  const { path } = failed;
  const begins = fileStart(file);
  const name = quotedIfNeeded(word);
  switch (begins.is) {
    case 'script': {
      const { interpreter, named, hasReturn } = begins;
      if (hasReturn)
        return `the first line of ${word} ends with a Windows line ending. Remove it: sed -i 's/\\r$//' ${name}`;
      if (!statSync(interpreter, { throwIfNoEntry: false }))
        return `the first line of ${word} names ${interpreter}, which does not exist`;
      if (named !== undefined && !named.includes('/') && alongPath(named, path) === undefined)
        return `the first line of ${word} names ${named}, which is not on the PATH`;
      return otherFault(word, failed);
    }
    case 'marked':
      return `${word} begins with a byte order mark, so the system cannot read its first line. Remove it: sed -i '1s/^\\xef\\xbb\\xbf//' ${name}`;
    case 'text':
      return noFirstLine(word);
    case 'binary':
      return faultOfFormat(word, begins.format, failed);
    default:
      return begins satisfies never;
  }
}

/** A shell reads what the system cannot start as a script, with this status or those of its own. */
const NO_SCRIPT = 2;

function faultOfFormat(word: string, format: ProgramFormat, failed: FailedCommand): string | undefined {
  const { code } = failed;
  if (code !== NOT_EXECUTABLE && code !== NOT_FOUND && code !== NO_SCRIPT) return undefined;
  switch (format.is) {
    case 'other':
      return `${word} is a program ${format.what}. Build it for this machine`;
    case 'part':
      return `${word} is incomplete. Build it or copy it again`;
    case 'unknown':
      return code === NOT_EXECUTABLE
        ? `cannot execute ${word}: it is a program for another system or processor, or its file system is mounted noexec`
        : `${word} is neither a program for this system nor a script. Build it again, or start the command with its interpreter`;
    case 'own':
      return otherFault(word, failed);
    default:
      return format satisfies never;
  }
}

/** The shell has read it line by line, and complained. */
function noFirstLine(word: string): string | undefined {
  const interpreter = interpreterOf(word);
  if (interpreter === 'sh') return undefined;
  const begin =
    interpreter === undefined
      ? 'Add a first line such as #!/usr/bin/env python3'
      : `Add the first line #!/usr/bin/env ${interpreter}`;
  return `${word} has no #! line, so the shell ran it as a shell script. ${begin}${orBy(word)}`;
}

/** The file itself is as it should be. */
function otherFault(word: string, { code, isHidden }: FailedCommand): string | undefined {
  if (isHidden) return undefined;
  if (code === NOT_FOUND)
    return `${word} was found, but something that it needs was not found. See its standard error`;
  if (code !== NOT_EXECUTABLE) return undefined;
  return word.includes('/')
    ? `cannot execute ${word}: its folder is not accessible, or its file system is mounted noexec`
    : `${word} was found, but something that it calls could not be executed. See its standard error`;
}

function orBy(word: string): string {
  const interpreter = interpreterOf(word);
  return interpreter === undefined ? '' : `, or use ${interpreter} ${quotedIfNeeded(word)}`;
}

function near(file: string): string {
  const folder = dirname(file);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return '';
  return meant(file.slice(folder.length + 1), readdirSync(folder).slice(0, MOST_NAMES));
}

const MOST_NAMES = 1_000;

function alongPath(name: string, path = '/usr/bin:/bin'): string | undefined {
  return path
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isProgram);
}

/** By its mode: root may, if anybody may. */
function mayBeRun({ mode }: Stats): boolean {
  return (mode & 0o111) !== 0;
}

/** What runs a file of this kind, where the file does not say it. */
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

const NAMES =
  /^(?:python[\d.]*|pypy[\d.]*|ruby[\d.]*|node|nodejs|deno|bun|tsx|perl[\d.]*|lua[\d.]*|luajit|php[\d.]*|java|dotnet|mono|[gmn]?awk|Rscript|julia|sh|bash|dash|zsh|ksh)$/;

/** Named alone, it reads its program from standard input, or none: such a command is no player. */
export function isInterpreter(word: string): boolean {
  return NAMES.test(word);
}

/** The kernel reads no more of a first line. */
const MOST_BYTES = 256;

type FileStart =
  /** A script whose first line names what runs it: a path, and for `env` the name that it looks for. */
  | {
      readonly is: 'script';
      readonly interpreter: string;
      readonly named: string | undefined;
      readonly hasReturn: boolean;
    }
  /** A byte order mark before `#!`. */
  | { readonly is: 'marked' }
  | { readonly is: 'binary'; readonly format: ProgramFormat }
  /** Text that names nothing: the shell takes it as a script of its own. */
  | { readonly is: 'text' };

/** Of all that controls, a text has line ends, tabs, form feeds and escapes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this pattern finds them
const NO_TEXT = /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f]/;

/** How a program begins, by which the system decides how it is run. */
function fileStart(path: string): FileStart {
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

/** Before the program itself: what leaves the shell's search for it as it is. */
const BEFORE = String.raw`(?:(?:exec|command)\s+|[A-Za-z_]\w*=[^\s'"$\x60\\;&|<>()]*\s+)*`;
const WORD = String.raw`'([^'\n]+)'|"([^"$\x60\\\n]+)"|([^\s'"$\x60\\;&|<>()*?[\]#~]+)`;
const SIMPLE = new RegExp(String.raw`^\s*${BEFORE}(?:${WORD})(?:\s[^;&|()\x60\n]*)?$`);

/** The program that a command begins with, as it is written there; none where the shell has more to do than to start one. */
export function firstWord(command: string): string | undefined {
  const [, single, double, plain] = SIMPLE.exec(command) ?? [];
  return single ?? double ?? plain;
}

/** What a file is that is no text: a program for this machine, one for another one (in words), or nobody knows. */
type ProgramFormat =
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
