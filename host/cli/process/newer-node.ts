import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * The Node that was installed beside the package (`npm install node@24`). It is not looked for in the working directory
 * or on the PATH: those may belong to somebody else. Older Nodes read this file, so it imports only what they have, and no execa.
 */
export function newerNode(from: string): string | undefined {
  const program = join(from, 'node_modules', 'node', 'bin', 'node');
  if (existsSync(program)) return program;
  return dirname(from) === from ? undefined : newerNode(dirname(from));
}

/** Runs the command with another Node, which gets the terminal and the signals, and ends with its exit status. */
export function runWith(node: string, words: readonly string[]): void {
  const child = spawn(node, words, { stdio: 'inherit' });
  // A terminal sends these to both: what the child does about them is what counts.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const)
    process.on(signal, () => (signal === 'SIGTERM' || signal === 'SIGHUP') && child.kill(signal));
  child.on('error', (error) => {
    process.stderr.write(`wordhost: ${node} could not be started: ${error.message}\n`);
    process.exit(2);
  });
  child.on('exit', (status, signal) => process.exit(status ?? 128 + constants.signals[signal!]));
}

const LOOK_EVERY_MS = 200;

/** If the process that started this one is killed, this process and its players end too. */
export function endWith(starter: number): void {
  // Another program has set the variable.
  if (process.ppid !== starter) return;
  const look = () => {
    if (process.ppid !== starter) process.kill(process.pid, 'SIGKILL');
  };
  setInterval(look, LOOK_EVERY_MS).unref();
}
