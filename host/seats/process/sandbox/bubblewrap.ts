import { program } from '../processes/find-program.ts';
import { javaFigures } from './hsperfdata.ts';
import { isRoot, lesserRootOptions } from './root-rights.ts';
import type { Hold } from './sandbox.ts';

// A player may stop the first process of its namespace with a debugger's means: then that does not see the end of the
// lifeline, and only the signal for the death of a parent reaches it. That one alone would lose races at the start.
const HELD = '--dev-bind / / --proc /proc --unshare-pid --as-pid-1 --die-with-parent'.split(' ');

/** Files, network and user as they are. It cannot do without `no_new_privs`: sudo and the like fail in it. */
export const bubblewrap: Hold = {
  level: 'bubblewrap',
  namespace: true,
  guarded: false,
  needs: ['bwrap', 'setsid'],
  prepare: () => void javaFigures(),
  wrap: (argv, { trial, groups = [] }) => {
    const own = trial ? [] : ownJavaFigures();
    const closed = groups.flatMap(({ place }) => ['--remount-ro', place]);
    const lesser = isRoot() ? lesserRootOptions() : [];
    return [program('bwrap'), ...HELD, ...lesser, ...own, ...closed, '--', ...argv];
  },
};

function ownJavaFigures(): string[] {
  const folder = javaFigures();
  return folder === undefined ? [] : ['--tmpfs', folder];
}
