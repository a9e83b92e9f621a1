import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { letterAOptions, quick } from './letter-a.ts';

const taskset = spawnSync('taskset', ['-c', '0', 'true']).status === 0;

export const skip = existsSync('/proc/self/schedstat')
  ? !taskset && 'there is no taskset here'
  : 'this system does not count how long threads wait';

const busy = 'while :; do :; done';

/** Is never ready, because three of its own processes crowd one processor. */
export const crowd = `taskset -c 0 sh -c '${busy} & ${busy} & ${busy}'`;
export const crowdOnce = `if [ -e played ]; then ${quick}; fi; touch played; ${crowd}`;

export const options: readonly string[] = [
  ...letterAOptions,
  ...['--bunch', 'last-bunch', '--ready-timeout', '2s', '--seed', '7', '--json'],
];
export const again = [...options, '--replay-overloaded=1'];
