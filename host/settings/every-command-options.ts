import type { OptionTable } from '../games/kit/option.ts';

/** What every command takes. */
export const everyCommandOptions = {
  config: {
    kind: 'text',
    default: undefined,
    value: 'FILE',
    help: 'YAML or JSON file with options, and with the players of a game; options of the command line override it',
  },
  color: {
    kind: 'flag',
    default: true,
    help: 'no colours, on a terminal either',
  },
} as const satisfies OptionTable;
