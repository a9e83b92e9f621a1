import type { Nanos } from '../../../core/units.ts';
import type { Offence } from '../../../games/kit/verdict.ts';

/** What a player takes too much of. */
export type Excess =
  | { readonly of: 'memory'; readonly bytes: number; readonly byKernel: boolean }
  | { readonly of: 'processes' | 'files'; readonly most: number }
  /** Something of it is not in the control group that limits its memory. */
  | { readonly of: 'group' }
  /** It is no batch work any more, but this. */
  | { readonly of: 'scheduling'; readonly seen: string }
  | { readonly of: 'cpu'; readonly used: Nanos; readonly limit: Nanos };

/** The fault of a player that took too much of the machine. */
export function excessOffence(excess: Excess): Offence {
  switch (excess.of) {
    case 'memory':
      return { kind: 'memory', rule: 'resident', detail: tooMuchMemory(excess) };
    case 'group':
      return { kind: 'memory', rule: 'group', detail: LEFT_ITS_GROUP };
    case 'files':
      return { kind: 'flood', rule: 'files', detail: tooManyFiles(excess.most) };
    case 'processes':
      return { kind: 'flood', rule: 'processes', detail: tooManyProcesses(excess.most) };
    case 'cpu':
      return { kind: 'time', rule: 'player-cpu', detail: tooMuchTime(excess) };
    case 'scheduling':
      return { kind: 'time', rule: 'batch', detail: leftItsClass(excess.seen) };
    default:
      return excess satisfies never;
  }
}

function tooMuchMemory({ bytes, byKernel }: Excess & { readonly of: 'memory' }): string {
  const size = `${Math.ceil(bytes / 2 ** 20)} MiB`;
  return byKernel
    ? `its processes needed more than the ${size} of memory that --memory allows: the kernel ended it`
    : `its processes held ${size} of memory, more than --memory allows`;
}

const LEFT_ITS_GROUP =
  'a process of it left the control group with which the kernel keeps its memory limited (--memory)';

function tooManyFiles(most: number): string {
  return `made more than ${most} files and folders in /tmp or /dev/shm`;
}

function tooManyProcesses(most: number): string {
  return `had more than ${most} processes at once (--max-processes), or left as many behind`;
}

function leftItsClass(seen: string): string {
  return `is no batch work to the system any more, but ${seen}: so it comes before others (--require-batch)`;
}

function tooMuchTime({ used, limit }: Excess & { readonly of: 'cpu' }): string {
  const seconds = (nanos: number) => `${(nanos / 1e9).toFixed(2)} s`;
  return `its processes used ${seconds(used)} of processor time, more than the ${seconds(limit)} that --player-cpu allows`;
}
