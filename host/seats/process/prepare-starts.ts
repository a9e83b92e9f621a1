import type { Hosting } from './hosting.ts';
import { launcherFor } from './launcher/this-run.ts';
import { probeSandbox } from './sandbox/probe-sandbox.ts';

/** What the first player would have to wait for begins early. What fails here fails again, and is told, when it is needed. */
export function prepareStarts(sandbox: Hosting['sandbox']): void {
  void probeSandbox(sandbox);
  void launcherFor(sandbox).catch(() => {});
}
