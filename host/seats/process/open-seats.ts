import type { Seat } from '../../core/units.ts';
import type { SeatHandle, SeatListener } from '../../match/seat.ts';
import type { Hosting, SeatPlan } from './hosting.ts';
import type { Launcher } from './launcher/launcher.ts';
import { launcherFor } from './launcher/this-run.ts';
import { type MemoryGroups, memoryGroups, WITHOUT_GROUP } from './limits/memory-groups.ts';
import { LiveSeat, type OpenedSeat } from './live-seat.ts';
import { playerEnvironment, strictEnvironment } from './player-environment.ts';
import { findProgram } from './processes/find-program.ts';
import type { OrphanList } from './processes/orphan-list.ts';
import { type Held, probeSandbox } from './sandbox/probe-sandbox.ts';
import { guardThisRun } from './sandbox/reaper.ts';
import { leastRequest } from './sandbox/sandbox.ts';
import { unstartable } from './unstartable.ts';
import { unstartedSeat } from './unstarted-seat.ts';

export interface SeatTable extends AsyncDisposable {
  /** In the order of the plans. */
  readonly seats: readonly SeatHandle[];
}

/**
 * Starts all players of a game, side by side. Listeners are told nothing before the turn of the loop after this
 * has returned. A player that could not be started is a seat that is gone, with the reason. What is opened here is
 * closed when the table is disposed of: every player dismissed, all that they started gone.
 */
export async function openSeats(
  plans: readonly SeatPlan[],
  hosting: Hosting,
  listenerOf: (seat: Seat) => SeatListener,
): Promise<SeatTable> {
  // It must come first: with something started, a control group may not be made ready any more.
  const groups = hosting.memoryCap === undefined ? undefined : await memoryGroups();
  const [sandbox, launcher] = await Promise.all([
    probeSandbox(hosting.sandbox),
    launcherFor(hosting.sandbox),
  ]);
  const tools = 'problem' in sandbox ? sandbox.problem : await toolsOf(sandbox, launcher, groups);
  const opened = plans.map((plan) => openSeat(plan, hosting, listenerOf(plan.seat), tools));
  const seats = await Promise.all(opened);
  setImmediate(() => {
    for (const seat of seats) seat.begin();
  });
  return { seats, [Symbol.asyncDispose]: () => closeAll(seats) };
}

async function closeAll(seats: readonly OpenedSeat[]): Promise<void> {
  for (const seat of seats) seat.dismiss();
  await Promise.all(seats.map(({ ended }) => ended));
}

interface Tools {
  readonly sandbox: Held;
  readonly launcher: Launcher;
  readonly groups: MemoryGroups | undefined;
  /** More for the environment, where the hold needs it. */
  readonly guard: Readonly<Record<string, string>>;
  readonly orphans: OrphanList | undefined;
}

async function toolsOf(sandbox: Held, launcher: Launcher, groups: MemoryGroups | undefined): Promise<Tools> {
  const { namespace, guarded } = sandbox.hold;
  const [guard, orphans] = await Promise.all([
    guarded ? guardThisRun(launcher) : {},
    namespace ? undefined : launcher.orphans(),
  ]);
  return { sandbox, launcher, groups, guard, orphans };
}

async function openSeat(
  plan: SeatPlan,
  hosting: Hosting,
  listener: SeatListener,
  tools: Tools | string,
): Promise<OpenedSeat> {
  const asked = hosting.sandbox === 'auto' ? 'off' : hosting.sandbox;
  const level = typeof tools === 'string' ? asked : tools.sandbox.level;
  const unstarted = (problem: string) => unstartedSeat(level, problem, listener, hosting.clock);
  if (typeof tools === 'string') return unstarted(tools);
  const shell = findProgram(hosting.shell);
  if (!shell) return unstarted(`there is no shell ${hosting.shell} that could be run (--shell)`);
  const { cwd, game, memoryCap } = hosting;
  const { groups, launcher, sandbox, guard } = tools;
  const find = level === 'strict' ? strictEnvironment : playerEnvironment;
  const environment = { ...find(process.env, hosting, plan.seat), ...guard };
  const problem = unstartable(plan.command, environment, cwd);
  if (problem !== undefined) return unstarted(problem);
  const group = memoryCap === undefined ? undefined : groups?.groupFor(game, plan.seat, memoryCap);
  if (level === 'strict' && memoryCap !== undefined && group === undefined)
    return unstarted(`--memory: ${WITHOUT_GROUP}`);
  const slot = await launcher.slot().catch((error: Error) => error);
  if (slot instanceof Error) {
    void group?.remove();
    return unstarted(`no pipes could be made for it: ${slot.message}`);
  }
  const user = sandbox.hold.takeUser?.(hosting.strict ?? leastRequest);
  if (user !== undefined) slot.giveTo(user.id);
  return new LiveSeat(plan, hosting, listener, {
    ...tools,
    hold: sandbox.hold,
    programs: hosting.batch === false ? { ...sandbox.programs, chrt: undefined } : sandbox.programs,
    environment,
    shell,
    slot,
    group,
    user,
  });
}
