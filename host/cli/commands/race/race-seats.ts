import { type HostingRequest, processSeats } from '../../../seats/process/process-seats.ts';
import { findPinning } from '../../../seats/process/processes/pinning.ts';
import { probeSandbox } from '../../../seats/process/sandbox/probe-sandbox.ts';
import { leastRequest } from '../../../seats/process/sandbox/sandbox.ts';
import type { RaceSeats } from '../../../tools/race/race-request.ts';

/** Players of a race as processes. */
export function raceSeats(hosting: HostingRequest): RaceSeats {
  const { sandbox } = hosting;
  return {
    sandbox,
    open(readable) {
      if (sandbox !== 'strict') return processSeats(hosting);
      const strict = hosting.strict ?? leastRequest;
      const seen = { ...strict, readable: [...strict.readable, ...readable] };
      return processSeats({ ...hosting, strict: seen });
    },
    /** If the system has it and the user wants it. */
    async isBatch() {
      const found = await probeSandbox(sandbox);
      return hosting.batch !== false && 'programs' in found && found.programs.chrt !== undefined;
    },
    findPinning,
  };
}
