import { type BriefFailure, runBriefly } from '../processes/run-briefly.ts';
import type { Hold, Surroundings } from './sandbox.ts';

const OPEN = 'exec 9<"$0" && exec "$@"';

/** Runs a small program of the system to its end, held as a player would be. Answers with what went wrong, if anything. */
export function tryHeld(
  hold: Hold,
  argv: readonly string[],
  surroundings: Surroundings,
  before: readonly string[] = [],
): Promise<BriefFailure | undefined> {
  const file = hold.reads?.(surroundings);
  const opened = file === undefined ? [] : ['/bin/sh', '-c', OPEN, file];
  return runBriefly([...opened, ...before, ...hold.wrap(argv, surroundings)]);
}
