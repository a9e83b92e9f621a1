import { closeSync, existsSync, openSync } from 'node:fs';
import { lacksOption, learnOptions } from '../launcher/trial.ts';
import { program } from '../processes/find-program.ts';
import { readProc } from '../processes/proc.ts';
import { filterFile } from '../seccomp/filter-file.ts';
import { NOBODY, type PlayerUser, takeUser, usersOfThisHost } from './player-users.ts';
import { isRoot } from './root-rights.ts';
import type { Sandbox, StrictRequest, Surroundings } from './sandbox.ts';
import { strictMounts } from './strict-mounts.ts';

/** The descriptor that the filter of system calls is read from. */
const FILTER = '9';
const APART = '--unshare-ipc --unshare-uts --unshare-cgroup-try'.split(' ');
const ISOLATION =
  '--unshare-user --unshare-pid --as-pid-1 --die-with-parent --new-session --cap-drop ALL'.split(' ');

/** For bots that nobody trusts: they see little of the machine, nothing of its network, and cannot take it up. */
export const strict: Sandbox = {
  level: 'strict',
  namespace: true,
  // Root that became nobody on the way down breaks the chain in which each dies with its parent.
  needsReaper: isRoot(),
  takeUser: isRoot() ? userFor : undefined,
  needs: ['bwrap', 'prlimit', ...(isRoot() ? ['setpriv'] : [])],
  get obstacle() {
    return existsSync(filterFile(false))
      ? undefined
      : `which system calls of this processor (${process.arch}) are harmless is not known: there is no ${filterFile(false)}`;
  },
  learn: (launcher) => learnOptions(launcher, 'bwrap'),
  reads: ({ strict }) => openFilter(strict.network),
  wrap: (argv, surroundings) => [
    ...(isRoot() ? asNobody(surroundings) : asOwner(surroundings)),
    program('prlimit'),
    ...innerLimits(),
    ...argv,
  ],
};

/** What a game leaves in a folder that players write to, those of the next game must be able to change. */
function userFor(request: StrictRequest): PlayerUser {
  return sharesUser(request) ? { id: NOBODY, release() {} } : takeUser();
}

/** For a trial, in which there is no player. */
function firstUserFor(request: StrictRequest): number {
  return sharesUser(request) ? NOBODY : usersOfThisHost()[0]!;
}

const sharesUser = ({ writable }: StrictRequest) => writable.length > 0;

function asOwner(surroundings: Surroundings): string[] {
  return [program('bwrap'), ...viewOf(surroundings, ['--proc', '/proc']), ...isolation(), '--'];
}

/**
 * Root makes what is to be seen, because nobody could not: then it becomes a user that is nobody, for good, and has
 * none of the kernel's quotas in common with another player. A namespace of users alone would not do: root in it is
 * root to the kernel, whose limit of processes it does not keep. The namespace is there for that count, which is each
 * player's own in it, and to call that user nobody, whom programs know.
 */
function asNobody(surroundings: Surroundings): string[] {
  const { user = firstUserFor(surroundings.strict) } = surroundings;
  const becomeNobody = [program('setpriv'), `--reuid=${user}`, `--regid=${user}`, '--clear-groups'];
  const withoutRights = ['--inh-caps=-all', '--bounding-set=-all', '--'];
  const called = ['--uid', `${NOBODY}`, '--gid', `${NOBODY}`];
  const inner = [
    program('bwrap'),
    '--dev-bind',
    '/',
    '/',
    '--proc',
    '/proc',
    ...isolation(),
    ...called,
    '--',
  ];
  // A /proc of its own can only be had where the one above it is whole.
  const view = viewOf(surroundings, ['--dev-bind', '/proc', '/proc']);
  return [program('bwrap'), '--die-with-parent', ...view, '--', ...becomeNobody, ...withoutRights, ...inner];
}

function viewOf(surroundings: Surroundings, proc: readonly string[]): string[] {
  const network = surroundings.strict.network ? [] : ['--unshare-net'];
  return [...strictMounts(surroundings, proc), ...APART, ...network, '--chdir', surroundings.cwd];
}

/** Older versions of bubblewrap cannot forbid it. */
function isolation(): string[] {
  const forbidden = lacksOption('bwrap', '--disable-userns') ? [] : ['--disable-userns'];
  return [...ISOLATION, ...forbidden, '--seccomp', FILTER];
}

/**
 * The filter of system calls as a file, as bubblewrap wants it. The host keeps it open, so that it is there even if the
 * package is replaced while games are played.
 */
function openFilter(network: boolean): string {
  const open = openFilters.get(network);
  if (open !== undefined) return open;
  const path = filterFile(network);
  const descriptor = openSync(path, 'r');
  const again = `/proc/${process.pid}/fd/${descriptor}`;
  if (existsSync(again)) {
    openFilters.set(network, again);
    return again;
  }
  closeSync(descriptor); // where /proc is not this host's, the file itself must do
  return path;
}

const openFilters = new Map<boolean, string>();

/** What each option of prlimit sets, by the name that the system has for it, and to how much. */
const limits = [
  { option: '--nproc', name: 'Max processes', most: 128 },
  { option: '--nofile', name: 'Max open files', most: 256 },
  { option: '--sigpending', name: 'Max pending signals', most: 1024 },
  { option: '--core', name: 'Max core file size', most: 0 },
  { option: '--fsize', name: 'Max file size', most: 64 * 2 ** 20 },
] as const;

/** The limits set inside, as words for prlimit. None is above one of the host's own: nobody but root could raise it. */
function innerLimits(ownLimits = readProc('self/limits') ?? ''): string[] {
  return limits.map(
    ({ option, name, most }) => `${option}=${Math.min(most, hardLimit(ownLimits, name) ?? most)}`,
  );
}

function hardLimit(ownLimits: string, name: string): number | undefined {
  const found = new RegExp(`^${name} +\\S+ +(\\d+)`, 'm').exec(ownLimits)?.[1];
  return found === undefined ? undefined : Number(found);
}
