import { join } from 'node:path';
import { packageRoot } from '../../../files/package-root.ts';

/** Where the package has the filter of system calls for a processor, as Node names it: made once, when the package is. */
export function filterFile(network: boolean, processor: string = process.arch): string {
  const name = network ? `${processor}-network` : processor;
  return join(packageRoot() ?? '.', 'dist', 'calls', `${name}.bpf`);
}
