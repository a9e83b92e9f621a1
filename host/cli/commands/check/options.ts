import { limitOptions } from '../../../games/kit/limit-options.ts';
import type { OptionTable } from '../../../games/kit/option.ts';
import { dictionaryOptions } from '../../../settings/dictionary-options.ts';
import { hostingOptions } from '../../../settings/hosting-options.ts';
import { outputOptions } from '../../../settings/output-options.ts';

const SECOND = 1e9;

export const checkOptions = {
  only: {
    kind: 'list',
    default: [],
    value: 'N|TEXT',
    help: 'number of a step to run, or a part of the names of steps; repeatable',
  },
  list: { kind: 'flag', default: false, help: 'list of the steps, without running them' },
  json: { kind: 'flag', default: false, help: 'one JSON object for each step on standard output' },
  junit: outputOptions.junit,
  tap: outputOptions.tap,
  markdown: outputOptions.markdown,
  out: {
    kind: 'text',
    default: undefined,
    value: 'DIR',
    help: 'folder for a page for each bot, with all its steps',
  },
  timeout: {
    kind: 'duration',
    default: 5 * SECOND,
    min: SECOND / 100,
    max: 600 * SECOND,
    help: 'time limit for each answer, of which the bot is told',
  },
  ...dictionaryOptions,
  'ready-timeout': limitOptions['ready-timeout'],
  ...hostingOptions,
} as const satisfies OptionTable;
