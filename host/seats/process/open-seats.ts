import { HostFailure, VoidMatch } from '../../core/host-failure.ts';
import type { Seat } from '../../core/units.ts';
import { faultInWords } from '../../files/output/fault-in-words.ts';
import type { OpenedSeats, SeatListener } from '../../match/seat.ts';
import { type MemoryGroups, memoryGroups, WITHOUT_GROUP } from './cgroups/memory-groups.ts';
import type { Hosting, SeatPlan } from './hosting.ts';
import type { Launcher } from './launcher/launcher.ts';
import { markOfReaper } from './launcher/reaper.ts';
import { launcherFor } from './launcher/this-run.ts';
import { LiveSeat, type OpenedSeat } from './live-seat.ts';
import { playerEnvironment, strictEnvironment } from './player-environment.ts';
import { findProgram } from './processes/find-program.ts';
import type { OrphanList } from './processes/orphan-list.ts';
import { probeSandbox, type UsableSandbox } from './sandbox/probe-sandbox.ts';
import { leastRequest, type Sandbox } from './sandbox/sandbox.ts';
import { strict } from './sandbox/strict.ts';
import { unstartable, unstartedSeat } from './unstarted-seat.ts';

/**
 * Starts all players of a game, side by side. Listeners are told nothing before the turn of the loop after this
 * has returned. A player that could not be started is a seat that is gone, with the reason; where the host cannot do
 * its part, it rejects with a `HostFailure`, and nobody plays. What is opened here is closed when they are disposed
 * of: every player dismissed, all that they started gone.
 */
export async function openSeats(
  plans: readonly SeatPlan[],
  hosting: Hosting,
  listenerOf: (seat: Seat) => SeatListener,
): Promise<OpenedSeats> {
  // It must come first: with something started, a control group may not be made ready any more.
  const groups = isMemoryLimited(plans, hosting) ? await memoryGroups(hosting.sandbox) : undefined;
  const [sandbox, launcher] = await Promise.all([
    probeSandbox(hosting.sandbox),
    launcherFor(hosting.sandbox),
  ]);
  if ('problem' in sandbox) throw new HostFailure(`no player can be started: ${sandbox.problem}`);
  const shell = findProgram(hosting.shell);
  if (shell === undefined)
    throw new HostFailure(
      `no player can be started: there is no shell ${hosting.shell} that could be run (--shell)`,
    );
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

function isMemoryLimited(plans: readonly SeatPlan[], { memoryCap }: Hosting): boolean {
  return [memoryCap, ...plans.map(({ own }) => own?.memoryCap)].some((cap) => cap !== undefined);
}

/** Where one cannot be opened, nobody plays: the others are ended. */
async function allOrNone(opening: readonly Promise<OpenedSeat>[]): Promise<readonly OpenedSeat[]> {
  const opened = await Promise.allSettled(opening);
  const seats = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failed = opened.find((one) => one.status === 'rejected');
  if (failed === undefined) return seats;
  await closeAll(seats);
  throw failed.reason;
}

async function closeAll(seats: readonly OpenedSeat[]): Promise<void> {
  for (const seat of seats) seat.dismiss();
  await Promise.all(seats.map(({ ended }) => ended));
}

interface Tools extends UsableSandbox {
  readonly shell: string;
  readonly launcher: Launcher;
  readonly groups: MemoryGroups | undefined;
  /** More for the environment, where the sandbox needs it. */
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
    throw new VoidMatch(`no player could be started: ${faultInWords(error)}`);
  });
  return { ...usable, shell, launcher, groups, ...around };
}

/** What stands beside the players of a run where they have no namespace. */
async function aroundPlayers({ needsReaper, namespace }: Sandbox, launcher: Launcher) {
  const [reaperMark, orphans] = await Promise.all([
    needsReaper ? markOfReaper(launcher) : {},
    namespace ? undefined : launcher.orphans(),
  ]);
  return { reaperMark, orphans };
}

/** Rejects where the host cannot do its part: that is no fault of the player. */
async function openSeat(
  plan: SeatPlan,
  hosting: Hosting,
  listener: SeatListener,
  host: NodeJS.ProcessEnv,
  tools: Tools,
): Promise<OpenedSeat> {
  const { cwd, game, memoryCap } = hosting;
  const { groups, launcher, sandbox, reaperMark } = tools;
  const { level } = sandbox;
  const find = level === 'strict' ? strictEnvironment : playerEnvironment;
  const environment = find(host, hosting, plan.seat, reaperMark);
  const problem = unstartable(plan.command, environment, cwd);
  if (problem !== undefined) return unstartedSeat(level, problem, listener, hosting.clock);
  const group = memoryCap === undefined ? undefined : groups?.groupFor(game, plan.seat, memoryCap);
  if (level === 'strict' && memoryCap !== undefined && group === undefined)
    throw new HostFailure(`no player can be started: --memory: ${WITHOUT_GROUP}`);
  const slot = await launcher.slot().catch(async (error: Error) => {
    await group?.remove();
    throw new VoidMatch(`player ${plan.seat} could not be started: ${faultInWords(error)}`);
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

/** What the first player would have to wait for begins early. What fails here fails again, and is told, when it is needed. */
export function prepareStarts(sandbox: Hosting['sandbox']): void {
  const begun = sandbox === 'strict' ? prepareStrict() : prepareFor(sandbox);
  void begun.catch(() => {});
}

/** It is tried with what players are to see, which is not known yet. */
async function prepareStrict(): Promise<void> {
  const launcher = await launcherFor('strict');
  await aroundPlayers(strict, launcher);
}

async function prepareFor(level: Hosting['sandbox']): Promise<void> {
  const [probed, launcher] = await Promise.all([probeSandbox(level), launcherFor(level)]);
  if (!('problem' in probed)) await aroundPlayers(probed.sandbox, launcher);
}
