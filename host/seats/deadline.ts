import { LONGEST_TIMER_MS } from '../core/units.ts';

const pending = new Set<Deadline>();
let timer: NodeJS.Timeout | undefined;
/** When it rings: the first of the deadlines is not before. */
let ringsAt = Number.POSITIVE_INFINITY;

/**
 * Calls back after some time, unless it is disposed of before. What came in time is read first, also by a process that had no
 * processor in between. All have one timer: most are disposed of long before it rings.
 */
export class Deadline implements Disposable {
  readonly at: number;
  readonly act: () => void;

  constructor(ms: number, act: () => void) {
    this.at = performance.now() + ms;
    this.act = act;
    // While none is pending, a process may end.
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
