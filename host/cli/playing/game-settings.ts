import { limitOptions } from '../../games/kit/limit-options.ts';
import type { OptionValues } from '../../games/kit/option.ts';
import type { commonOptions } from '../../settings/common-options.ts';
import { fieldsOf } from '../../settings/fields.ts';
import { hostingOptions } from '../../settings/hosting-options.ts';
import { outputOptions } from '../../settings/output-options.ts';
import { seriesOptions } from '../../settings/series-options.ts';

export type GameSettings = ReturnType<typeof gameSettings>;

/** What the options of the platform set, by whom they are for. */
export function gameSettings(options: OptionValues<typeof commonOptions>) {
  const output = fieldsOf(outputOptions, options);
  return {
    series: fieldsOf(seriesOptions, options),
    // An empty text takes back what a file says.
    output: { ...output, recordBad: output.recordBad || undefined },
    limits: fieldsOf(limitOptions, options),
    hosting: fieldsOf(hostingOptions, options),
  };
}
