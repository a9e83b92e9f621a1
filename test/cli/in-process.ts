import { AsyncLocalStorage } from 'node:async_hooks';
import type { EventEmitter } from 'node:events';
import { run as runHere } from '../../host/cli/cli.ts';
import type { GameWords } from '../../host/cli/game-words.ts';
import { gameWords } from '../../host/cli/games/registry.ts';
import { hostCache } from '../support/caches.ts';
import { type Outcome, type RunOptions, run } from './wordhost.ts';

/*
 * The command line in the process of the test, a hundred times a second: for what is said before anything is started. What the
 * process itself is in between (its folder, environment, output and end) is put back after each call, so calls go one by one.
 */

type Said = Pick<Outcome, 'status' | 'stdout' | 'stderr'>;

interface Call {
  stdout: string;
  stderr: string;
  readonly ended: PromiseWithResolvers<number>;
}

const calls = new AsyncLocalStorage<Call>();

for (const name of ['stdout', 'stderr'] as const) {
  const stream = process[name];
  const write = stream.write.bind(stream) as (...given: unknown[]) => boolean;
  stream.write = (chunk: string | Uint8Array, ...more: unknown[]): boolean => {
    const call = calls.getStore();
    if (call === undefined) return write(chunk, ...more);
    call[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    const written = more.at(-1);
    if (typeof written === 'function') queueMicrotask(() => written());
    return true;
  };
}

const exit = process.exit.bind(process);
process.exit = (status?: number | string | null): never => {
  const call = calls.getStore();
  if (call === undefined) return exit(status);
  call.ended.resolve(Number(status));
  throw new Error('the command has ended');
};

interface Here extends Pick<RunOptions, 'cwd' | 'env'> {
  readonly games?: Readonly<Record<string, GameWords>>;
}

export async function say(
  words: readonly string[],
  { cwd = process.cwd(), env = {}, games = gameWords }: Here = {},
): Promise<Said> {
  const before = { folder: process.cwd(), environment: { ...process.env } };
  const call: Call = { stdout: '', stderr: '', ended: Promise.withResolvers<number>() };
  const listening = listenersNow();
  process.chdir(cwd);
  for (const name of Object.keys(process.env))
    if (/^(WORDHOST_|NO_COLOR$|FORCE_COLOR$)/.test(name)) delete process.env[name];
  Object.assign(process.env, { XDG_CACHE_HOME: hostCache }, env);
  try {
    calls.run(call, () => runHere(games, words)).catch(() => {});
    const status = await call.ended.promise;
    return { status, stdout: call.stdout, stderr: call.stderr };
  } finally {
    process.chdir(before.folder);
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, before.environment);
    for (const [index, { emitter, event, listeners }] of listenersNow().entries())
      for (const listener of listeners)
        if (!listening[index]!.listeners.includes(listener)) emitter.off(event, listener);
  }
}

/** These words, given to the command line: in this process, unless it reads its standard input. */
export async function ask(
  words: readonly string[],
  options: Here & Pick<RunOptions, 'input'> = {},
): Promise<Said> {
  return await (options.input === undefined ? say(words, options) : run(words, options));
}

interface Listening {
  readonly emitter: EventEmitter;
  readonly event: string;
  readonly listeners: readonly ((...args: unknown[]) => void)[];
}

/** What a call adds would otherwise hear the next one too. */
function listenersNow(): readonly Listening[] {
  const heard: readonly (readonly [EventEmitter, string])[] = [
    [process, 'uncaughtException'],
    [process.stdout, 'error'],
    [process.stderr, 'error'],
  ];
  return heard.map(([emitter, event]) => ({
    emitter,
    event,
    listeners: emitter.listeners(event) as ((...args: unknown[]) => void)[],
  }));
}
