import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { Measure } from './figure.ts';

const wordhost = join(import.meta.dirname, '..', '..', 'dist', 'wordhost.js');
const program = (name: string) => join(import.meta.dirname, 'programs', name);
const CONNECTIONS = 16;
const [MOVES, WARM_UP] = [20_000, 4_000];
const WANTED = 2_000;

/** What a move of Boggle over HTTP costs, beside a server that does nothing. */
export const web: Measure = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wordhost-bench-'));
  try {
    const bare = await loaded([program('bare-http.mjs')]);
    const store = join(folder, 'web.db');
    const moves = await loaded([wordhost, 'serve', '--listen', '127.0.0.1:0', '--store', store, '--json']);
    const shown = (perSecond: number) => `${Math.round(perSecond)} a second`;
    return [
      {
        what: `a move of Boggle over HTTP, kept in SQLite, on ${CONNECTIONS} connections`,
        ...{ measured: 1e6 / moves.perSecond, unit: 'µs', target: 1e6 / WANTED },
        baseline: `${shown(moves.perSecond)}; a server that answers a constant: ${shown(bare.perSecond)}`,
      },
      {
        what: 'the slowest of a hundred such moves, from the request to its answer',
        ...{ measured: moves.slowestMs, unit: 'ms', target: 20 },
        baseline: `a server that answers a constant: ${bare.slowestMs.toFixed(2)} ms`,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
};

interface Load {
  readonly perSecond: number;
  readonly slowestMs: number;
}

async function loaded(command: readonly string[]): Promise<Load> {
  const server = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const address = await addressOf(server);
    await load(address, WARM_UP);
    return await load(address, MOVES);
  } finally {
    server.kill('SIGTERM');
    if (server.exitCode === null) await once(server, 'exit');
  }
}

async function addressOf({ stdout }: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: stdout! })) return JSON.parse(line).listening;
  throw new Error('the server does not listen');
}

async function load(address: string, moves: number): Promise<Load> {
  const words = [program('web-load.mjs'), address, String(CONNECTIONS), String(moves)];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  return JSON.parse(stdout);
}
