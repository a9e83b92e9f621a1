import { findProgram } from '../processes/find-program.ts';

/**
 * The program that puts a command, with all that it starts, into the system's class for batch work, if there is one.
 * Who wakes up in that class does not stop who is at work. Otherwise the first player that gets a letter stops the host
 * on its way to the second one.
 */
export const batchProgram = () => findProgram('chrt');

export const BATCH = ['-b', '0'] as const;
