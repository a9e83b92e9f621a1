import { program } from '../processes/find-program.ts';
import { knowsProcessor } from '../seccomp/filter.ts';
import { filterFile } from './filter-file.ts';
import { innerLimits } from './inner-limits.ts';
import { NOBODY, type PlayerUser, takeUser, usersOfThisHost } from './player-users.ts';
import { isRoot } from './root-rights.ts';
import type { Hold, StrictRequest, Surroundings } from './sandbox.ts';
import { strictMounts } from './strict-mounts.ts';
import { supportsOption } from './supports-option.ts';

/** The descriptor that the filter of system calls is read from. */
const FILTER = '9';
const APART = '--unshare-ipc --unshare-uts --unshare-cgroup-try'.split(' ');
const CAGE = '--unshare-user --unshare-pid --as-pid-1 --die-with-parent --new-session --cap-drop ALL'.split(
  ' ',
);

/** For bots that nobody trusts: they see little of the machine, nothing of its network, and cannot take it up. */
export const strict: Hold = {
  level: 'strict',
  namespace: true,
  // Root that became nobody on the way down breaks the chain in which each dies with its parent.
  guarded: isRoot(),
  takeUser: isRoot() ? userFor : undefined,
  needs: ['bwrap', 'prlimit', ...(isRoot() ? ['setpriv'] : [])],
  obstacle: knowsProcessor(process.arch)
    ? undefined
    : `which system calls of this processor (${process.arch}) are harmless is not known`,
  reads: ({ strict }) => filterFile(strict.network),
  wrap: (argv, surroundings) => [
    ...(isRoot() ? cagedAsNobody(surroundings) : cagedAsOneself(surroundings)),
    program('prlimit'),
    ...innerLimits(),
    ...argv,
  ],
};

/** What a game leaves in a folder that players write to, those of the next game must be able to change. */
function userFor(request: StrictRequest): PlayerUser {
  return sharesUser(request) ? { id: NOBODY, release() {} } : takeUser();
}

/** For a trial, in which nobody plays. */
function firstUserFor(request: StrictRequest): number {
  return sharesUser(request) ? NOBODY : usersOfThisHost()[0]!;
}

const sharesUser = ({ writable }: StrictRequest) => writable.length > 0;

function cagedAsOneself(surroundings: Surroundings): string[] {
  return [program('bwrap'), ...viewOf(surroundings, ['--proc', '/proc']), ...cage(), '--'];
}

/**
 * Root makes what is to be seen, because nobody could not: then it becomes a user that is nobody, for good, and has
 * none of the kernel's quotas in common with another player. A namespace of users alone would not do: root in it is
 * root to the kernel, whose limit of processes it does not keep. The namespace is there for that count, which is each
 * player's own in it, and to call that user nobody, whom programs know.
 */
function cagedAsNobody(surroundings: Surroundings): string[] {
  const { user = firstUserFor(surroundings.strict) } = surroundings;
  const becomeNobody = [program('setpriv'), `--reuid=${user}`, `--regid=${user}`, '--clear-groups'];
  const withoutRights = ['--inh-caps=-all', '--bounding-set=-all', '--'];
  const called = ['--uid', `${NOBODY}`, '--gid', `${NOBODY}`];
  const inner = [program('bwrap'), '--dev-bind', '/', '/', '--proc', '/proc', ...cage(), ...called, '--'];
  // A /proc of its own can only be had where the one above it is whole.
  const view = viewOf(surroundings, ['--dev-bind', '/proc', '/proc']);
  return [program('bwrap'), '--die-with-parent', ...view, '--', ...becomeNobody, ...withoutRights, ...inner];
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
