import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { HostFailure, UsageError } from '../../core/errors.ts';
import { wordWithoutPassword } from '../../core/postgres-address.ts';
import { packageRoot } from '../../files/package-root.ts';
import { printError, ResultOutput } from '../output.ts';

/** Prepares any process: an exception that nobody caught is printed as a bug, and no signal opens Node's debugger to all on this machine. */
export function prepareProcess(): void {
  hidePasswords();
  process.on('uncaughtException', failHard);
  if (process.listenerCount('SIGUSR1') === 0) process.on('SIGUSR1', () => {});
}

/** All users of a machine see the words that a process was started with, until it has a title instead. */
function hidePasswords(): void {
  const words = process.argv.slice(2);
  const shown = words.map(wordWithoutPassword);
  if (shown.some((word, index) => word !== words[index])) process.title = `wordhost ${shown.join(' ')}`;
}

/** Runs a command, and ends the process with its exit status once all that it printed is written. */
export async function endWith(run: () => Promise<number>): Promise<void> {
  const output = new ResultOutput();
  const status = await statusOf(run);
  await output.flush();
  // An open handle must not delay the exit.
  process.exit(output.exitStatus(status));
}

async function statusOf(run: () => Promise<number>): Promise<number> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof HostFailure)) return failHard(error);
    printError(`${error.message}\n`);
    return error instanceof HostFailure ? 3 : 2;
  }
}

/** A bug: its stack, and its own exit status. Players end with the host. */
function failHard(error: unknown): never {
  const stack = (error as Error).stack ?? String(error);
  const file = foreignFile(stack);
  const whose =
    file === undefined ? 'wordhost; please report it' : `${file}, which is not a part of wordhost`;
  printError(`this is a bug in ${whose}\n${stack}\n`);
  process.exit(3);
}

/** Says where the error was thrown, in a program that has its own games. Undefined in the package. */
function foreignFile(stack: string): string | undefined {
  const [, url] = /^ +at .*?(file:\/\/\S+?):\d+:\d+\)?$/m.exec(stack) ?? [];
  const root = packageRoot();
  if (url === undefined || root === undefined) return undefined;
  const file = fileURLToPath(url);
  return file.startsWith(`${root}/`) ? undefined : file;
}

/** Node writes this character for bytes that are not UTF-8. A word may also have it by itself. */
const REPLACED = '\u{fffd}';

/** If characters were replaced, another program would be started, or another file be written, than is named. */
export function refuseOtherBytes(words: readonly string[]): void {
  const word = words.find((each) => each.includes(REPLACED));
  if (word === undefined || !isOtherBytes()) return;
  throw new UsageError(
    `${JSON.stringify(word)}: expected UTF-8; it has other bytes, shown as ${REPLACED}. Rename the file, or use a link with another name`,
  );
}

function isOtherBytes(): boolean {
  try {
    return !isUtf8(readFileSync('/proc/self/cmdline'));
  } catch {
    return false; // Without /proc this cannot be found out.
  }
}
