import { lstatSync, readdirSync, readlinkSync, type Stats, statSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { meant } from '../../../core/text/near-name.ts';
import { visible } from '../../../core/text/visible.ts';
import { quotedIfNeeded } from '../../../files/shell-words.ts';
import type { Gone } from '../../../match/seat.ts';
import { isExecutable } from '../processes/find-program.ts';
import { beginningOf } from './first-line.ts';
import { firstWord } from './first-word.ts';
import { interpreterOf } from './interpreters.ts';
import type { ProgramFormat } from './program-format.ts';

/** A command that ended before it did anything. */
export interface FailedCommand {
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
  'under --sandbox strict a player sees the working directory and the programs of the system (/usr, /opt and the ' +
  'like); home folders and all else are hidden: --readable DIR shows a folder';

/** A player that could not be started is told why, as far as it can be seen from here. `said`: it has written before. */
export function explained(gone: Gone, failed: Omit<FailedCommand, 'code'>, said: boolean): Gone {
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
  const hint = alongPath(newer, path) === undefined ? '' : `; there is ${newer}`;
  return `there is no program ${word} on the PATH${hint}`;
}

function hereNotOnPath(word: string, file: string, stats: Stats): string {
  const name = quotedIfNeeded(`./${word}`);
  const here = `the shell looks for ${word} on the PATH only, and the file lies in its folder:`;
  return mayBeRun(stats) ? `${here} write ${name}${orBy(word)}` : `${here} ${first(`./${word}`, file)}`;
}

/** How a file is run that has no right to be executed yet. */
function first(word: string, file: string): string {
  const name = quotedIfNeeded(word);
  const interpreter = interpreterOf(word);
  if (beginningOf(file).is !== 'text') return `chmod +x ${name}, then ${name}${orBy(word)}`;
  return interpreter === undefined
    ? `begin it with a #! line that names what runs it, then chmod +x ${name}`
    : `write ${interpreter} ${name}`;
}

function faultOfFile(word: string, failed: FailedCommand): string | undefined {
  const { cwd } = failed;
  const file = resolve(cwd, word);
  const link = faultOfLink(word, file);
  if (link !== undefined) return link;
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) return `there is no file ${word}${word.startsWith('/') ? '' : ` in ${cwd}`}${near(file)}`;
  if (stats.isDirectory()) return `${word} is a folder: name the program in it`;
  if (!stats.isFile()) return `${word} is no program`;
  return mayBeRun(stats)
    ? faultOfBeginning(word, file, failed)
    : `${word} may not be executed: ${first(word, file)}`;
}

function faultOfLink(word: string, file: string): string | undefined {
  if (!lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) return undefined;
  try {
    if (statSync(file, { throwIfNoEntry: false })) return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ELOOP'
      ? `${word} is a link that leads back to itself`
      : undefined;
  }
  return `${word} is a link to ${visible(readlinkSync(file))}, which is not there`;
}

function faultOfBeginning(word: string, file: string, failed: FailedCommand): string | undefined {
  const { path } = failed;
  const begins = beginningOf(file);
  const name = quotedIfNeeded(word);
  switch (begins.is) {
    case 'script': {
      const { interpreter, named, hasReturn } = begins;
      if (hasReturn)
        return `the first line of ${word} ends with a carriage return, as on Windows: sed -i 's/\\r$//' ${name}`;
      if (!statSync(interpreter, { throwIfNoEntry: false }))
        return `the first line of ${word} names ${interpreter}, which is not there`;
      if (named !== undefined && !named.includes('/') && alongPath(named, path) === undefined)
        return `the first line of ${word} names ${named}, which is not on the PATH`;
      return otherFault(word, failed);
    }
    case 'marked':
      return `${word} begins with a byte order mark, so that the system does not see its first line: sed -i '1s/^\\xef\\xbb\\xbf//' ${name}`;
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
      return `${word} is a program ${format.what}: build it for this machine`;
    case 'part':
      return `${word} is a part of a program, which ends too soon: build it or copy it again`;
    case 'unknown':
      return code === NOT_EXECUTABLE
        ? `${word} cannot be executed: it is a program for another system or processor, or its file system is mounted noexec`
        : `${word} is neither a program of this system nor a script: build it again, or begin with what runs it`;
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
      ? 'begin it with one that names what runs it, as #!/usr/bin/env python3'
      : `begin it with #!/usr/bin/env ${interpreter}`;
  return `${word} has no #! line, so the shell ran it as a script of its own: ${begin}${orBy(word)}`;
}

/** The file itself is as it should be. */
function otherFault(word: string, { code, isHidden }: FailedCommand): string | undefined {
  if (isHidden) return undefined;
  if (code === NOT_FOUND)
    return `${word} was found, and something that it needs was not: its standard error says what`;
  if (code !== NOT_EXECUTABLE) return undefined;
  return word.includes('/')
    ? `${word} may not be executed here: its folder cannot be entered, or its file system is mounted noexec`
    : `${word} was found, and something that it calls could not be executed: its standard error says what`;
}

function orBy(word: string): string {
  const interpreter = interpreterOf(word);
  return interpreter === undefined ? '' : `, or call it as ${interpreter} ${quotedIfNeeded(word)}`;
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
    .find((file) => {
      const stats = statSync(file, { throwIfNoEntry: false });
      return stats?.isFile() && mayBeRun(stats) && isExecutable(file);
    });
}

/** By its mode: root may, if anybody may. */
function mayBeRun({ mode }: Stats): boolean {
  return (mode & 0o111) !== 0;
}
