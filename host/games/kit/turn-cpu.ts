import type { Nanos } from '../../core/units.ts';

/** With the margin, which is for the ticks of the system here. */
export function allowedCpu(options: { readonly 'turn-cpu'?: Nanos; readonly margin?: Nanos }): Nanos {
  return (options['turn-cpu'] ?? Number.POSITIVE_INFINITY) + (options.margin ?? 0);
}
