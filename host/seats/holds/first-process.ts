import { findProgram } from '../processes/find-program.ts';
import { BATCH } from './batch.ts';
import { type Hold, leastWishes, type Surroundings } from './hold.ts';

/** What is to be run, and on which pipes. */
export interface HeldCommand {
  readonly shell: string;
  readonly command: string;
  /** The player's pipes are this and `.in`, `.out`. */
  readonly pipes: string;
  /** Makes batch work of it, if there is such a program. */
  readonly batch: string | undefined;
}

/* All of these know: $1 the command, $2 its shell, $3 the pipes. Descriptor 3 leads to the host, both ways. */

// The player's side opens its pipes itself: whatever stands above it would keep them open when it closes them.
// First for reading and writing, which never waits: the host may be dead by now.
const RUN = `exec 4<>"$3.in" 5<>"$3.out" 0<"$3.in" 1>"$3.out" 4<&- 5<&-
echo started >&3
exec "$2" -c "$1" 3<&-`;

// Not stopped by signals to the group, so that it lives to tell the status; what shells say of a command that died
// of a signal is not the player's standard error.
const KEEPER = `trap : TERM INT HUP
exec 6>&2 2>/dev/null
(exec 2>&6 6>&-
${RUN})
status=$?
times >&3
echo ended $status >&3`;

// The first process of a namespace, and the lifeline: it waits for the host's end itself, because a child of it
// could be killed by the player. It starts the rest with setsid and not with `&`, which would have the player
// ignore SIGINT and leave it in the wrapper's process group. From within, a first process is sent only the signals
// that it catches; shells catch SIGINT. To ignore it before the start would have the player ignore it too: until then a
// trap takes it. Orphans stay as zombies until all of it ends.
const FIRST = `trap : INT
"$4" --fork /bin/sh -c "$5" keeper "$1" "$2" "$3"
trap '' INT
while read x <&3; do :; done`;

/** The command line that starts a player. */
export function heldArgv(
  hold: Hold,
  { shell, command, pipes, batch }: HeldCommand,
  surroundings: Surroundings,
): readonly string[] {
  // A shell would take a command that begins with - for an option; a space before it is none of its words.
  const told = [/^[-+]/.test(command) ? ` ${command}` : command, shell, pipes];
  const argv = hold.namespace
    ? ['/bin/sh', '-c', FIRST, 'first', ...told, setsid(), KEEPER]
    : ['/bin/sh', '-c', RUN, 'player', ...told];
  return asBatch(batch, hold.wrap(argv, surroundings));
}

/** Outside of the hold, because some do not let it be done, or undone, within. */
function asBatch(batch: string | undefined, argv: readonly string[]): readonly string[] {
  return batch === undefined ? argv : [batch, ...BATCH, ...argv];
}

/** A command line that only succeeds where this hold can be kept, and batch work can be made in it. */
export function trialArgv(hold: Hold, batch: string | undefined): readonly string[] {
  const nowhere = { cwd: '/usr', dictionary: undefined, pipes: [], strict: leastWishes };
  return asBatch(batch, hold.wrap([setsid(), '--fork', '/bin/sh', '-c', ':'], nowhere));
}

const setsid = () => findProgram('setsid') ?? 'setsid';
