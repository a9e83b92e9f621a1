import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * Finds the Node that was installed beside the package (`npm install node@24`). The working directory and the
 * PATH may belong to others, so they are not searched. Older Nodes read this file, so it imports only modules
 * that they have, and not execa.
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
