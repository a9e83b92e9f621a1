import { Refusal } from './refusal.ts';

const statuses = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** Runs it to its end, or to a Ctrl-C, after which it tidies up. Answers with the exit status. */
export async function untilStopped(run: (stop: AbortSignal) => Promise<void>): Promise<number> {
  const stopping = new AbortController();
  let stopped: number | undefined;
  for (const [signal, status] of Object.entries(statuses))
    process.on(signal, () => {
      stopped ??= status;
      stopping.abort();
    });
  try {
    await run(stopping.signal);
    return 0;
  } catch (failure) {
    if (stopped !== undefined) return stopped;
    if (!(failure instanceof Refusal)) throw failure;
    process.stderr.write(`${failure.message}\n`);
    return 2;
  }
}
