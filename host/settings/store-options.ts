import type { OptionTable } from '../games/kit/option.ts';

/** Where the games of many are kept. */
export const storeOptions = {
  store: {
    kind: 'text',
    default: undefined,
    value: 'FILE',
    help: 'store for the results and records of the games; the same command with it goes on where it ended',
    everyday: true,
  },
  records: {
    kind: 'flag',
    default: true,
    help: 'with --store: records are kept in it (turn off: --no-records)',
  },
} as const satisfies OptionTable;
