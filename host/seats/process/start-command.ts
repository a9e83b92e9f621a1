import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Seat } from '../../core/units.ts';
import { exportLines, quoted, quotedWords } from '../../files/shell.ts';
import { controllingTerminal } from '../../terminal/terminal.ts';
import type { Launcher } from './launcher/launcher.ts';
import { orders, type Slot } from './launcher/launcher-script.ts';
import { type CommandListener, StartedCommand } from './launcher/started-command.ts';
import type { MemoryGroup } from './limits/memory-groups.ts';
import type { ProcessOptions, SeatPlan } from './process-options.ts';
import { isProgram } from './processes/find-program.ts';
import type { OrphanList } from './processes/player-processes.ts';
import { type StartPrograms, withSignals } from './sandbox/probe-sandbox.ts';
import { leastRequest, type PlayerUser, type Sandbox, type Surroundings } from './sandbox/sandbox.ts';

/** What one player is started with. */
export interface SeatTools {
  readonly sandbox: Sandbox;
  readonly programs: StartPrograms;
  /** As a path. */
  readonly shell: string;
  readonly launcher: Launcher;
  readonly slot: Slot;
  readonly orphans: OrphanList | undefined;
  readonly environment: PlayerEnvironment;
  /** Of it, what the sandbox needs. */
  readonly reaperMark: Readonly<Record<string, string>>;
  /** Its user, if that is not the host's. */
  readonly user: PlayerUser | undefined;
  /** With which the kernel keeps its memory limited. */
  readonly group: MemoryGroup | undefined;
}

export function startCommand(
  { command, seat }: SeatPlan,
  hosting: ProcessOptions,
  tools: SeatTools,
  listener: CommandListener,
): StartedCommand {
  const { cwd, game, batch = true } = hosting;
  const { sandbox, launcher, programs, shell, slot, reaperMark, group, environment } = tools;
  const plan = {
    sandbox,
    surroundings: surroundingsOf(hosting, tools),
    command,
    alone: programAlone(command, { shell, cwd, isHidden: sandbox.level === 'strict' }),
    shell,
    programs,
    batch,
    cwd,
    group: group?.entrance,
    environment,
    marks: { ...marks(game, seat), ...reaperMark },
    token: tokenOf(game, seat),
  };
  return new StartedCommand(launcher, slot, startOrders(plan, slot), listener);
}

export function surroundingsOf(
  { cwd = '.', strict = leastRequest }: ProcessOptions,
  { sandbox, group, user, environment }: SeatTools,
): Surroundings {
  return {
    cwd: sandbox.level === 'strict' ? realpathSync(cwd) : cwd,
    dictionary: environment.get('WORDHOST_DICTIONARY'),
    kwg: environment.get('WORDHOST_KWG'),
    strict,
    groups: group?.mounts,
    user: user?.id,
  };
}

/** Part of the command line of the supervisor of a player. */
export const tokenOf = (game: string, seat: number) => `${game}-${seat}`;

/** What a slot is to become. */
interface StartPlan {
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
function startOrders(plan: StartPlan, slot: Slot): string {
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
  const { chunks, list } = packEnvironment(exports(plan));
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
${unpackEnvironment('$3')}
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

/** The system takes no variable above 128 KiB; a character has at most 4 bytes. */
const LONGEST = 30_000;
const NAME = 'wordhost_';

/** A text in variables that a wrapper hands on, and the list of their numbers. */
export function packEnvironment(text: string): {
  readonly chunks: Record<string, string>;
  readonly list: string;
} {
  const chunks: Record<string, string> = {};
  for (let at = 0; at < text.length; at += LONGEST)
    chunks[`${NAME}${at / LONGEST}`] = text.slice(at, at + LONGEST);
  return {
    chunks,
    list: Object.keys(chunks)
      .map((name) => name.slice(NAME.length))
      .join(' '),
  };
}

/** Shell text that does what such a text says, and leaves no trace of it. `list` is a shell's word. */
export function unpackEnvironment(list: string): string {
  return `for ${NAME}n in ${list}; do
eval "${NAME}all=\\\${${NAME}all-}\\$${NAME}$${NAME}n"
unset "${NAME}$${NAME}n"
done
eval "unset ${NAME}n ${NAME}all
$${NAME}all"`;
}

type Variables = Readonly<Record<string, string>>;

/** What a player starts with: what all players of a run have from the host, and what is its own, which is stronger. */
export class PlayerEnvironment {
  readonly #inherited: Inherited;
  readonly #own: Variables;

  constructor(inherited: Inherited, own: Variables) {
    this.#inherited = inherited;
    this.#own = own;
  }

  get(name: string): string | undefined {
    return this.#own[name] ?? this.#inherited.variables[name];
  }

  /** The name of a variable that no program can be given: those from the host were given to one. */
  get broken(): string | undefined {
    return Object.entries(this.#own).find(([, value]) => value.includes('\0'))?.[0];
  }

  /** Shell text that hands them on. */
  exports(omitted?: string): string {
    return [this.#inherited.exports(omitted), ...exportLines(without(this.#own, omitted))].join('\n');
  }
}

/** The same for all players of a run, and most of what they have: it is made into text once. */
class Inherited {
  readonly variables: Variables;
  readonly #exports = new Map<string | undefined, string>();

  constructor(variables: Variables) {
    this.variables = variables;
  }

  exports(omitted: string | undefined): string {
    const known = this.#exports.get(omitted) ?? exportLines(without(this.variables, omitted)).join('\n');
    this.#exports.set(omitted, known);
    return known;
  }
}

function without(variables: Variables, omitted: string | undefined): Variables {
  if (omitted === undefined || !(omitted in variables)) return variables;
  const { [omitted]: _, ...others } = variables;
  return others;
}

/** The host's own environment but for its options, and what every player is told. */
export const playerEnvironment = environments((host) => {
  const own = inheritedFrom(host, (name) => !name.startsWith('WORDHOST_OPT_'));
  const terminal = controllingTerminal();
  return terminal === undefined ? own : { WORDHOST_TERMINAL: terminal, ...own };
});

const LET_THROUGH = /^(PATH|LANG|LANGUAGE|LC_[A-Z]+|TZ|TERM|PYTHONUNBUFFERED)$/;

/** A player that is not trusted sees neither the host's secrets nor where its home is. */
export const strictEnvironment = environments((host) => {
  const own = { HOME: '/tmp', TMPDIR: '/tmp' };
  return { ...own, ...inheritedFrom(host, (name) => LET_THROUGH.test(name)) };
});

function environments(inherit: (host: NodeJS.ProcessEnv) => Variables) {
  // By the object: that of a run stays the same for all its games.
  const known = new WeakMap<NodeJS.ProcessEnv, Inherited>();
  return (
    host: NodeJS.ProcessEnv,
    hosting: ProcessOptions,
    seat: Seat,
    more?: Variables,
  ): PlayerEnvironment => {
    const inherited = known.get(host) ?? new Inherited(inherit(host));
    known.set(host, inherited);
    const { environment, variables, game } = hosting;
    const own = { ...environment(seat), ...variables, ...marks(game, seat), ...more };
    return new PlayerEnvironment(inherited, own);
  };
}

function inheritedFrom(host: NodeJS.ProcessEnv, letsThrough: (name: string) => boolean): Variables {
  const variables: Record<string, string> = { PYTHONUNBUFFERED: '1' };
  for (const [name, value] of Object.entries(host))
    if (value !== undefined && letsThrough(name)) variables[name] = value;
  return variables;
}

/** What every process of a player carries, so that it is known again wherever it went. */
export function marks(game: string, seat: Seat): Record<string, string> {
  return { WORDHOST_GAME: game, WORDHOST_SEAT: String(seat) };
}

/** The shell whose part can be left out: what it does with such a command is known. */
const PLAIN_SHELL = '/bin/sh';

/** No character in them means something to a shell. */
const PLAIN = /^[\w./:@%+,= -]+$/;
/** A path is no word of the shell's own, and this is no option of the programs before it and no value of a variable. */
const PATH = /^[^=-][^=]*$/;

interface CommandContext {
  readonly shell: string;
  /** Where it is started, if that is not the host's own folder. */
  readonly cwd: string | undefined;
  /** What is found here may be hidden from the player by its sandbox. */
  readonly isHidden: boolean;
}

/**
 * The words of a command with which the shell would do nothing but start a program that is there; none of any other. Each
 * program that is started before the player takes a millisecond, and a shell that waits for it is looked at as often as it is.
 */
export function programAlone(command: string, place: CommandContext): readonly string[] | undefined {
  const { shell, cwd, isHidden } = place;
  if (isHidden || shell !== PLAIN_SHELL) return undefined;
  const words = plainWords(command);
  return words !== undefined && isProgram(resolve(cwd ?? '.', words[0]!)) ? words : undefined;
}

function plainWords(command: string): readonly string[] | undefined {
  if (!PLAIN.test(command)) return undefined;
  const words = command.trim().split(/ +/);
  const [first = ''] = words;
  return first.includes('/') && PATH.test(first) ? words : undefined;
}
