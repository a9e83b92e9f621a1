import type { FieldsOf, SettingTable } from './fields.ts';
import { sandboxOptions } from './sandbox-options.ts';

const SECOND = 1e9;
const MINUTE = 60 * SECOND;

/** How players are run, wherever some are started. */
export const hostingOptions = {
  shell: {
    kind: 'text',
    default: '/bin/sh',
    value: 'FILE',
    sets: 'shell',
    help: 'shell that runs the commands',
  },
  cwd: {
    kind: 'list',
    default: [],
    value: 'DIR',
    sets: 'folders',
    help: 'working directory of the players; given once for each command, in order, each has its own',
  },
  farewell: {
    kind: 'duration',
    default: SECOND / 4,
    min: 0,
    max: 10 * MINUTE,
    sets: 'farewellNs',
    help: 'longest time that a player has to read how its game ended before SIGTERM; an offender has none',
  },
  grace: {
    kind: 'duration',
    default: SECOND,
    min: 0,
    max: 10 * MINUTE,
    sets: 'graceNs',
    help: 'time between SIGTERM and SIGKILL',
  },
  ...sandboxOptions,
} as const satisfies SettingTable;

export type HostingSettings = FieldsOf<typeof hostingOptions>;
