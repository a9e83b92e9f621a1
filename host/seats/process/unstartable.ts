import { accessSync, constants, statSync } from 'node:fs';

/** What the kernel takes as one word of a command line, its end included. */
const LONGEST_WORD = 131_072;

/** Why the system would refuse to start this, which it would do without saying why. */
export function unstartable(
  command: string,
  environment: Readonly<Record<string, string>>,
  cwd: string | undefined,
): string | undefined {
  if (command.includes('\0')) return 'the command holds a NUL character: no shell can be given it';
  const length = Buffer.byteLength(command);
  if (length + 2 > LONGEST_WORD)
    return `the command is ${length} bytes long, and the system takes ${LONGEST_WORD - 2} at most (E2BIG)`;
  const [broken] = Object.entries(environment).find(([, value]) => value.includes('\0')) ?? [];
  if (broken !== undefined) return `the variable ${broken} holds a NUL character: no program can be given it`;
  return cwd === undefined ? undefined : unenterable(cwd);
}

function unenterable(folder: string): string | undefined {
  try {
    accessSync(folder, constants.X_OK);
    return statSync(folder).isDirectory() ? undefined : `${folder} is no folder (--cwd)`;
  } catch (error) {
    return `the folder ${folder} cannot be entered (--cwd): ${(error as NodeJS.ErrnoException).code}`;
  }
}
