import { boggleOptions, type Options } from '../../../games/boggle/options.ts';
import { settleOptions } from '../../../settings/settle-options.ts';

const defaults: Options = settleOptions(boggleOptions, []);

/** On the web two take turns. */
export const webOptions = (own: Partial<Options>): Options => ({ ...defaults, ...own, rules: 'turns' });
