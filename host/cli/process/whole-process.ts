import { HostFailure } from '../../core/host-failure.ts';
import { UsageError } from '../../core/usage-error.ts';
import { ResultOutput } from '../output.ts';
import { printError } from '../print.ts';

/** Whatever it runs: what nobody caught is a bug that is said, and no signal opens Node's debugger to all on this machine. */
export function prepareProcess(): void {
  process.on('uncaughtException', failHard);
  if (process.listenerCount('SIGUSR1') === 0) process.on('SIGUSR1', () => {});
}

/** Runs a command, and ends the process with its exit status once all that it printed is written. */
export async function endWith(run: () => Promise<number>): Promise<void> {
  const output = new ResultOutput();
  const status = await statusOf(run);
  await output.flush();
  // An open handle must not delay the exit.
  process.exit(output.exitStatus(status));
}

async function statusOf(run: () => Promise<number>): Promise<number> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof HostFailure)) return failHard(error);
    printError(`${error.message}\n`);
    return error instanceof HostFailure ? 3 : 2;
  }
}

/** A bug of ours: its stack, and its own exit status. Players end with the host. */
function failHard(error: unknown): never {
  printError(`this is a bug in wordhost; please report it\n${(error as Error).stack ?? error}\n`);
  process.exit(3);
}
