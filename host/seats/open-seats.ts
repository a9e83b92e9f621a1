import type { Seat } from '../tabletop/units.ts';
import { guardThisRun } from './holds/guardian.ts';
import { leastWishes } from './holds/hold.ts';
import type { PlayerUser } from './holds/player-users.ts';
import { probeSandbox, type Sandbox } from './holds/probe-sandbox.ts';
import type { Hosting, SeatPlan } from './hosting.ts';
import { type MemoryGroups, memoryGroups, WITHOUT_GROUP } from './limits/memory-groups.ts';
import { LiveSeat, type OpenedSeat } from './live-seat.ts';
import { makePipes, openPipes, type PipeFolder } from './pipes/player-pipes.ts';
import type { Execa } from './player-command.ts';
import { findProgram } from './processes/find-program.ts';
import type { SeatHandle, SeatListener } from './seat.ts';
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
  const [sandbox, folder, { execa }] = await Promise.all([
    probeSandbox(hosting.sandbox),
    makePipes(plans.length),
    // It takes longer to load than anything else does here.
    import('execa'),
  ]);
  const users = plans.map(() =>
    'hold' in sandbox ? sandbox.hold.takeUser?.(hosting.strict ?? leastWishes) : undefined,
  );
  const tools = { sandbox, folder, execa, groups, users };
  const seats = plans.map((plan, index) => openSeat(plan, index, hosting, listenerOf(plan.seat), tools));
  setImmediate(() => {
    for (const seat of seats) seat.begin();
  });
  return { seats, [Symbol.asyncDispose]: () => closeAll(seats, folder, users) };
}

async function closeAll(
  seats: readonly OpenedSeat[],
  folder: PipeFolder,
  users: Tools['users'],
): Promise<void> {
  for (const seat of seats) seat.dismiss();
  await Promise.all(seats.map(({ ended }) => ended));
  for (const user of users) user?.release();
  folder.remove();
}

interface Tools {
  readonly sandbox: Sandbox;
  readonly folder: PipeFolder;
  readonly execa: Execa;
  readonly groups: MemoryGroups | undefined;
  /** By index: where players are not the host's user. */
  readonly users: readonly (PlayerUser | undefined)[];
}

function openSeat(
  plan: SeatPlan,
  index: number,
  hosting: Hosting,
  listener: SeatListener,
  { sandbox, folder, execa, groups, users }: Tools,
): OpenedSeat {
  const rung = 'rung' in sandbox ? sandbox.rung : hosting.sandbox === 'auto' ? 'off' : hosting.sandbox;
  const unstarted = (problem: string) => {
    folder.opened();
    return unstartedSeat(rung, problem, listener, hosting.clock);
  };
  if ('problem' in sandbox) return unstarted(sandbox.problem);
  if (folder.problem !== undefined) return unstarted(folder.problem);
  // The system would refuse these without saying why.
  if (plan.command.includes('\0'))
    return unstarted('the command holds a NUL character: no shell can be given it');
  const shell = findProgram(hosting.shell);
  if (!shell) return unstarted(`there is no shell ${hosting.shell} that could be run (--shell)`);
  const group =
    hosting.memoryCap === undefined
      ? undefined
      : groups?.groupFor(hosting.game, plan.seat, hosting.memoryCap);
  const user = users[index];
  if (rung === 'strict' && hosting.memoryCap !== undefined && group === undefined)
    return unstarted(`--memory: ${WITHOUT_GROUP}`);
  try {
    const guard = sandbox.hold.guarded ? guardThisRun(execa) : {};
    const pipes = openPipes(folder.path(index), user?.id);
    const pipesOpened = () => folder.opened();
    const { hold } = sandbox;
    const batch = hosting.batch === false ? undefined : sandbox.batch;
    const tools = { hold, batch, shell, execa, pipes, guard, group, pipesOpened, user: user?.id };
    return new LiveSeat(plan, hosting, listener, tools);
  } catch (error) {
    void group?.remove();
    return unstarted((error as Error).message);
  }
}
