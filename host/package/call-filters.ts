import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { knownProcessors, seccompFilter } from '../seats/process/seccomp/filter.ts';
import { filterFile } from '../seats/process/seccomp/filter-file.ts';

/** The filters of system calls, for every processor: to make one takes as long as to start a player. */
export function makeCallFilters(): void {
  for (const processor of knownProcessors)
    for (const network of [false, true]) {
      const path = filterFile(network, processor);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, seccompFilter(network, processor));
    }
}
