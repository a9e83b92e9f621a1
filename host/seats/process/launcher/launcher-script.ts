import { closeSync, constants, fchownSync, fstatSync, openSync, rmdirSync, rmSync } from 'node:fs';
import { quoted, quotedWords } from '../../../files/shell.ts';

/*
 * The launcher is a shell that reads orders from the host, line by line. A small process starts another one
 * in a tenth of a millisecond, and the host would need up to 11. `pipes` makes the five pipes of a player,
 * and the host opens its ends of them. `slot` starts a process with the player's ends, which executes what
 * the host writes to its descriptor 3. Descriptors of a slot: 3 orders, and the lifeline: its end is the end
 * of the host; 4 the player's input; 5 its output; 6 its standard error; 7 reports to the host, such as the
 * end of the command; 8 the writable end of 7.
 */

// A here-document is a pipe without a name, which nobody else can open: always in dash and busybox, and in
// bash since version 5.1. Some shells make no pipe of an empty text, so each has a line.
const WITHOUT_NAMES = `pipes() {
exec 3<<A 4<<B 5<<C 6<<D 7<<E

A

B

C

D

E
read -r x <&3; read -r x <&4; read -r x <&5; read -r x <&6; read -r x <&7
exec 8>/proc/self/fd/7
echo pipes /proc/$$/fd/
}
ready() { :; }`;

// For shells whose here-documents are files, or systems without /proc. The pipes are opened for both
// directions first, which never blocks. mktemp makes a folder that only its user can enter.
const WITH_NAMES = `pipes() {
if ! d=$(mktemp -d "\${TMPDIR:-/tmp}/wordhost-XXXXXX" 2>&1); then failed "$d"
elif why=$(mkfifo "$d/3" "$d/4" "$d/5" "$d/6" "$d/7" 2>&1); then
exec 3<>"$d/3" 4<>"$d/4" 5<>"$d/5" 6<>"$d/6" 7<>"$d/7" 8>"$d/7" &&
echo pipes "$d/" || failed
else
rm -f "$d/3" "$d/4" "$d/5" "$d/6" "$d/7"
rmdir "$d"
failed "$why"
fi
}
failed() { echo "none $(printf %s "$1" | head -n 1)"; }
ready() { exec 3<"$d/3" 4<"$d/4" 5<"$d/5" 6<"$d/6" 7<"$d/7"; }`;

// Most shells execute a file while they read it. Bash reads to its end first, and a named pipe cannot be
// opened again after the end of the host, so there the slot is told the length.
const SLOT = `case $names\${BASH_VERSION-} in
none) follow() { . /proc/self/fd/3; }; counted= ;;
*) follow() { read -r length <&3 && eval "$(head -c "$length" <&3)"; }; counted=counted ;;
esac
slot() {
ready
{ follow; exit; } </dev/null >/dev/null 2>&1 &
exec 3<&- 4<&- 5<&- 6<&- 7<&- 8>&-
echo slot $!
}
adopter() {
(read -r self x </proc/self/stat
parent=$self
(while [ "$parent" = "$self" ]; do read -r pid name state parent x </proc/self/stat; done
echo adopter $parent) &)
}`;

// Everything the launcher starts inherits its batch class, because setting it per player takes a millisecond.
// Helper programs are tried in parallel, so that the launcher sees the end of the host even if one hangs.
const ABILITIES = `{
able=
if "$env" --default-signal=INT,QUIT "$chrt" -b -p 0 $$; then able='batch signals'
else
"$chrt" -b -p 0 $$ && able=batch
"$env" --default-signal=INT,QUIT /bin/sh -c : && able="$able signals"
fi >/dev/null
echo launcher $counted $able
} </dev/null &
trial=$!`;

export const TRIAL_IS_OVER = 'wait "$trial"\n';

// When the host ends, the launcher ends, and everything below it is killed. A wrapper killed alone, just
// after it made its namespace, leaves a child that waits for it for ever. So all are stopped first, until no
// more are found. A process that makes a namespace stops only after that, so each is waited for, two seconds
// at most. The parent of a vfork waits in the kernel (D) for a child that is found, too. The reaper does the
// rest.
const END_BELOW = `reaper=
children_of() {
children=
for list in /proc/$1/task/*/children; do
some=
read -r some <"$list"
children="$children $some"
done
}
below() {
found=
next=$$
while [ -n "$next" ]; do
parents=$next
next=
for parent in $parents; do
children_of $parent
for child in $children; do [ "$child" = "$reaper" ] || next="$next $child"; done
done
found="$found$next"
done
}
look() {
state=
while read -r key state x; do [ "$key" != State: ] || break; done <"/proc/$1/status"
}
stopped() {
for pid in $found; do
look $pid
case $state in
''|[TtZX]) ;;
D) held $pid || return 1 ;;
*) return 1 ;;
esac
done
}
held() {
children_of $1
for child in $children; do
look $child
case $state in [TtD]) return 0 ;; esac
done
return 1
}
clock() {
now=0.
read -r now x </proc/uptime
now=\${now%.*}
}
late() {
clock
[ $((tries += 1)) -gt 2000 ] || [ $((now - began)) -gt 1 ]
}
end() {
before=
while below; [ "$found" != "$before" ]; do
before=$found
kill -STOP $found
tries=0
clock
began=$now
until stopped || late; do :; done
done
[ -z "$found" ] || kill -KILL $found
}
trap end EXIT`;

export type PipeNames = 'none' | 'private folder';

const kinds: Readonly<Record<PipeNames, string>> = {
  none: WITHOUT_NAMES,
  'private folder': WITH_NAMES,
};

/** Paths of system programs that improve a start, if they exist. */
export interface Helpers {
  /** Moves the launcher into the batch class. */
  readonly chrt: string | undefined;
  /** Undoes that a shell makes its background jobs ignore SIGINT and SIGQUIT. */
  readonly env: string | undefined;
}

/** A system program to try, and a file that it can read on descriptor 9. */
export interface TrialCommand {
  readonly argv: readonly string[];
  readonly file: string | undefined;
}

export const isSameTrial = (one: TrialCommand, other: TrialCommand) =>
  JSON.stringify(one) === JSON.stringify(other);

/** The first word of the line with the status of the first trial, which comes between answers. */
export const TRIED = 'tried';

// The trial runs in parallel and is mostly done when it is needed.
const firstTrial = ({ argv, file }: TrialCommand) => `{
${quotedWords(argv)} >/dev/null${file === undefined ? '' : ` 9<${quoted(file)}`}
echo ${TRIED} $?
} </dev/null &`;

/** Prepares the shell for the first player. Its answer may come after the next one. */
export function launcherScript(
  names: PipeNames,
  { chrt = '', env = '' }: Helpers,
  first?: TrialCommand,
): string {
  const tools = `names='${names}'\nchrt=${quoted(chrt)} env=${quoted(env)}`;
  return [tools, kinds[names], END_BELOW, ...(first ? [firstTrial(first)] : []), SLOT, ABILITIES, ''].join(
    '\n',
  );
}

/** The host's ends of a player's pipes, as descriptors. */
export interface SlotPipes {
  readonly lifeline: number;
  readonly input: number;
  /** The inode of the pipe identifies it in any process. */
  readonly inputPipe: number;
  readonly output: number;
  readonly errors: number;
  readonly reports: number;
  /** From now on an end of file comes from the player, and nobody can open its pipes by a name. */
  release(): void;
  /** Another user must be able to open its own pipes again. */
  giveTo(user: number): void;
  /** Closes pipes that nobody uses yet. */
  close(): void;
}

/** A process that waits for its orders. */
export interface Slot extends SlotPipes {
  readonly pid: number;
  /** The path by which the slot opens a descriptor again, without its number. */
  readonly prefix: string;
  /** The slot must know the length of its orders. */
  readonly counted: boolean;
}

const { O_RDONLY, O_WRONLY, O_NONBLOCK } = constants;

/** Opens the pipes in an order in which neither side waits for the other. */
export function openEnds(prefix: string): SlotPipes {
  const opened: number[] = [];
  const open = (number: number, flags: number) => {
    const descriptor = openSync(`${prefix}${number}`, flags);
    opened.push(descriptor);
    return descriptor;
  };
  if (!isPrefix(prefix)) throw new Error(`the launcher did not create pipes: ${JSON.stringify(prefix)}`);
  try {
    const lifeline = open(3, O_WRONLY | O_NONBLOCK);
    const input = open(4, O_WRONLY | O_NONBLOCK);
    const output = open(5, O_RDONLY | O_NONBLOCK);
    const errors = open(6, O_RDONLY | O_NONBLOCK);
    const reports = open(7, O_RDONLY | O_NONBLOCK);
    const pipe = fstatSync(input);
    if (!pipe.isFIFO()) throw new Error('these are not pipes');
    const placeholders = [open(5, O_WRONLY), open(6, O_WRONLY)];
    const release = once(() => {
      placeholders.forEach(closeSync);
      removeNames(prefix);
    });
    const giveTo = (user: number) => {
      for (const end of [input, output, errors]) fchownSync(end, user, user);
    };
    const close = () => {
      [lifeline, input, output, errors, reports].forEach(closeSync);
      release();
    };
    const inputPipe = pipe.ino;
    return { lifeline, input, inputPipe, output, errors, reports, release, giveTo, close };
  } catch (error) {
    opened.forEach(closeSync);
    removeNames(prefix);
    throw error;
  }
}

/** Paths from a launcher are checked before files are opened or removed there. */
const isPrefix = (prefix: string) => /^\/proc\/\d+\/fd\/$/.test(prefix) || FOLDER.test(prefix);
const FOLDER = /^\/(?:[^/]+\/)*wordhost-[A-Za-z0-9]{6,}\/$/;

/** Removes the five pipes and their folder, which must be empty then. */
function removeNames(prefix: string): void {
  if (!FOLDER.test(prefix)) return;
  for (const number of [3, 4, 5, 6, 7]) rmSync(`${prefix}${number}`, { force: true });
  try {
    rmdirSync(prefix);
  } catch {} // somebody has removed it, or put something else in it
}

function once(act: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    act();
  };
}

export function orders(lines: readonly string[], { counted }: Slot): string {
  const text = `${lines.join('\n')}\n`;
  return counted ? `${Buffer.byteLength(text)}\n${text}` : text;
}
