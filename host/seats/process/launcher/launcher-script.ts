import { closeSync, constants, fchownSync, fstatSync, openSync, rmdirSync, rmSync } from 'node:fs';
import { quoted, quotedWords } from '../../../files/shell.ts';

/*
 * The launcher is a shell that reads what it is to do from the host, line by line: a small process starts another one in a
 * tenth of a millisecond, where the host itself needs up to 11.
 *
 * `pipes` makes the five pipes of one player and tells the host, which opens its own ends of them. `slot` then starts a
 * process that has the player's ends and does what the host writes to it, on descriptor 3.
 *
 *   3 to the slot: what it is to do; its end is the end of the host (the lifeline)
 *   4 the player's input    5 its output    6 its standard error
 *   7 reports to the host: how the command ended; 8 is the end of it that is written to
 */

// A here-document is a pipe that has no name, and so nobody else can open it: in dash and busybox always, in bash since
// version 5.1. Not all shells make one of an empty text, so each has a line, which is read at once.
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

// Where here-documents are files, or there is no /proc to open their other ends by. Opened for both ways first, which never
// waits for the other side.
// Nobody else can reach the pipes: mktemp makes a folder of its user's alone.
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

// Most shells do what a file says while they read it. Bash wants the end of it first, and a pipe that has a name cannot be
// opened again when the host is gone: there the slot is told how much to read.
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

// What it starts inherits the class for batch work: a program that sets it for each player takes a millisecond. And it says
// which of the programs that make a start better do so. They are tried beside it, so that it sees the end of the host even
// while one of them hangs.
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

/** The answer of `launcherScript` has come. */
export const TRIAL_IS_OVER = 'wait "$trial"\n';

// When the host ends, so does the launcher, and all that it started is killed with all below it. A wrapper that is killed
// alone, in the moment in which it has just made its namespace, leaves a child that waits for it for ever: so all are stopped
// first, until no more are found. A process that makes a namespace stops only when that is done: each is waited for, but not
// the parent of a vfork, which waits in the kernel (D) for a child that is itself stopped, or waits in the same way and is looked
// at, too; and none for more than two seconds.
// The reaper has work to do then.
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

/** Programs of the system that make a start better, as paths, where they are there. */
export interface Helpers {
  /** Makes batch work of the launcher. */
  readonly chrt: string | undefined;
  /** Undoes that a shell has its background jobs ignore SIGINT and SIGQUIT. */
  readonly env: string | undefined;
}

/** A program of the system that is to be tried, and a file that it can read on descriptor 9. */
export interface TrialCommand {
  readonly argv: readonly string[];
  readonly file: string | undefined;
}

export const isSameTrial = (one: TrialCommand, other: TrialCommand) =>
  JSON.stringify(one) === JSON.stringify(other);

/** The first word of the line that says with which status the first trial has ended; it comes in its own time. */
export const TRIED = 'tried';

// It runs beside all that follows: whoever asks for it later mostly finds it done.
const firstTrial = ({ argv, file }: TrialCommand) => `{
${quotedWords(argv)} >/dev/null${file === undefined ? '' : ` 9<${quoted(file)}`}
echo ${TRIED} $?
} </dev/null &`;

/** What the shell must know before the first player; it answers with a line, which may come after the next answer. */
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

/** The host's ends of one player's pipes, as descriptors. */
export interface SlotPipes {
  readonly lifeline: number;
  readonly input: number;
  /** By which that pipe is known, whoever has it. */
  readonly inputPipe: number;
  readonly output: number;
  readonly errors: number;
  readonly reports: number;
  /** From now on an end of file is the player's own, and nobody can open its pipes by a name. */
  release(): void;
  /** The player is somebody else, who must be able to open its own pipes again. */
  giveTo(user: number): void;
  /** Before anything was made of them. */
  close(): void;
}

/** A process that waits to be told what it is to become. */
export interface Slot extends SlotPipes {
  readonly pid: number;
  /** What comes before the number of a descriptor in the path by which the slot itself opens it again. */
  readonly prefix: string;
  /** It must be told how long its orders are. */
  readonly counted: boolean;
}

const { O_RDONLY, O_WRONLY, O_NONBLOCK } = constants;

/** Opened in an order in which neither side waits for the other. */
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
    // All are made in the same way.
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

/** What a launcher says is checked before anything is opened or removed there. */
const isPrefix = (prefix: string) => /^\/proc\/\d+\/fd\/$/.test(prefix) || FOLDER.test(prefix);
const FOLDER = /^\/(?:[^/]+\/)*wordhost-[A-Za-z0-9]{6,}\/$/;

/** The five pipes and the folder that was made for them, and nothing else: it must be empty then. */
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

/** Shell text as a slot takes it. */
export function orders(lines: readonly string[], { counted }: Slot): string {
  const text = `${lines.join('\n')}\n`;
  return counted ? `${Buffer.byteLength(text)}\n${text}` : text;
}
