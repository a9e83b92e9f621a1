import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'tap';
import type { Result } from '../../host/events/result.ts';
import { hostCache } from '../support/caches.ts';
import { jsonLines } from '../support/json-lines.ts';
import { processesWith } from '../support/programs.ts';

export { until } from '../support/until.ts';

/** The built command line: what users run. */
export const binary = join(import.meta.dirname, '..', '..', 'dist', 'wordhost.js');

/** Folders of pipes go here, and nothing of them stays. */
const scratch = mkdtempSync(join(tmpdir(), 'wordhost-cli-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));

/** The marker of all that one run has started, the host too. */
export const MARKER = 'TEST_RUN_MARKER';

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What runs the host: a shell around it, say. */
  readonly before?: readonly string[];
  /** The words that start the host; without, the built command line of this checkout. */
  readonly host?: readonly string[];
  /** With a terminal of its own, both ways; needs script(1). */
  readonly terminal?: boolean;
  /** All of its standard input, which then ends; without, it stays open. */
  readonly input?: string;
}

export interface Outcome {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
}

export interface Running {
  readonly child: ChildProcess;
  readonly marker: string;
  stdout: string;
  stderr: string;
  readonly ended: Promise<Outcome>;
}

let runs = 0;

export function start(args: readonly string[], options: RunOptions = {}): Running {
  const marker = `${process.pid}-${++runs}`;
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(WORDHOST_|NO_COLOR$|FORCE_COLOR$)/.test(name),
  );
  const env = { ...Object.fromEntries(own), XDG_CACHE_HOME: hostCache, TMPDIR: scratch, [MARKER]: marker };
  const host = options.host ?? [process.execPath, binary];
  const command = [...(options.before ?? []), ...host, ...args];
  const [file = '', ...words] = options.terminal ? onTerminal(command) : command;
  const before = performance.now();
  const child = spawn(file, words, {
    ...(options.cwd !== undefined && { cwd: options.cwd }),
    env: { ...env, ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  if (options.input !== undefined) child.stdin!.end(options.input);
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
  const running: Running = { child, marker, stdout: '', stderr: '', ended: promise };
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (running.stdout += text));
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (running.stderr += text));
  child.on('error', reject);
  child.on('close', (status, signal) => {
    const { stdout, stderr } = running;
    resolve({ status, signal, stdout, stderr, ms: performance.now() - before });
  });
  return running;
}

function onTerminal(command: readonly string[]): string[] {
  const quoted = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`);
  return ['script', '-qec', `exec ${quoted.join(' ')}`, '/dev/null'];
}

/** For `{ skip: … }`: the reason, or false where there is script(1). */
export const withoutTerminal: string | false =
  spawnSync('script', ['-qec', 'true', '/dev/null'], { stdio: 'ignore' }).status !== 0 &&
  'no script(1) here that gives a terminal';

export async function run(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  return await start(args, options).ended;
}

/** The test fails where the command does not end with status 0. */
export async function succeed(t: Test, args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const outcome = await run(args, options);
  t.equal(outcome.status, 0, outcome.stderr);
  return outcome;
}

/** How a mistake of the user ends: nothing but a sentence that says this, and the status 2. */
export const usageError = (stderr: string | RegExp) => ({ status: 2, stdout: '', stderr });

export function resultsOf({ stdout }: Pick<Outcome, 'stdout'>): Result[] {
  return jsonLines<Result>(stdout);
}

/** Processes that carry the marker of a run, wherever they went. */
export const carriers = (marker: string) => processesWith(`${MARKER}=${marker}\0`);
