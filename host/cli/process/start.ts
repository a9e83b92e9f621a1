/** Set by the shell that starts Node, to its own process, which Node then is: see `host/package/plugins.ts`. */
const VARIABLE = 'WORDHOST_HANGUP_IGNORED';

const ignored = () => {};

/**
 * Ignores a hangup, as nohup does, if the user wants the host to outlive its terminal. Node has reset the
 * signal to its default before this call.
 */
export function ignoreHangup(environment: NodeJS.ProcessEnv, starts: readonly (string | undefined)[]): void {
  const told = environment[VARIABLE];
  if (told === undefined) return;
  delete environment[VARIABLE];
  // Otherwise another program has set the variable.
  if (starts.includes(told)) process.on('SIGHUP', ignored);
}

export function isHangupIgnored(): boolean {
  return process.listeners('SIGHUP').includes(ignored);
}

/** The first word of a process that this program starts to play games: in no help, and only from a parent with a channel. */
export const WORKER_WORD = '--play-games';

/** Decides by the words of the process itself, because a program with its own games may pass other words to `run`. */
export function isWorker(): boolean {
  return process.argv[2] === WORKER_WORD && process.send !== undefined;
}

/** A parent that opened a channel has gone: this command ends as after SIGTERM. Workers see to that themselves. */
export function endWithParent(): void {
  if (process.send === undefined || isWorker()) return;
  const end = () => process.kill(process.pid, 'SIGTERM');
  if (!process.connected) end();
  process.on('disconnect', end);
  process.channel?.unref();
}
