import { wordWithoutPassword } from '../../core/postgres-address.ts';
import { cut } from '../../core/text.ts';
import { shellWord } from '../../files/shell.ts';
import type { Writer } from '../../sqlite/fault.ts';

const LONGEST_COMMAND = 200;

/** This process, as the next one that wants to write to the same store is told. */
export function thisWriter(): Writer {
  const command = commandLine(process.argv.slice(2));
  return { pid: process.pid, command: cut(command, LONGEST_COMMAND), since: new Date().toISOString() };
}

/** The command without passwords, as it may be shown and stored. */
export function commandLine(words: readonly string[]): string {
  return ['wordhost', ...words].map((word) => shellWord(wordWithoutPassword(word))).join(' ');
}
