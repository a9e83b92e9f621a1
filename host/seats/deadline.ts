import { LONGEST_TIMER_MS } from '../core/units.ts';

const pending = new Set<Deadline>();
let timer: NodeJS.Timeout | undefined;
/** The timer rings here. No deadline is earlier. */
let ringsAt = Number.POSITIVE_INFINITY;

/**
 * Calls back after some time, unless it is disposed of before. Pending input is read first, even after a wait
 * for a processor. All deadlines share one timer, because most are disposed of long before it rings.
 */
export class Deadline implements Disposable {
  readonly at: number;
  readonly act: () => void;

  constructor(ms: number, act: () => void) {
    this.at = performance.now() + ms;
    this.act = act;
    // The process may end while no deadline is pending.
    if (pending.size === 0) timer?.ref();
    pending.add(this);
    if (this.at < ringsAt) setTimer(this.at);
  }

  [Symbol.dispose](): void {
    if (pending.delete(this) && pending.size === 0) timer?.unref();
  }
}

function setTimer(at: number): void {
  clearTimeout(timer);
  ringsAt = at;
  const afterReading = () => setImmediate(ring);
  timer = setTimeout(
    afterReading,
    Math.min(Math.max(0, Math.ceil(at - performance.now())), LONGEST_TIMER_MS),
  );
}

function ring(): void {
  clearTimeout(timer);
  timer = undefined;
  ringsAt = Number.POSITIVE_INFINITY;
  const now = performance.now();
  let next = Number.POSITIVE_INFINITY;
  const due: Deadline[] = [];
  for (const deadline of pending) {
    if (deadline.at > now) next = Math.min(next, deadline.at);
    else due.push(deadline);
  }
  for (const deadline of due.sort((one, other) => one.at - other.at))
    if (pending.delete(deadline)) deadline.act();
  if (next < ringsAt) setTimer(next);
}
