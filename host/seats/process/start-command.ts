import { realpathSync } from 'node:fs';
import type { MemoryGroup } from './cgroups/memory-group.ts';
import type { Hosting, SeatPlan } from './hosting.ts';
import type { Launcher } from './launcher/launcher.ts';
import type { Slot } from './launcher/slot.ts';
import { type CommandListener, StartedCommand } from './launcher/started-command.ts';
import { marks, type PlayerEnvironment } from './player-environment.ts';
import type { OrphanList } from './processes/orphan-list.ts';
import type { PlayerUser } from './sandbox/player-users.ts';
import type { StartPrograms } from './sandbox/probe-sandbox.ts';
import { leastRequest, type Sandbox } from './sandbox/sandbox.ts';
import { startOrders } from './start-orders.ts';
import { programAlone } from './starting/program-alone.ts';

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
  { cwd, game, batch = true, strict = leastRequest }: Hosting,
  { sandbox, launcher, programs, shell, slot, reaperMark, group, user, environment }: SeatTools,
  listener: CommandListener,
): StartedCommand {
  const plan = {
    sandbox,
    surroundings: {
      cwd: sandbox.level === 'strict' ? realpathSync(cwd ?? '.') : (cwd ?? '.'),
      dictionary: environment.get('WORDHOST_DICTIONARY'),
      kwg: environment.get('WORDHOST_KWG'),
      strict,
      groups: group?.mounts,
      user: user?.id,
    },
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

/** Part of the command line of the supervisor of a player. */
export const tokenOf = (game: string, seat: number) => `${game}-${seat}`;
