/** Set by the shell that starts Node, to its own process, which Node then is: see `host/package/bundling/begin-in-shell.ts`. */
const VARIABLE = 'WORDHOST_HANGUP_IGNORED';

const ignored = () => {};

/**
 * Whoever started the host wants it to live on without its terminal, as nohup does. Node has set the signal back to its default
 * before this is called.
 */
export function ignoreHangup(environment: NodeJS.ProcessEnv, starts: readonly (string | undefined)[]): void {
  const told = environment[VARIABLE];
  if (told === undefined) return;
  delete environment[VARIABLE];
  // Else somebody else has set the variable.
  if (starts.includes(told)) process.on('SIGHUP', ignored);
}

export function isHangupIgnored(): boolean {
  return process.listeners('SIGHUP').includes(ignored);
}
