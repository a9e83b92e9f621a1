import { realpathSync } from 'node:fs';
import type { Hosting, SeatPlan } from './hosting.ts';
import type { Launcher } from './launcher/launcher.ts';
import { type StartPrograms, startOrders } from './launcher/orders.ts';
import type { Slot } from './launcher/slot.ts';
import type { MemoryGroup } from './limits/memory-group.ts';
import { type CommandListener, PlayerCommand } from './player-command.ts';
import { marks } from './player-environment.ts';
import type { OrphanList } from './processes/orphan-list.ts';
import type { PlayerUser } from './sandbox/player-users.ts';
import { type Hold, leastRequest } from './sandbox/sandbox.ts';

/** What one player is started with. */
export interface SeatTools {
  readonly hold: Hold;
  readonly programs: StartPrograms;
  /** As a path. */
  readonly shell: string;
  readonly launcher: Launcher;
  readonly slot: Slot;
  readonly orphans: OrphanList | undefined;
  readonly environment: Readonly<Record<string, string>>;
  /** Of it, what the hold needs. */
  readonly guard: Readonly<Record<string, string>>;
  /** Who it is, where that is not the host's user. */
  readonly user: PlayerUser | undefined;
  /** With which the kernel keeps its memory limited. */
  readonly group: MemoryGroup | undefined;
}

export function startCommand(
  { command, seat }: SeatPlan,
  { cwd, game, strict = leastRequest }: Hosting,
  { hold, launcher, programs, shell, slot, guard, group, user, environment }: SeatTools,
  listener: CommandListener,
): PlayerCommand {
  const plan = {
    hold,
    surroundings: {
      cwd: hold.level === 'strict' ? realpathSync(cwd ?? '.') : (cwd ?? '.'),
      dictionary: environment.WORDHOST_DICTIONARY,
      strict,
      groups: group?.mounts,
      user: user?.id,
    },
    command,
    shell,
    programs,
    cwd,
    group: group?.entrance,
    environment,
    marks: { ...marks(game, seat), ...guard },
    token: tokenOf(game, seat),
  };
  return new PlayerCommand(launcher, slot, startOrders(plan, slot), listener);
}

/** Stands in the command line of what keeps a player in its namespace. */
export const tokenOf = (game: string, seat: number) => `${game}-${seat}`;
