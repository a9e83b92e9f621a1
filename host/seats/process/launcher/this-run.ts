import { HostFailure } from '../../../core/host-failure.ts';
import { faultWithPath } from '../../../files/output/fault-in-words.ts';
import type { SandboxLevel } from '../../../match/process-facts.ts';
import { inheritedDescriptors } from './inherited.ts';
import { Launcher } from './launcher.ts';
import type { Tried } from './launcher-script.ts';

const running = new Map<boolean, Promise<Launcher>>();

/**
 * The launcher of this run, started once; again where it has ended. Bots that nobody trusts get nothing of what the
 * host itself has from whoever started it. One that is started now begins with the first trial.
 */
export async function launcherFor(
  sandbox: 'auto' | SandboxLevel,
  first?: () => Tried | undefined,
): Promise<Launcher> {
  const withholds = sandbox === 'strict';
  const before = running.get(withholds);
  // The first is started at once, and not after what its caller has to do.
  const known = before === undefined ? undefined : await before.catch(() => undefined);
  if (known?.lives) return known;
  const started = Launcher.start(withholds ? inheritedDescriptors() : [], undefined, first);
  running.set(withholds, started);
  return await started.catch((error: Error) => {
    throw new HostFailure(`no player can be started: ${faultWithPath(error)}`);
  });
}
