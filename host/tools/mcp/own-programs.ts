import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { execa } from 'execa';
import { attempt, UsageError } from '../../core/errors.ts';
import { cut, visibleJson, visibleLines } from '../../core/text.ts';
import { entryFile } from '../../files/package-root.ts';
import { isInterpreter } from '../../seats/process/program-files.ts';
import { contains } from '../../seats/process/sandbox/strict.ts';

const LONGEST_OUTPUT = 30_000;
const LONGEST_RUN_MS = 3_600_000;
const END_WITHIN_MS = 5_000;

/**
 * Runs a command of this program in a folder, and returns its output. It ends with the signal, and everything that it started with it. Its channel
 * ends with this process, however that is killed: the command ends then, too.
 */
export async function runOwn(words: readonly string[], folder: string, ended: AbortSignal): Promise<string> {
  const { all, exitCode } = await execa(
    process.execPath,
    [...process.execArgv, entryFile('wordhost'), ...words],
    {
      cwd: folder,
      stdin: 'ignore',
      ipc: true,
      all: true,
      reject: false,
      maxBuffer: 8 * 2 ** 20,
      cancelSignal: ended,
      forceKillAfterDelay: END_WITHIN_MS,
      timeout: LONGEST_RUN_MS,
      env: { NO_COLOR: '1' },
    },
  );
  const output = visibleLines(cut(all ?? '', LONGEST_OUTPUT));
  return `${output}\n(exit status ${exitCode ?? 'none: it was ended'})`;
}

/** A folder, outside of which no tool reads a file or starts a program. */
export class Folder {
  readonly path: string;
  /** Files in it that no tool reads, such as the record of a game that is not over. */
  readonly secrets = new Set<string>();

  constructor(path: string) {
    try {
      this.path = realpathSync(path);
    } catch {
      throw new UsageError(`--folder ${path}: no such folder`);
    }
    if (!statSync(this.path).isDirectory()) throw new UsageError(`--folder ${path}: expected a folder`);
  }

  /** Refuses a word that names something outside, as it is or after `=`. Links are resolved. */
  check(word: string): string {
    for (const part of new Set([word, word.slice(word.indexOf('=') + 1)])) {
      const real = this.#real(part);
      if (real !== undefined && !contains(this.path, real))
        throw new UsageError(`${visibleJson(word)}: expected a path in the folder ${this.path}`);
      if (real !== undefined && [...this.secrets].some((secret) => contains(real, secret)))
        throw new UsageError(`${visibleJson(word)}: expected no record of a game that is not over yet`);
    }
    return word;
  }

  /** A command without signs of the shell: a program of the folder, or an interpreter and its file. */
  checkCommand(command: string): string {
    const refuse = (expected: string) => {
      throw new UsageError(`${visibleJson(command)}: expected ${expected}`);
    };
    if (!/^[\w./=,:@%+-]+(?: [\w./=,:@%+-]+)*$/.test(command))
      return refuse('words with spaces between them, without quotes and signs of the shell');
    const words = command.split(' ');
    const [program = '', first = ''] = words;
    const file = isInterpreter(program) ? first : program;
    if (file === program && !program.includes('/')) return refuse('a program with its path, such as ./bot');
    const real = this.#real(file);
    if (real === undefined || !statSync(real).isFile())
      return refuse(`a program in the folder ${this.path}, such as ./bot or python3 bot.py`);
    for (const word of words) if (word !== program || file === program) this.check(word);
    return command;
  }

  #real(path: string): string | undefined {
    return attempt(() => realpathSync(resolve(this.path, path)), undefined);
  }
}
