import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { entryFile } from '../../../files/package-root.ts';
import type { SandboxLevel } from '../../../match/process-facts.ts';
import type { RacerProgram } from './racer-program.ts';
import { LONGEST_ROW, rows } from './rows-of-a.ts';

export interface BusyLoad extends AsyncDisposable {
  /** Why there is none. */
  readonly problem: string | undefined;
}

const LONGEST_END_MS = 5_000;

/** Another host with its own racers, in other processes: game after game, until it is disposed of. */
export async function startBusyLoad(racer: RacerProgram, sandbox: 'auto' | SandboxLevel): Promise<BusyLoad> {
  const folder = mkdtempSync(join(tmpdir(), 'wordhost-load-'));
  writeFileSync(join(folder, 'bunch'), `A ${2 * LONGEST_ROW}\n`);
  writeFileSync(join(folder, 'words.txt'), rows.join('\n'));
  const player = racer.command('numbered', 0);
  const options = `--games 1000000 --hand 1 --bunch bunch --dictionary words.txt --json --quiet --sandbox`;
  const host = spawn(
    process.execPath,
    [entryFile('wordhost'), 'bananagrams', ...options.split(' '), sandbox, player, player],
    {
      cwd: folder,
      // Its word list is not needed later.
      env: { ...process.env, XDG_CACHE_HOME: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const failure = await firstGame(host);
  return {
    problem: failure && `the other game could not be started: ${failure}`,
    async [Symbol.asyncDispose]() {
      await end(host);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** When its first game is over, its load is constant. */
async function firstGame(host: ChildProcess): Promise<string | undefined> {
  let errors = '';
  host.stderr!.on('data', (text) => (errors = (errors + text).slice(-1000)));
  const began = Promise.withResolvers<string | undefined>();
  host.stdout!.once('data', () => began.resolve(undefined));
  host.once('error', ({ message }) => began.resolve(message));
  host.once('exit', (code) => began.resolve(errors.trim() || `it ended with status ${code}`));
  const problem = await began.promise;
  host.stdout!.resume();
  return problem;
}

async function end(host: ChildProcess): Promise<void> {
  if (host.exitCode !== null || host.signalCode !== null || host.pid === undefined) return;
  const ended = once(host, 'exit');
  host.kill('SIGTERM');
  const bound = setTimeout(() => host.kill('SIGKILL'), LONGEST_END_MS);
  await ended;
  clearTimeout(bound);
}
