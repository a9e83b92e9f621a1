import { filterFile } from './filter-file.ts';
import type { Hold, Surroundings } from './hold.ts';
import { strictMounts } from './strict-mounts.ts';
import { supportsOption } from './supports-option.ts';

/** What runs as root on the outside is this user's inside; no file of the system is. */
const NOBODY = 65_534;
const LIMITS = ['--nproc=128', '--nofile=256', '--core=0', `--fsize=${64 * 2 ** 20}`];
/** The descriptor that the filter of system calls is read from. Shells know no number of two digits. */
const FILTER = '9';
const APART = '--unshare-ipc --unshare-uts --unshare-cgroup-try'.split(' ');
const CAGE = '--unshare-user --unshare-pid --as-pid-1 --die-with-parent --new-session --cap-drop ALL'.split(
  ' ',
);

/** For bots that nobody trusts: they see little of the machine, nothing of its network, and cannot take it up. */
export const strict: Hold = {
  rung: 'strict',
  namespace: true,
  // Root that became nobody on the way down breaks the chain in which each dies with its parent.
  guarded: isRoot(),
  owner: isRoot() ? NOBODY : undefined,
  needs: ['bwrap', 'prlimit', ...(isRoot() ? ['setpriv'] : [])],
  wrap: (argv, surroundings) => [
    ...withFilter(surroundings),
    ...(isRoot() ? cagedAsNobody(surroundings) : cagedAsOneself(surroundings)),
    'prlimit',
    ...LIMITS,
    ...argv,
  ],
};

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** The shell opens it anew for each player: bubblewrap reads on from where the last one stopped. */
function withFilter({ strict }: Surroundings): string[] {
  return ['/bin/sh', '-c', `exec ${FILTER}<"$0" && exec "$@"`, filterFile(strict.network)];
}

function cagedAsOneself(surroundings: Surroundings): string[] {
  return ['bwrap', ...viewOf(surroundings, ['--proc', '/proc']), ...cage(), '--'];
}

/**
 * Root makes what is to be seen, because nobody could not: then it becomes nobody for good. A namespace of users
 * alone would not do: root in it is root to the kernel, whose limit of processes it does not keep. The namespace
 * is there for that count, which is each player's own in it.
 */
function cagedAsNobody(surroundings: Surroundings): string[] {
  const becomeNobody = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];
  const withoutRights = ['--inh-caps=-all', '--bounding-set=-all', '--'];
  const inner = ['bwrap', '--dev-bind', '/', '/', '--proc', '/proc', ...cage(), '--'];
  // A /proc of its own can only be had where the one above it is whole.
  const view = viewOf(surroundings, ['--dev-bind', '/proc', '/proc']);
  return ['bwrap', '--die-with-parent', ...view, '--', ...becomeNobody, ...withoutRights, ...inner];
}

function viewOf(surroundings: Surroundings, proc: readonly string[]): string[] {
  const network = surroundings.strict.network ? [] : ['--unshare-net'];
  return [...strictMounts(surroundings, proc), ...APART, ...network, '--chdir', surroundings.cwd];
}

/** Older versions of bubblewrap cannot forbid it. */
function cage(): string[] {
  const forbidden = supportsOption('bwrap', '--disable-userns') ? ['--disable-userns'] : [];
  return [...CAGE, ...forbidden, '--seccomp', FILTER];
}
