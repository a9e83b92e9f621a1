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

export interface SeatTools {
  readonly sandbox: Sandbox;
  readonly programs: StartPrograms;
  readonly shell: string;
  readonly launcher: Launcher;
  readonly slot: Slot;
  readonly orphans: OrphanList | undefined;
  readonly environment: PlayerEnvironment;
  readonly reaperMark: Readonly<Record<string, string>>;
  /** The player's user, unless it is the host's. */
  readonly user: PlayerUser | undefined;
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

interface StartPlan {
  readonly sandbox: Sandbox;
  readonly surroundings: Surroundings;
  readonly command: string;
  /** Words of a command that starts a program only. It then runs without a shell. */
  readonly alone: readonly string[] | undefined;
  readonly shell: string;
  readonly programs: StartPrograms;
  /** Keeps the batch class of the launcher. */
  readonly batch: boolean;
  readonly cwd: string | undefined;
  readonly group: string | undefined;
  readonly environment: PlayerEnvironment;
  /** The part of the environment that marks wrappers, too. */
  readonly marks: Readonly<Record<string, string>>;
  /** Identifies the process that keeps the player. */
  readonly token: string;
}

function startOrders(plan: StartPlan, slot: Slot): string {
  const { cwd, group, sandbox } = plan;
  return orders(
    [
      'exec 7<&-',
      // A shell would tell its children the previous folder, which is the host's own.
      ...(cwd === undefined ? [] : [`cd -- ${quoted(cwd)} && unset OLDPWD || exit`]),
      ...(group === undefined ? [] : [`echo 0 >${quoted(group)} || exit`]),
      ...(sandbox.namespace ? wrapped(plan, slot.prefix) : bare(plan, slot.prefix)),
    ],
    slot,
  );
}

/** The slot becomes the wrapper. The player's environment goes along as text and acts only inside. */
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

// The first process of a namespace. It waits for the host's end itself, because a player could kill a child
// of it. Orphans stay zombies until all ends. It ends if the system refuses a new process.
const FIRST = `"$5" --fork /bin/sh -c "$6" supervisor "$1" "$2" "$3" "$4" || exit
exec 4<&- 5<&- 8>&-
while read x <&3; do :; done`;

const REPORT = `status=$?
times >&8
echo ended $status >&8`;

// The supervisor survives signals to the group, to report the status, and hides the shell's message about
// signals. A shell that gets no process for its command ends and says so. The player's side opens its output
// again, because processes above would keep it open.
const supervisor = ({ programs, alone }: StartPlan) => `trap : TERM HUP
trap 'echo unstarted >&8' EXIT
exec 3<&- 6>&2 2>/dev/null
(exec 0<&4 1>/proc/self/fd/5 2>&6 4<&- 5<&- 6>&-
echo started >&8
exec 8>&-
${unpackEnvironment('$3')}
exec ${quotedWords(withSignals(programs))} ${alone === undefined ? '"$2" -c "$1"' : quotedWords(alone)})
${REPORT}`;

/** A shell sets PWD. Without a shell, the process that changes the folder sets it. */
function exports({ environment, alone, cwd }: StartPlan): string {
  if (alone === undefined) return environment.exports();
  return `${environment.exports(cwd === undefined ? undefined : 'PWD')}\nexport PWD`;
}

/** Leaves the class of the launcher. */
function asOrdinary({ batch, programs: { chrt } }: StartPlan): string[] {
  return batch || chrt === undefined ? [] : [chrt, '-o', '0'];
}

/** The slot stays and reports how the command ended. */
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

/** A shell with job control makes a process group where there is no setsid. */
const OF_ITS_OWN_GROUP = ['set -m\n(', ') & wait $!'] as const;
// A shell reads a file byte by byte, but finds the name of a folder at once.
const OWN_PID = `for pid in /proc/self/task/[0-9]*; do pid=\${pid##*/}; done
[ "$pid" != '[0-9]*' ] || pid=$(exec /bin/sh -c 'echo $PPID')`;

/** A shell would take a command that begins with - for an option. A space is harmless. */
const asOperand = (command: string) => (/^[-+]/.test(command) ? ` ${command}` : command);

/** A variable has at most 128 KiB, and a character has at most 4 bytes. */
const LONGEST = 30_000;
const NAME = 'wordhost_';

/** Splits a text into variables that a wrapper passes on, and lists their numbers. */
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

/** Shell text that executes such a text and removes the variables. `list` is a word of the shell. */
export function unpackEnvironment(list: string): string {
  return `for ${NAME}n in ${list}; do
eval "${NAME}all=\\\${${NAME}all-}\\$${NAME}$${NAME}n"
unset "${NAME}$${NAME}n"
done
eval "unset ${NAME}n ${NAME}all
$${NAME}all"`;
}

type Variables = Readonly<Record<string, string>>;

/** The environment of a player: inherited variables, replaced by its own. */
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

  /** The name of a variable that no program can be given. Inherited ones are always valid. */
  get broken(): string | undefined {
    return Object.entries(this.#own).find(([, value]) => value.includes('\0'))?.[0];
  }

  exports(omitted?: string): string {
    return [this.#inherited.exports(omitted), ...exportLines(without(this.#own, omitted))].join('\n');
  }
}

/** The variables that all players of a run share, converted to text once. */
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

/** The host's environment without its options, and the common variables of players. */
export const playerEnvironment = environments((host) => {
  const own = inheritedFrom(host, (name) => !name.startsWith('WORDHOST_OPT_'));
  const terminal = controllingTerminal();
  return terminal === undefined ? own : { WORDHOST_TERMINAL: terminal, ...own };
});

const LET_THROUGH = /^(PATH|LANG|LANGUAGE|LC_[A-Z]+|TZ|TERM|PYTHONUNBUFFERED)$/;

/** An untrusted player sees neither the host's secrets nor its home. */
export const strictEnvironment = environments((host) => {
  const own = { HOME: '/tmp', TMPDIR: '/tmp' };
  return { ...own, ...inheritedFrom(host, (name) => LET_THROUGH.test(name)) };
});

function environments(inherit: (host: NodeJS.ProcessEnv) => Variables) {
  // By the object, which all games of a run share.
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

/** Variables of every process of a player, to find it anywhere. */
export function marks(game: string, seat: Seat): Record<string, string> {
  return { WORDHOST_GAME: game, WORDHOST_SEAT: String(seat) };
}

/** The behavior of this shell is known, so a simple command can skip it. */
const PLAIN_SHELL = '/bin/sh';

/** These characters mean nothing to a shell. */
const PLAIN = /^[\w./:@%+,= -]+$/;
/** Neither an option of the programs before it, nor a variable, nor a word of the shell. */
const PATH = /^[^=-][^=]*$/;

interface CommandContext {
  readonly shell: string;
  readonly cwd: string | undefined;
  readonly isHidden: boolean;
}

/**
 * The words of a command with which the shell would only start an existing program. Each process before the
 * player takes a millisecond, and a waiting shell makes each look slower.
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
