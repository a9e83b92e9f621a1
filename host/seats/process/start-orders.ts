import { exportLines, quoted, quotedWords } from '../../files/shell-words.ts';
import { orders, type Slot } from './launcher/slot.ts';
import { packed, unpack } from './packed-environment.ts';
import type { PlayerEnvironment } from './player-environment.ts';
import { type StartPrograms, withSignals } from './sandbox/probe-sandbox.ts';
import type { Sandbox, Surroundings } from './sandbox/sandbox.ts';

/** What a slot is to become. */
export interface StartPlan {
  readonly sandbox: Sandbox;
  readonly surroundings: Surroundings;
  readonly command: string;
  /** Its words, where the shell would do no more than start a program: it is started at once then. */
  readonly alone: readonly string[] | undefined;
  /** As paths: the command's shell, and programs of the system that are used where they are there. */
  readonly shell: string;
  readonly programs: StartPrograms;
  /** It stays the batch work that the launcher is. */
  readonly batch: boolean;
  /** Where it does not start in the host's own folder. */
  readonly cwd: string | undefined;
  /** The file of a control group that it enters. */
  readonly group: string | undefined;
  readonly environment: PlayerEnvironment;
  /** Of it, what wrappers carry too, so that they are found again. */
  readonly marks: Readonly<Record<string, string>>;
  /** By which the process that keeps the player is known among those of the player. */
  readonly token: string;
}

/** Shell text that makes a player of a slot. */
export function startOrders(plan: StartPlan, slot: Slot): string {
  const { cwd, group, sandbox } = plan;
  return orders(
    [
      'exec 7<&-',
      // A shell would tell everything that it starts from where it came: the host's own folder.
      ...(cwd === undefined ? [] : [`cd -- ${quoted(cwd)} && unset OLDPWD || exit`]),
      ...(group === undefined ? [] : [`echo 0 >${quoted(group)} || exit`]),
      ...(sandbox.namespace ? wrapped(plan, slot.prefix) : bare(plan, slot.prefix)),
    ],
    slot,
  );
}

/** The slot becomes the wrapper. What the player has in its environment goes with it as a text, and acts only inside. */
function wrapped(plan: StartPlan, prefix: string): string[] {
  const { command, shell, sandbox, surroundings, marks, programs, token } = plan;
  const { chunks, list } = packed(exports(plan));
  const told = [asOperand(command), shell, list, token, programs.setsid ?? 'setsid', supervisor(plan)];
  const argv = sandbox.wrap(['/bin/sh', '-c', FIRST, 'first', ...told], surroundings);
  const file = sandbox.reads?.(surroundings);
  return [
    ...(file === undefined ? [] : [`exec 9<${quoted(file)} || exit`]),
    `exec 2>${quoted(`${prefix}6`)} 6<&-`,
    ...exportLines({ ...marks, ...chunks }),
    `exec ${quotedWords([...asOrdinary(plan), ...argv])}`,
  ];
}

// The first process of a namespace, and the lifeline: it waits for the host's end itself, because a child of it could be
// killed by the player. Orphans stay as zombies until all of it ends. Where the system starts no more processes it ends at once.
const FIRST = `"$5" --fork /bin/sh -c "$6" supervisor "$1" "$2" "$3" "$4" || exit
exec 4<&- 5<&- 8>&-
while read x <&3; do :; done`;

const REPORT = `status=$?
times >&8
echo ended $status >&8`;

// Not stopped by signals to the group, so that it lives to tell the status; what shells say of a command that died of a
// signal is not the player's standard error. A shell to which the system gives no process for its command ends, and says so. The
// player's side opens its output again: whatever stands above it would keep that open when the player closes it.
const supervisor = ({ programs, alone }: StartPlan) => `trap : TERM HUP
trap 'echo unstarted >&8' EXIT
exec 3<&- 6>&2 2>/dev/null
(exec 0<&4 1>/proc/self/fd/5 2>&6 4<&- 5<&- 6>&-
echo started >&8
exec 8>&-
${unpack('$3')}
exec ${quotedWords(withSignals(programs))} ${alone === undefined ? '"$2" -c "$1"' : quotedWords(alone)})
${REPORT}`;

/** A shell tells its command the folder that it is in: where there is no shell, the one that has gone there does. */
function exports({ environment, alone, cwd }: StartPlan): string {
  if (alone === undefined) return environment.exports();
  return `${environment.exports(cwd === undefined ? undefined : 'PWD')}\nexport PWD`;
}

/** Undoes what the launcher is. */
function asOrdinary({ batch, programs: { chrt } }: StartPlan): string[] {
  return batch || chrt === undefined ? [] : [chrt, '-o', '0'];
}

/** The slot stays, to tell how the command ended. */
function bare(plan: StartPlan, prefix: string): string[] {
  const { programs, command, shell, alone = [shell, '-c', asOperand(command)] } = plan;
  const session = programs.setsid === undefined ? [] : [programs.setsid];
  const start = [...asOrdinary(plan), ...session, ...withSignals(programs), ...alone];
  const [open, close] = session.length > 0 ? ['(', ')'] : OF_ITS_OWN_GROUP;
  return [
    'trap : TERM HUP',
    `${open}${OWN_PID}`,
    `exec 0<&4 1>${quoted(`${prefix}5`)} 2>${quoted(`${prefix}6`)} 3<&- 4<&- 5<&- 6<&-`,
    'echo "started $pid" >&8',
    'exec 8>&-',
    'unset pid x',
    exports(plan),
    `exec ${quotedWords(start)}${close}`,
    REPORT,
    'exit',
  ];
}

/** Where there is no setsid, a shell with job control makes a process group, so that all of it can be reached at once. */
const OF_ITS_OWN_GROUP = ['set -m\n(', ') & wait $!'] as const;
// A shell reads a file byte by byte: the name of a folder is found at once.
const OWN_PID = `for pid in /proc/self/task/[0-9]*; do pid=\${pid##*/}; done
[ "$pid" != '[0-9]*' ] || pid=$(exec /bin/sh -c 'echo $PPID')`;

/** A shell would take a command that begins with - for an option; a space before it is none of its words. */
const asOperand = (command: string) => (/^[-+]/.test(command) ? ` ${command}` : command);
