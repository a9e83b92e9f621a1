import { userInfo } from 'node:os';
import { makeFolders } from '../../../files/make-folders.ts';
import { findProgram, program } from '../processes/find-program.ts';
import { isRoot, lesserRootOptions } from './root-rights.ts';
import type { Sandbox } from './sandbox.ts';

// A player may stop the first process of its namespace with a debugger's means: then that does not see the end of the
// lifeline, and only the signal for the death of a parent reaches it. That one alone would lose races at the start.
const OPTIONS = '--dev-bind / / --proc /proc --unshare-pid --as-pid-1 --die-with-parent'.split(' ');

/** Files, network and user as they are. It cannot do without `no_new_privs`: sudo and the like fail in it. */
export const bubblewrap: Sandbox = {
  level: 'bubblewrap',
  namespace: true,
  needsReaper: false,
  needs: ['bwrap', 'setsid'],
  wrap: (argv, { groups = [] }) => {
    const closed = groups.flatMap(({ place }) => ['--remount-ro', place]);
    const lesser = isRoot() ? lesserRootOptions() : [];
    return [program('bwrap'), ...OPTIONS, ...lesser, ...ownHsperfdata(), ...closed, '--', ...argv];
  },
};

function ownHsperfdata(): string[] {
  const path = hsperfdata();
  return path === undefined ? [] : ['--tmpfs', path];
}

let folder: string | undefined | null = null;

/**
 * Where each Java machine keeps figures of itself, in a file named by its process number. In namespaces of their own
 * two players have the same numbers, and the second complains on its standard output, where that is a broken wire: so
 * each gets a folder of its own there. None where there is no Java.
 */
function hsperfdata(): string | undefined {
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
