import { UsageError } from '../../core/usage-error.ts';
import { keepHostTo, ownProcessors } from '../../seats/process/processes/pinning.ts';

/** With `--pin`: the processors of the players. From now on the host uses only the others. */
export function pinned(pin: boolean, players: number): readonly number[] | undefined {
  if (!pin) return undefined;
  const own = ownProcessors(players);
  if (!own.ok) throw new UsageError(`--pin: ${own.problem}`);
  const problem = keepHostTo(own.program, own.host);
  if (problem !== undefined) throw new UsageError(`--pin: taskset failed: ${problem}`);
  return own.players;
}
