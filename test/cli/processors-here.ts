import { findPinning } from '../../host/seats/process/processes/pinning.ts';

const pinning = findPinning();

export const processors: readonly number[] = pinning.ok ? pinning.processors : [];

/** For `{ skip: … }`: why nothing can be kept to one of several, or false. */
export const skip: string | false = pinning.ok
  ? processors.length < 2 && 'there is one processor'
  : pinning.because;
