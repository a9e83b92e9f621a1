import type { OptionTable } from '../../../games/kit/option.ts';
import { commonOptions } from '../../../settings/common-options.ts';
import { heldOptions } from '../../../settings/sandbox-options.ts';

const SECOND = 1e9;

export const checkOptions = {
  only: {
    kind: 'list',
    default: [],
    value: 'N|TEXT',
    help: 'only the step of this number, or those with this in their names; may be given again',
  },
  list: { kind: 'flag', default: false, help: 'show the steps, and check nothing' },
  json: { kind: 'flag', default: false, help: 'one JSON object a step on standard output' },
  tap: { kind: 'flag', default: false, help: 'the Test Anything Protocol on standard output' },
  timeout: {
    kind: 'duration',
    default: 5 * SECOND,
    min: SECOND / 100,
    max: 600 * SECOND,
    help: 'what the bot has for an answer, and is told that it has',
  },
  dictionary: commonOptions.dictionary,
  'ready-timeout': commonOptions['ready-timeout'],
  grace: commonOptions.grace,
  shell: commonOptions.shell,
  cwd: commonOptions.cwd,
  ...heldOptions,
} as const satisfies OptionTable;
