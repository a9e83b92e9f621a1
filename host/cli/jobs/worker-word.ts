/** The first word of a process that this program starts to play games: in no help, and only from a parent with a channel. */
export const WORKER_WORD = '--play-games';

/** Looked for where the process itself was called: a program of its own may give `run` other words. */
export function isWorker(): boolean {
  return process.argv[2] === WORKER_WORD && process.send !== undefined;
}
