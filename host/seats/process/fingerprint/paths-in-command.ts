import { basename, resolve } from 'node:path';
import { type ShellWord, simpleCommands } from '../../../files/shell-commands.ts';

/** Something in a command that may be the name of a file. */
export interface PathInCommand {
  /** As it is written there. */
  readonly name: string;
  readonly path: string;
}

/** What begins a command, and is not the program. */
const BEFORE = /^(?:exec|command|env|[A-Za-z_]\w*=.*)$/s;
const SHELLS: readonly string[] = ['sh', 'bash', 'dash', 'ksh', 'zsh'];

/**
 * All that a command may name, in its order: its programs where they are given by a path, and not found along PATH; every
 * other word; what follows `=` in a word. `cd FOLDER` counts for the commands after it.
 */
export function pathsInCommand(command: string, folder: string, home: string | undefined): PathInCommand[] {
  const found: PathInCommand[] = [];
  let here = resolve(folder);
  for (const words of simpleCommands(command, home)) {
    const [first, second] = words;
    if (first === 'cd' && second !== undefined) {
      here = resolve(here, second);
      continue;
    }
    const place = words.findIndex((word) => word === undefined || !BEFORE.test(word));
    for (const name of words.flatMap((word, index) => namesIn(word, index === place)))
      found.push({ name, path: resolve(here, name) });
    const inner = commandOfShell(words.slice(Math.max(0, place)));
    if (inner !== undefined) found.push(...pathsInCommand(inner, here, home));
  }
  return found;
}

function namesIn(word: ShellWord, isProgram: boolean): string[] {
  if (word === undefined || word === '' || (isProgram && !word.includes('/'))) return [];
  const [, value = ''] = /^[^=]*=(.+)$/s.exec(word) ?? [];
  return value === '' ? [word] : [word, value];
}

/** `sh -c COMMAND` */
function commandOfShell([program = '', ...words]: readonly ShellWord[]): string | undefined {
  if (!SHELLS.includes(basename(program))) return undefined;
  const option = words.findIndex((word) => word !== undefined && /^-[a-z]*c$/.test(word));
  return option === -1 ? undefined : words[option + 1];
}
