import type { Nanos } from '../../../core/units.ts';
import { UsageError } from '../../../core/usage-error.ts';
import { readOption } from '../../../games/kit/option-text.ts';

const MOST = 12;
const spec = { kind: 'duration', default: 0, min: 1e3, max: 10e6, help: '' } as const;

/** `5us,10us` or `none`; the smallest first. */
export function readAdvantages(text: string): readonly Nanos[] {
  if (text === 'none') return [];
  const readings = text.split(',').map((part) => readOption(spec, part.trim()));
  const times = readings.flatMap((reading) => (reading.ok ? [reading.value as Nanos] : []));
  if (times.length < readings.length || times.length > MOST)
    throw new UsageError(
      `--advantages: expected none, or up to ${MOST} times from 1us to 10ms such as 5us,20us; got ${JSON.stringify(text)}`,
    );
  return [...new Set(times)].sort((one, other) => one - other);
}
