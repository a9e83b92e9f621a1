import { readProc } from '../../host/seats/process/processes/proc.ts';

/**
 * The processor time, in milliseconds since its start, that a virtual machine wanted and that its host gave to others. While it
 * is taken nothing here runs, so no process can say that it waited. 0 where the system does not count it.
 */
export function stolenMs(): number {
  // user, nice, system, idle, iowait, irq and softirq are before it, in hundredths of a second.
  const [, hundredths = 0] = /^cpu +(?:\d+ ){7}(\d+)/.exec(readProc('stat') ?? '') ?? [];
  return Number(hundredths) * 10;
}
