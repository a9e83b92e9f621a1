import type { GroupMount } from '../cgroups/mounts.ts';
import { learnOptions, supportsOption } from '../launcher/trial.ts';
import { findProgram, program } from '../processes/find-program.ts';
import { asLesserRoot, programsOfLesserRoot } from './root-rights.ts';
import type { Sandbox } from './sandbox.ts';

const PID_NAMESPACE = ['--pid', '--fork', '--mount-proc', '--kill-child=KILL', '--'];

const NEEDED = ['unshare', 'setsid'] as const;
/** Not all of their versions have what is wanted of them. */
const ASKED = ['unshare', 'setpriv'] as const;

/** Rights over the mounts of a namespace of users, and how they are given up again. */
interface Rights {
  readonly kept: readonly string[];
  readonly dropped: readonly string[];
}

function unshare(
  options: readonly string[],
  rights: () => Rights | undefined,
  within: (argv: readonly string[]) => readonly string[] = (argv) => argv,
): Sandbox {
  return {
    level: 'unshare',
    namespace: true,
    needsReaper: false,
    needs: NEEDED,
    prepare: async (launcher) => void (await Promise.all(ASKED.map((name) => learnOptions(launcher, name)))),
    wrap: (argv, { groups = [] }) => {
      const { kept, closing } = closed(groups, rights);
      return [
        ...dyingWithParent(),
        program('unshare'),
        ...options,
        ...kept,
        ...PID_NAMESPACE,
        ...closing,
        ...within(argv),
      ];
    },
  };
}

/** For a first process that a player has stopped, as in bubblewrap. Some systems have no such program. */
function dyingWithParent(): string[] {
  return supportsOption('setpriv', '--pdeathsig') ? [program('setpriv'), '--pdeathsig=KILL'] : [];
}

const CLOSE = `while [ "$1" != -- ]; do "$0" -o "$2" "$1" || exit; shift 2; done
shift
exec "$@"`;

/** Control groups that cannot be closed here stay open: then whoever leaves its own is found by the looks at it. */
function closed(groups: readonly GroupMount[], rights: () => Rights | undefined) {
  const found = groups.length > 0 && findProgram('mount') !== undefined ? rights() : undefined;
  if (found === undefined) return { kept: [], closing: [] };
  const mounts = groups.flatMap(({ place, flags }) => [place, remounted(flags)]);
  return {
    kept: found.kept,
    closing: ['/bin/sh', '-c', CLOSE, program('mount'), ...mounts, '--', ...found.dropped],
  };
}

/** What was forbidden there stays so: within a namespace of users the kernel insists on it. */
function remounted(flags: readonly string[]): string {
  return ['remount', 'bind', 'ro', ...flags.filter((flag) => flag !== 'rw' && flag !== 'ro')].join(',');
}

/** For root: users stay as they are. */
export const unshareAsRoot: Sandbox = {
  ...unshare([], () => ({ kept: [], dropped: [] }), asLesserRoot),
  needs: [...NEEDED, ...programsOfLesserRoot],
};
/** For everybody: other users' files are shown as nobody's. */
export const unshareAsUser = unshare(['--user', '--map-current-user'], () =>
  supportsOption('unshare', '--keep-caps') && supportsOption('setpriv', '--ambient-caps')
    ? { kept: ['--keep-caps'], dropped: [program('setpriv'), '--inh-caps=-all', '--ambient-caps=-all', '--'] }
    : undefined,
);
