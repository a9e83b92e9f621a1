import { limitOptions } from '../games/kit/limit-options.ts';
import type { SettingTable } from './fields.ts';
import { hostingOptions } from './hosting-options.ts';
import { outputOptions } from './output-options.ts';
import { seriesOptions } from './series-options.ts';

/** What every game takes. */
export const commonOptions = {
  ...seriesOptions,
  ...outputOptions,
  ...limitOptions,
  ...hostingOptions,
} as const satisfies SettingTable;
