import { onServer } from './relations.ts';

/** The options for a farm, in commands that play many games. */
export const farmOptions = {
  weight: {
    kind: 'count',
    default: 1,
    min: 1,
    max: 1000,
    relations: [{ requires: 'store', is: onServer, because: 'workers play for several runs there' }],
    help: 'with --store postgres://…: share of the workers if several runs use them',
  },
} as const;

/** `--jobs 0` of those commands. */
export const onlyWorkers = {
  when: 0,
  requires: 'store',
  is: onServer,
  from: 'anywhere',
  because: 'other workers play (wordhost worker)',
} as const;
