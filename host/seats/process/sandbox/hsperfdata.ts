import { userInfo } from 'node:os';
import { makeFolders } from '../../../files/make-folders.ts';
import { findProgram } from '../processes/find-program.ts';

let folder: string | undefined | null = null;

/**
 * Where each Java machine keeps figures of itself, in a file named by its process number. In namespaces of their own
 * two players have the same numbers, and the second complains on its standard output, where that is a broken wire: so
 * each gets a folder of its own there. Nothing where there is no Java.
 */
export function javaFigures(): string | undefined {
  if (folder === null) folder = findProgram('java') ? made() : undefined;
  return folder;
}

function made(): string | undefined {
  try {
    const path = `/tmp/hsperfdata_${userInfo().username}`;
    makeFolders(path, 0o755);
    return path;
  } catch {
    return undefined; // A user without a name, or a /tmp that is closed to it.
  }
}
