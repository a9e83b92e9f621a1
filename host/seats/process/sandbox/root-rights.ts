import { program } from '../processes/find-program.ts';

/**
 * Capabilities that root loses in a namespace, by number, because older tools do not know the newer names. With each of
 * them root gets out: to the processes of the host or their memory. All others stay: root reads, writes and chowns
 * the files of others, binds low ports, becomes other users, changes the network.
 */
const dropped: readonly number[] = [
  2, // DAC_READ_SEARCH: opens by a handle what has no name, such as another's pipe
  16, // SYS_MODULE
  17, // SYS_RAWIO: the memory of the machine
  19, // SYS_PTRACE
  20, // SYS_PACCT: the log of what ends
  21, // SYS_ADMIN: unmounts what covers the /proc of the host, enters other namespaces
  22, // SYS_BOOT
  25, // SYS_TIME: the clock of the machine
  27, // MKNOD: devices, the memory and disks among them
  30, // AUDIT_CONTROL
  32, // MAC_OVERRIDE
  33, // MAC_ADMIN
  34, // SYSLOG: the log of the kernel, with addresses
  37, // AUDIT_READ
  38, // PERFMON
  39, // BPF
  40, // CHECKPOINT_RESTORE
];

export const isRoot = () => process.getuid?.() === 0;

/**
 * What root may write in a /proc of its own is the kernel's, not the namespace's: with `core_pattern` it would have the
 * kernel start a program outside.
 */
const OF_THE_KERNEL = ['/proc/sys', '/proc/sysrq-trigger'];

/** For bubblewrap, after its own /proc. */
export const lesserRootOptions = (): string[] => [
  ...dropped.flatMap((capability) => ['--cap-drop', String(capability)]),
  ...OF_THE_KERNEL.flatMap((place) => ['--ro-bind-try', place, place]),
];

const COVER_PROC = `for place in ${OF_THE_KERNEL.join(' ')}; do
[ ! -e $place ] || "$0" -o bind,ro $place $place || exit
done
exec "$@"`;

export const programsOfLesserRoot = ['mount', 'setpriv'] as const;

/** The command, with less than all rights of root, in a namespace that has its own /proc. */
export function asLesserRoot(argv: readonly string[]): string[] {
  const [mount, setpriv] = programsOfLesserRoot.map(program);
  const without = dropped.map((capability) => `-cap_${capability}`).join(',');
  const lesser = [setpriv!, `--inh-caps=${without}`, `--bounding-set=${without}`, '--'];
  return ['/bin/sh', '-c', COVER_PROC, mount!, ...lesser, ...argv];
}
