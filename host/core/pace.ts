/** How much of some work is done, in equal parts, and how many seconds it took. */
export interface Pace {
  readonly done: number;
  readonly seconds: number;
}

/** Parts a second. None before the first one is done. */
export function rateOf({ done, seconds }: Pace): number | undefined {
  return done > 0 && seconds > 0 ? done / seconds : undefined;
}

/** How many seconds so many more parts take at this rate. None while it is not known. */
export function secondsLeft(pace: Pace, parts: number | undefined): number | undefined {
  const rate = rateOf(pace);
  return rate === undefined || parts === undefined ? undefined : parts / rate;
}
