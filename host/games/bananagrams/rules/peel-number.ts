/** Numbers on the wire go from 001 to 999, then 000, then 001 again. */
const ROUND = 1000;
/** How many numbers before the next one are old; all others are future. */
const REMEMBERED = 500;

/** The next free number, when so many peels have been accepted. */
export function numberAfter(peels: number): number {
  return (peels + 1) % ROUND;
}

export function ageOf(number: number, peels: number): 'old' | 'current' | 'future' {
  const back = (numberAfter(peels) - number + ROUND) % ROUND;
  if (back === 0) return 'current';
  return back <= Math.min(REMEMBERED, peels) ? 'old' : 'future';
}
