import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import type { SandboxLevel } from '../../host/match/seat.ts';
import { probeSandbox } from '../../host/seats/process/sandbox/probe-sandbox.ts';
import { jsonLines } from '../support/json-lines.ts';
import { withoutCompiler } from '../support/programs.ts';
import type { Figure, Skipped } from './figure.ts';

/** What a host has gathered after so many games between processes. */
export interface Gathered {
  readonly games: number;
  readonly seconds: number;
  readonly heap: number;
  readonly rss: number;
  readonly descriptors: number;
  readonly folders: number;
  readonly processes: number;
  readonly zombies: number;
}

/** Games between programs in C, which overlap, in one process with a temporary folder of its own. */
export async function gathered(level: SandboxLevel, counts: readonly number[]): Promise<readonly Gathered[]> {
  const program = join(import.meta.dirname, 'lasting-games.ts');
  const run = ['--expose-gc', '--max-semi-space-size=2', '--conditions=wordhost-source', program, level];
  const TMPDIR = mkdtempSync(join(tmpdir(), 'lasting-'));
  // A process that is ending may still write there.
  const remove = () => rmSync(TMPDIR, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  // After a Ctrl-C nobody waits for the games: their process is ended with this one.
  process.once('exit', remove);
  const words = [...run, ...counts.map(String)];
  const { exitCode, stdout, stderr } = await execa(process.execPath, words, {
    env: { TMPDIR },
    reject: false,
  });
  process.off('exit', remove);
  remove();
  if (exitCode !== 0) throw new Error(`${program} ended with status ${exitCode}:\n${stderr}`);
  return jsonLines(stdout);
}

const GAMES = 10_000;

export async function lasting(): Promise<readonly (Figure | Skipped)[]> {
  const what = `from game 1,000 to game ${GAMES.toLocaleString('en')} between processes`;
  if (withoutCompiler !== undefined) return [{ what, skipped: withoutCompiler }];
  const sandbox = await probeSandbox('auto');
  if ('problem' in sandbox) return [{ what, skipped: sandbox.problem }];
  const [early, late] = (await gathered(sandbox.sandbox.level, [1_000, GAMES])) as [Gathered, Gathered];
  const time = `${((1e3 * (late.seconds - early.seconds)) / (GAMES - 1_000)).toFixed(1)} ms a game`;
  const figure = (of: keyof Gathered, unit: Figure['unit'], target: number, scale = 1): Figure => ({
    what: `${of} gained ${what}`,
    measured: (late[of] - early[of]) / scale,
    unit,
    target,
    baseline: `${(early[of] / scale).toFixed(0)}, then ${(late[of] / scale).toFixed(0)}; ${time}`,
  });
  return [
    figure('heap', 'MB', 1, 2 ** 20),
    figure('rss', 'MB', 40, 2 ** 20),
    // Of the game that has just begun there may be some.
    figure('descriptors', 'more', 14),
    figure('processes', 'more', 14),
    figure('folders', 'more', 0),
    figure('zombies', 'more', 0),
  ];
}
