import { accessSync, constants, statSync } from 'node:fs';
import { join } from 'node:path';
import { HostFailure, VoidMatch } from '../../core/errors.ts';
import type { Nanos, Seat } from '../../core/units.ts';
import { faultInWords } from '../../files/file-fault.ts';
import { cachedKwg } from '../../lexicon/gaddag-cache.ts';
import type {
  Ending,
  OpenedSeats,
  OpenSeats,
  SandboxLevel,
  SeatListener,
  SeatRequest,
} from '../../match/seat.ts';
import { preparationFolder, readPreparation } from './bundles/bundle-cache.ts';
import { type Launcher, launcherFor } from './launcher/launcher.ts';
import { markOfReaper } from './launcher/reaper.ts';
import { unknownStatus } from './launcher/started-command.ts';
import { type MemoryGroups, memoryGroups, withoutGroup } from './limits/memory-groups.ts';
import { unknownUsage } from './limits/usage.ts';
import { LiveSeat, type ProcessSeat } from './live-seat.ts';
import { lastingFiles, NamedFiles, packedFiles } from './player-files.ts';
import { MODEL_KEY, type OwnProcessOptions, type ProcessOptions, type SeatPlan } from './process-options.ts';
import { findProgram } from './processes/find-program.ts';
import { onProcessor } from './processes/pinning.ts';
import type { OrphanList } from './processes/player-processes.ts';
import { probeSandbox, type UsableSandbox } from './sandbox/probe-sandbox.ts';
import type { StrictRequest } from './sandbox/sandbox.ts';
import { leastRequest, type Sandbox } from './sandbox/sandbox.ts';
import { strict } from './sandbox/strict.ts';
import { type PlayerEnvironment, playerEnvironment, strictEnvironment } from './start-command.ts';

/** The user's options. Other values follow from the match. */
export type HostingRequest = Omit<
  ProcessOptions,
  'game' | 'environment' | 'clock' | 'inherited' | 'lasting'
> & {
  /** A folder with only this host's own command. */
  readonly commandFolder: string | undefined;
  /** Options by player names. */
  readonly own?: ReadonlyMap<string, OwnProcessOptions> | undefined;
};

/** The request with a change of what players may have under `strict`: all of them, and each player with a request of its own. */
export function withStrict(
  { strict, own, ...hosting }: HostingRequest,
  change: (request: StrictRequest) => StrictRequest,
): HostingRequest {
  const changed = [...(own ?? [])].map(
    ([name, each]) => [name, { ...each, ...(each.strict && { strict: change(each.strict) }) }] as const,
  );
  return { ...hosting, own: new Map(changed), ...(strict && { strict: change(strict) }) };
}

export function processSeats(request: HostingRequest): OpenSeats {
  const { commandFolder, own, ...hosting } = request;
  const inherited = forAll(process.env, own);
  const key = hosting.sandbox === 'strict' ? undefined : process.env[MODEL_KEY];
  const kwgFileOf = kwgFiles();
  return async (requests, listenerOf) => {
    await using stack = new AsyncDisposableStack();
    const { match, lexicon, clock } = requests[0]!;
    const files = stack.use(lastingFiles(lexicon, commandFolder !== undefined));
    const kwgFile = kwgFileOf(requests[0]!);
    const told = new Map(
      requests.map((each) => [
        each.seat,
        {
          ...environmentOf(each, kwgFile, commandFolder, inherited),
          ...(key !== undefined && IS_MODEL.test(each.command) && { [MODEL_KEY]: key }),
        },
      ]),
    );
    const { seats } = stack.use(
      await openSeats(
        requests.map((each) => planOf(each, request, own?.get(each.name))),
        { ...hosting, inherited, game: match, environment: (seat) => told.get(seat)!, clock, lasting: files },
        listenerOf,
      ),
    );
    const opened = stack.move();
    return { seats, [Symbol.asyncDispose]: () => opened.disposeAsync() };
  };
}

const IS_MODEL = /(?:^|\s)player model(?=\s|$)/;

/** Variables that many programs need. Naming one of them for a player takes it from nobody. */
const SHARED = /^(PATH|HOME|USER|LANG|LC_[A-Z]+|TZ|TERM|TMPDIR|SHELL)$/;

/** The host's environment without what single players are given of it, such as keys. */
function forAll(host: NodeJS.ProcessEnv, own: HostingRequest['own']): NodeJS.ProcessEnv {
  const variables = [...(own?.values() ?? [])].flatMap((each) => Object.entries(each.variables ?? {}));
  const secret = variables.filter(([name, value]) => host[name] === value && !SHARED.test(name));
  const withheld = new Set([MODEL_KEY, ...secret.map(([name]) => name)]);
  return Object.fromEntries(Object.entries(host).filter(([name]) => !withheld.has(name)));
}

function planOf(each: SeatRequest, hosting: HostingRequest, own: OwnProcessOptions | undefined): SeatPlan {
  const { shell, cwd = '.' } = hosting;
  const plan = { ...onItsProcessor(each, shell), own };
  if (own?.bundle === undefined) return { ...plan, files: new NamedFiles(each.command, own?.cwd ?? cwd) };
  const files = packedFiles(own.bundle);
  const place = preparationFolder(own.bundle, hosting, own);
  const { folder, problem = NOT_UNPACKED, output = '' } = readPreparation(place) ?? {};
  return folder === undefined
    ? { ...plan, files, unprepared: { problem, output } }
    : { ...plan, files, own: { ...own, cwd: join(place, folder) } };
}

const NOT_UNPACKED = 'its files were not unpacked on this machine';

function onItsProcessor({ seat, name, processor, command }: SeatRequest, shell: string): SeatPlan {
  if (processor === undefined) return { seat, name, command };
  const program = findProgram('taskset') ?? 'taskset';
  return { seat, name, command: onProcessor(program, processor, shell, command) };
}

/** Failures are remembered and not repeated in each game. */
function kwgFiles(): (request: SeatRequest) => string | undefined {
  const without = new Set<string>();
  return ({ kwg = false, lexicon }) => {
    if (!kwg || !lexicon || lexicon.isTemporary || without.has(lexicon.sha256)) return undefined;
    const file = cachedKwg(lexicon);
    if (file === undefined) without.add(lexicon.sha256);
    return file;
  };
}

/** The default of a shell without a PATH. */
const SHELL_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

function environmentOf(
  { game, players, lexicon, seed }: SeatRequest,
  kwgFile: string | undefined,
  commandFolder: string | undefined,
  { PATH }: NodeJS.ProcessEnv,
): Record<string, string> {
  return {
    WORDHOST_GAME_NAME: game,
    WORDHOST_PLAYERS: String(players),
    ...(lexicon && { WORDHOST_DICTIONARY: lexicon.path }),
    ...(kwgFile && { WORDHOST_KWG: kwgFile }),
    WORDHOST_PLAYER_SEED: String(seed),
    ...(commandFolder && {
      PATH: [commandFolder, PATH ?? SHELL_PATH].filter((each) => each !== '').join(':'),
    }),
  };
}

/**
 * Starts all players of a game in parallel. Listeners are called only after this has returned and the loop
 * has turned. A player that cannot be started is a seat that is gone, with the reason. Rejects with a
 * `HostFailure` if the host fails. Disposal dismisses every player and ends everything that they started.
 */
export async function openSeats(
  plans: readonly SeatPlan[],
  hosting: ProcessOptions,
  listenerOf: (seat: Seat) => SeatListener,
): Promise<OpenedSeats> {
  // This must come first: with running players, a control group can no longer be prepared.
  const isByKernel =
    hosting.pollsMemory !== true &&
    [hosting.memoryCap, ...plans.map(({ own }) => own?.memoryCap)].some((cap) => cap !== undefined);
  const groups = isByKernel ? await memoryGroups(hosting.sandbox) : undefined;
  const [sandbox, launcher] = await Promise.all([
    probeSandbox(hosting.sandbox),
    launcherFor(hosting.sandbox),
  ]);
  if ('problem' in sandbox) throw new HostFailure(`cannot start players: ${sandbox.problem}`);
  const shell = findProgram(hosting.shell);
  if (shell === undefined)
    throw new HostFailure(`cannot start players: cannot find the shell ${hosting.shell} (--shell)`);
  const tools = await toolsOf(sandbox, launcher, groups, shell);
  const host = hosting.inherited ?? { ...process.env };
  const opening = plans.map((plan) =>
    openSeat(plan, { ...hosting, ...plan.own }, listenerOf(plan.seat), host, tools),
  );
  const seats = await allOrNone(opening);
  setImmediate(() => {
    for (const seat of seats) seat.begin();
  });
  return { seats, [Symbol.asyncDispose]: () => closeAll(seats) };
}

/** If one seat fails, the others are ended. */
async function allOrNone(opening: readonly Promise<ProcessSeat>[]): Promise<readonly ProcessSeat[]> {
  const opened = await Promise.allSettled(opening);
  const seats = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failed = opened.find((one) => one.status === 'rejected');
  if (failed === undefined) return seats;
  await closeAll(seats);
  throw failed.reason;
}

async function closeAll(seats: readonly ProcessSeat[]): Promise<void> {
  for (const seat of seats) seat.dismiss();
  await Promise.all(seats.map(({ ended }) => ended));
}

interface Tools extends UsableSandbox {
  readonly shell: string;
  readonly launcher: Launcher;
  readonly groups: MemoryGroups | undefined;
  /** Variables that the sandbox needs. */
  readonly reaperMark: Readonly<Record<string, string>>;
  readonly orphans: OrphanList | undefined;
}

async function toolsOf(
  usable: UsableSandbox,
  launcher: Launcher,
  groups: MemoryGroups | undefined,
  shell: string,
): Promise<Tools> {
  const around = await aroundPlayers(usable.sandbox, launcher).catch((error: Error) => {
    throw new VoidMatch(`cannot start players: ${faultInWords(error)}`);
  });
  return { ...usable, shell, launcher, groups, ...around };
}

async function aroundPlayers({ needsReaper, namespace }: Sandbox, launcher: Launcher) {
  const [reaperMark, orphans] = await Promise.all([
    needsReaper ? markOfReaper(launcher) : {},
    namespace ? undefined : launcher.orphans(),
  ]);
  return { reaperMark, orphans };
}

/** Rejects if the host fails, which is no player's fault. */
async function openSeat(
  plan: SeatPlan,
  hosting: ProcessOptions,
  listener: SeatListener,
  host: NodeJS.ProcessEnv,
  tools: Tools,
): Promise<ProcessSeat> {
  const { cwd, game, memoryCap } = hosting;
  const { groups, launcher, sandbox, reaperMark } = tools;
  const { level } = sandbox;
  const find = level === 'strict' ? strictEnvironment : playerEnvironment;
  const environment = find(host, hosting, plan.seat, reaperMark);
  const problem = unstartable(plan.command, environment, cwd);
  if (problem !== undefined) return unstartedSeat(level, problem, listener, hosting.clock);
  if (plan.unprepared !== undefined) {
    const { problem, output } = plan.unprepared;
    return unstartedSeat(level, problem, listener, hosting.clock, output);
  }
  const group = memoryCap === undefined ? undefined : groups?.groupFor(game, plan.seat, memoryCap);
  const needsGroup = level === 'strict' && memoryCap !== undefined && hosting.pollsMemory !== true;
  if (needsGroup && group === undefined)
    throw new HostFailure(`cannot start players: --memory: ${withoutGroup()}`);
  const slot = await launcher.slot().catch(async (error: Error) => {
    await group?.remove();
    throw new VoidMatch(`cannot start player ${plan.seat}: ${faultInWords(error)}`);
  });
  const user = sandbox.takeUser?.(hosting.strict ?? leastRequest);
  if (user !== undefined) slot.giveTo(user.id);
  return new LiveSeat(plan, hosting, listener, {
    ...tools,
    environment,
    slot,
    group,
    user,
  });
}

/** Starts early what the first player would wait for. Failures repeat and are reported when it is needed. */
export function prepareStarts(sandbox: ProcessOptions['sandbox']): void {
  const begun = sandbox === 'strict' ? prepareStrict() : prepareFor(sandbox);
  void begun.catch(() => {});
}

/** The level is tried with what players are to see, which is not known yet. */
async function prepareStrict(): Promise<void> {
  const launcher = await launcherFor('strict');
  await aroundPlayers(strict, launcher);
}

async function prepareFor(level: ProcessOptions['sandbox']): Promise<void> {
  const [probed, launcher] = await Promise.all([probeSandbox(level), launcherFor(level)]);
  if (!('problem' in probed)) await aroundPlayers(probed.sandbox, launcher);
}

/** A seat that is gone from the beginning. */
function unstartedSeat(
  sandbox: SandboxLevel,
  problem: string,
  listener: SeatListener,
  clock: () => Nanos,
  stderr = '',
): ProcessSeat {
  const ended = Promise.withResolvers<Ending>();
  let dismissed = false;
  return {
    processes: { sandbox },
    ended: ended.promise,
    begin() {
      if (!dismissed) listener.gone({ cause: 'crashed', ...unknownStatus, problem }, clock());
    },
    send() {},
    pause() {},
    resume() {},
    readInSmallPieces() {},
    hangUp() {},
    dismiss() {
      dismissed = true;
      const unknown = { ...unknownStatus, ...unknownUsage };
      ended.resolve({ processes: { ...unknown, killed: false, stderr, survivors: 0 } });
    },
  };
}

/** The kernel's limit for a word of a command line, its end included. */
const LONGEST_WORD = 131_072;

/** Returns why the system would refuse to start this. The system itself would not say why. */
export function unstartable(
  command: string,
  { broken }: Pick<PlayerEnvironment, 'broken'>,
  cwd: string | undefined,
): string | undefined {
  if (command.includes('\0')) return 'the command contains a NUL character, which a shell cannot receive';
  const length = Buffer.byteLength(command);
  if (length + 2 > LONGEST_WORD)
    return `the command is ${length} bytes long, but the system allows at most ${LONGEST_WORD - 2} (E2BIG)`;
  if (broken !== undefined)
    return `the variable ${broken} contains a NUL character, which a program cannot receive`;
  return cwd === undefined ? undefined : unenterable(cwd);
}

function unenterable(folder: string): string | undefined {
  try {
    accessSync(folder, constants.X_OK);
    return statSync(folder).isDirectory() ? undefined : `${folder} is not a folder (--cwd)`;
  } catch (error) {
    return `cannot enter the folder ${folder} (--cwd): ${faultInWords(error as Error)}`;
  }
}
