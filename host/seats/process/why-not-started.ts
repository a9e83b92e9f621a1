import { existsSync, lstatSync, readdirSync, readlinkSync, type Stats, statSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { attempt } from '../../core/errors.ts';
import { meant, visible } from '../../core/text.ts';
import { quotedIfNeeded, shellWord, simpleCommands } from '../../files/shell.ts';
import type { SeatDeparture } from '../../match/seat.ts';
import { pathsInCommand } from './player-files.ts';
import { isProgram } from './processes/find-program.ts';
import {
  buildOf,
  commandFor,
  fileStart,
  interpreterOf,
  isInterpreter,
  mainIn,
  type ProgramFormat,
} from './program-files.ts';

/** A command that ended before it did anything. */
interface FailedCommand {
  readonly command: string;
  readonly code: number;
  readonly cwd: string;
  readonly path: string | undefined;
  /** Whether the sandbox hides this path. Undefined for sandboxes that hide no files. */
  readonly hides: ((path: string) => boolean) | undefined;
}

const NOT_EXECUTABLE = 126;
const NOT_FOUND = 127;

const HIDDEN =
  'under --sandbox strict a player sees only the working directory and the programs of the system (/usr, /opt and ' +
  'others), but no home folders. To show it another folder, use --readable DIR';

/** The first path in the command that its player does not see. */
function hiddenFile({ command, cwd, hides }: FailedCommand): string | undefined {
  if (!hides) return undefined;
  const paths = pathsInCommand(command, cwd, process.env.HOME);
  const hidden = paths.slice(0, MOST_NAMES).find(({ path }) => existsSync(path) && hides(path));
  if (hidden === undefined) return undefined;
  const folder = statSync(hidden.path).isDirectory() ? hidden.path : dirname(hidden.path);
  return `--sandbox strict hides ${visible(hidden.name)} from the player. To show it, use --readable ${shellWord(folder)}`;
}

/** Explains a player that could not be started. `said`: it has written before. */
export function explainFailure(
  gone: SeatDeparture,
  failed: Omit<FailedCommand, 'code'>,
  said: boolean,
): SeatDeparture {
  const { code } = gone;
  if (code === null || code === 0 || gone.problem !== undefined) return gone;
  const isOfShell = code === NOT_EXECUTABLE || code === NOT_FOUND;
  if (said && !isOfShell) return gone;
  const problem =
    whyNotStarted({ ...failed, code }) ??
    hiddenFile({ ...failed, code }) ??
    (failed.hides && isOfShell ? HIDDEN : undefined);
  return problem === undefined ? gone : { ...gone, problem };
}

/** Returns the problem of the program in a command, and the remedy. */
export function whyNotStarted(failed: FailedCommand): string | undefined {
  const word = firstWord(failed.command);
  if (word === undefined) return undefined;
  // Invisible files cannot be explained.
  return attempt(
    () => (word.includes('/') ? faultOfFile(word, failed) : faultOfName(word, failed)),
    undefined,
  );
}

/** Shell words that end with a status of another origin. */
const OF_SHELL = new Set(['exit', 'cd', 'eval', '.', 'source', 'set', 'trap', 'return', ':']);

function faultOfName(word: string, failed: FailedCommand): string | undefined {
  const { cwd, path, code } = failed;
  if (OF_SHELL.has(word)) return undefined;
  const found = alongPath(word, path);
  if (found !== undefined) return faultOfScript(word, failed) ?? otherFault(word, failed);
  if (code !== NOT_FOUND) return undefined;
  const stats = statSync(join(cwd, word), { throwIfNoEntry: false });
  if (stats?.isFile())
    return sourceFault(word, join(cwd, word)) ?? hereNotOnPath(word, join(cwd, word), stats);
  if (stats?.isDirectory()) return folderFault(word, cwd);
  const torn = tornPath(word, failed);
  if (torn !== undefined) return torn;
  const newer = `${word}3`;
  const advice = isInterpreter(word) ? '; `wordhost doctor` says what brings it' : '';
  const hint = alongPath(newer, path) === undefined ? advice : `; did you mean ${newer}?`;
  return `cannot find the program ${word} on the PATH${hint}`;
}

function hereNotOnPath(word: string, file: string, stats: Stats): string {
  const name = quotedIfNeeded(`./${word}`);
  const here = `the shell looks for ${word} only on the PATH, but the file is in the working directory:`;
  return mayBeRun(stats) ? `${here} use ${name}${orBy(word)}` : `${here} ${adviseToRun(`./${word}`, file)}`;
}

/** Says how to run a file that is not executable yet. */
function adviseToRun(word: string, file: string): string {
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
  if (!stats) return tornPath(word, failed) ?? missingFile(word, cwd);
  if (stats.isDirectory()) return folderFault(word, cwd);
  if (!stats.isFile()) return `${word} is not a program`;
  const source = sourceFault(word, file);
  if (source !== undefined) return source;
  return mayBeRun(stats)
    ? faultOfBeginning(word, file, failed)
    : `${word} is not executable: ${adviseToRun(word, file)}`;
}

function missingFile(word: string, cwd: string): string {
  return `cannot find the file ${word}${word.startsWith('/') ? '' : ` in ${cwd}`}${nearbyName(resolve(cwd, word))}`;
}

function folderFault(word: string, cwd: string): string {
  const main = mainIn(resolve(cwd, word));
  const command =
    typeof main === 'string' ? undefined : commandFor(resolve(cwd, word, main.name), join(word, main.name));
  return `${word} is a folder. Name the program in it${command === undefined ? '' : `: ${command}`}`;
}

/** A binary program can have any ending, but text cannot. */
function sourceFault(word: string, file: string): string | undefined {
  const build = buildOf(word);
  if (build === undefined || fileStart(file).is !== 'text') return undefined;
  return `${word} is source code. Compile it: ${build}`;
}

/** A path with spaces without quotes is several words for the shell. */
function tornPath(word: string, { command, cwd }: FailedCommand): string | undefined {
  const [words = []] = simpleCommands(command);
  const first = words.indexOf(word);
  for (let end = first + 2; end <= words.length; end++) {
    const path = words.slice(first, end).join(' ');
    if (!existsSync(resolve(cwd, path))) continue;
    const whole = [...words.slice(0, first), quotedIfNeeded(path), ...words.slice(end)].join(' ');
    return `the path ${path} has a space: put it in quotes of its own inside the command: ${whole}`;
  }
  return undefined;
}

/** These programs run the file in their first operand. */
const TAKES_FILE = /^(?!(?:deno|bun|dotnet|[gmn]?awk)$)/;
/** Options without a value in the next word. */
const LONE_OPTION = /^-(?:u|O|B|ea|X.*|[\w-]+=.*)$/;
/** Files that make a folder a program. */
const mainFiles = ['__main__.py', 'index.js', 'package.json'];

function faultOfScript(interpreter: string, failed: FailedCommand): string | undefined {
  const { command, cwd } = failed;
  if (!isInterpreter(interpreter) || !TAKES_FILE.test(interpreter)) return undefined;
  const [words = []] = simpleCommands(command);
  const script = words.slice(words.indexOf(interpreter) + 1).find((word) => !LONE_OPTION.test(word ?? '-'));
  if (script === undefined || script.startsWith('-')) return undefined;
  const file = resolve(cwd, script);
  if (interpreter === 'java' && !/\.java$/.test(script)) return faultOfClass(script, file);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) return tornPath(script, failed) ?? missingFile(script, cwd);
  const isMain = mainFiles.some((name) => existsSync(join(file, name)));
  return stats.isDirectory() && !isMain ? folderFault(script, cwd) : undefined;
}

function faultOfClass(name: string, file: string): string | undefined {
  if (existsSync(`${file}.class`) || !existsSync(`${file}.java`)) return undefined;
  const source = quotedIfNeeded(`${name}.java`);
  return `java ${name} needs ${name}.class, but only ${name}.java is there. Compile it: javac ${source}, or use java ${source}`;
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

/** A shell reads a file that the system cannot start as a script. */
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

/** The shell has read the file line by line and complained. */
function noFirstLine(word: string): string | undefined {
  const interpreter = interpreterOf(word);
  if (interpreter === 'sh') return undefined;
  const begin =
    interpreter === undefined
      ? 'Add a first line such as #!/usr/bin/env python3'
      : `Add the first line #!/usr/bin/env ${interpreter}`;
  return `${word} has no #! line, so the shell ran it as a shell script. ${begin}${orBy(word)}`;
}

/** The file itself is correct. */
function otherFault(word: string, { code, hides }: FailedCommand): string | undefined {
  if (hides) return undefined;
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

function nearbyName(file: string): string {
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

/** Decides by the mode: root may run a file if anybody may. */
function mayBeRun({ mode }: Stats): boolean {
  return (mode & 0o111) !== 0;
}

/** Text before the program that does not change the shell's search for it. */
const BEFORE = String.raw`(?:(?:exec|command)\s+|[A-Za-z_]\w*=[^\s'"$\x60\\;&|<>()]*\s+)*`;
const WORD = String.raw`'([^'\n]+)'|"([^"$\x60\\\n]+)"|([^\s'"$\x60\\;&|<>()*?[\]#~]+)`;
const SIMPLE = new RegExp(String.raw`^\s*${BEFORE}(?:${WORD})(?:\s[^;&|()\x60\n]*)?$`);

/** The program that a command begins with. Undefined if the shell does more than start one. */
export function firstWord(command: string): string | undefined {
  const [, single, double, plain] = SIMPLE.exec(command) ?? [];
  return single ?? double ?? plain;
}
