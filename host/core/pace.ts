/** The number of finished parts of some work, and the seconds that they took. */
export interface Pace {
  readonly done: number;
  readonly seconds: number;
}

/** Parts per second, or undefined before the first part is finished. */
export function rateOf({ done, seconds }: Pace): number | undefined {
  return done > 0 && seconds > 0 ? done / seconds : undefined;
}

/** The seconds that more parts will take at this rate, or undefined while the rate is unknown. */
export function secondsLeft(pace: Pace, parts: number | undefined): number | undefined {
  const rate = rateOf(pace);
  return rate === undefined || parts === undefined ? undefined : parts / rate;
}
