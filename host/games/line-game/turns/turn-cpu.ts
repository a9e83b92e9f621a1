import type { Nanos } from '../../../core/units.ts';

const SECOND = 1e9;

/** The limit of processor time in a turn, the same for all games in turns. */
export const turnCpuOption = {
  kind: 'duration',
  default: Number.POSITIVE_INFINITY,
  min: SECOND / 100,
  max: 86_400 * SECOND,
  none: true,
  help: 'limit of the processor time of all processes of a player in a turn, with the same margin; more is a timeout',
} as const;

/** With the margin, which is for the ticks of the system here. */
export function allowedCpu(options: { readonly 'turn-cpu'?: Nanos; readonly margin?: Nanos }): Nanos {
  return (options['turn-cpu'] ?? Number.POSITIVE_INFINITY) + (options.margin ?? 0);
}
