import { UsageError } from '../core/errors.ts';
import type { Call } from './command.ts';

type Renamed = Pick<Call, 'placeHere' | 'textsOf'> & { readonly options: object };

/** The value of an option, which may have come by its old name. */
export function eitherName<Value>(
  { options, placeHere, textsOf }: Renamed,
  name: string,
  old: string,
): Value {
  const values = options as Readonly<Record<string, unknown>>;
  refuseBoth(placeHere, [name], old);
  const isOld = placeHere(name) === undefined && textsOf(old) !== undefined;
  return values[isOld ? old : name] as Value;
}

/** An old option that stands for some others cannot be given beside them. */
export function refuseBoth(placeHere: Call['placeHere'], names: readonly string[], old: string): void {
  const here = names.map((name) => placeHere(name)).filter((place) => place !== undefined);
  const before = placeHere(old);
  if (before !== undefined && here.length > 0)
    throw new UsageError(`${here.join(' and ')}, and ${before}, its old name: use one or the other`);
}
