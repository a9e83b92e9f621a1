import { setTimeout } from 'node:timers/promises';
import type { Nanos } from '../../../core/units.ts';
import type { GateHabits } from '../../../match/gate.ts';

const cell = new Int32Array(new SharedArrayBuffer(4));

/** Without a poll before the gate there is no pause, either. */
export function restBefore(length: Nanos, flushes: boolean): NonNullable<GateHabits['rest']> {
  const milliseconds = length / 1e6;
  if (flushes) return () => setTimeout(milliseconds);
  return async () => void Atomics.wait(cell, 0, 0, milliseconds);
}
