import { realpathSync } from 'node:fs';
import type { Hosting, OwnHosting } from '../../seats/process/hosting.ts';
import { leastRequest } from '../../seats/process/sandbox/sandbox.ts';
import { contains } from '../../seats/process/sandbox/strict-mounts.ts';

/** A player, and what it has of its own instead of what all have. */
export interface HostedPlayer {
  readonly name: string;
  readonly command: string;
  readonly own: Omit<OwnHosting, 'strict'>;
  /** Where that was said, for messages: `--cwd`, `match.yaml: players[1].cwd`. */
  readonly where: (setting: string) => string;
}

/** By name. A working directory that holds that of another player is shown without it. */
export function ownHosting(
  players: readonly HostedPlayer[],
  shared: string | undefined,
  { strict = leastRequest, variables }: Pick<Hosting, 'strict' | 'variables'>,
): ReadonlyMap<string, OwnHosting> {
  const folders = players.map(({ own }) => realpathSync(own.cwd ?? shared ?? '.'));
  return new Map(
    players.map(({ name, own }, index) => {
      const folder = folders[index]!;
      const others = folders.filter((each) => each !== folder && contains(folder, each));
      const hosting: OwnHosting = {
        ...own,
        ...(own.variables && { variables: { ...variables, ...own.variables } }),
        ...(others.length > 0 && { strict: { ...strict, hidden: [...strict.hidden, ...others] } }),
      };
      return [name, hosting];
    }),
  );
}
