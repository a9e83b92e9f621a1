import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type HostingRequest, processSeats } from '../../../seats/process/process-seats.ts';
import { findPinning } from '../../../seats/process/processes/pinning.ts';
import { probeSandbox } from '../../../seats/process/sandbox/probe-sandbox.ts';
import { leastRequest } from '../../../seats/process/sandbox/sandbox.ts';
import type { RaceSeats } from '../../../tools/race/race-request.ts';
import { workerPool } from '../../jobs/series-tools.ts';

/** Players of a race as processes. */
export function raceSeats(hosting: HostingRequest): RaceSeats {
  const { sandbox } = hosting;
  return {
    sandbox,
    open: (readable) => processSeats(readableAlso(hosting, readable)),
    byOthers: async ({ game, jobs, readable, lexicon }) => {
      const folder = mkdtempSync(join(tmpdir(), 'wordhost-races-'));
      const setup = {
        game,
        lexicon,
        hosting: readableAlso(hosting, readable),
        recording: { record: folder },
      };
      const pool = await workerPool({ jobs, workers: jobs }, setup);
      return {
        ...pool,
        async [Symbol.asyncDispose]() {
          await pool[Symbol.asyncDispose]();
          rmSync(folder, { recursive: true, force: true });
        },
      };
    },
    /** If the system has it and the user wants it. */
    async isBatch() {
      const found = await probeSandbox(sandbox);
      return hosting.batch !== false && 'programs' in found && found.programs.chrt !== undefined;
    },
    findPinning,
  };
}

/** Under `strict` players see nothing but what is listed. */
function readableAlso(hosting: HostingRequest, readable: readonly string[]): HostingRequest {
  if (hosting.sandbox !== 'strict') return hosting;
  const strict = hosting.strict ?? leastRequest;
  return { ...hosting, strict: { ...strict, readable: [...strict.readable, ...readable] } };
}
