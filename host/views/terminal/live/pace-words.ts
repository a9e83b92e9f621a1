const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A length of time for people, to two digits or so: `45 s`, `12 min`, `3.2 h`, `4.1 days`. */
export function roughTime(seconds: number): string {
  if (seconds < 100) return `${Math.ceil(seconds)} s`;
  if (seconds < 100 * MINUTE) return `${Math.ceil(seconds / MINUTE)} min`;
  return seconds < 3 * DAY ? `${(seconds / HOUR).toFixed(1)} h` : `${(seconds / DAY).toFixed(1)} days`;
}

/** How long a game takes, also a short one: `85 ms`, `0.12 s`, `3.4 s`. */
export function timeOfGame(seconds: number): string {
  if (seconds < 0.1) return `${Math.max(1, Math.round(1000 * seconds))} ms`;
  if (seconds < 1) return `${seconds.toFixed(2)} s`;
  return seconds < 10 ? `${seconds.toFixed(1)} s` : roughTime(seconds);
}

/** So many a second, or what is less a minute or an hour. */
export function rateWords(perSecond: number): string {
  if (perSecond >= 1) return `${perSecond.toFixed(perSecond < 100 ? 1 : 0)}/s`;
  const perMinute = perSecond * MINUTE;
  if (perMinute >= 1) return `${perMinute.toFixed(perMinute < 10 ? 1 : 0)}/min`;
  return `${(perSecond * HOUR).toFixed(1)}/h`;
}

export function leftWords(seconds: number | undefined): string {
  return seconds === undefined ? 'time left unknown' : `${roughTime(seconds)} left`;
}

/** An estimate to two digits: what follows them would pretend to be known. */
export function roughCount(count: number): number {
  return Number(count.toPrecision(2));
}
