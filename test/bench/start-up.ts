import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { hrtime } from 'node:process';
import { type Figure, median, type Skipped, shown } from './figure.ts';
import { openPrograms, type Programs, withoutCompiler } from './programs.ts';

const ROUNDS = 15;
const wordhost = join(import.meta.dirname, '..', '..', 'dist', 'wordhost.js');

/** How long the shell waits: everything beside bare Node, taken in turns, so that all meet the same machine. */
export async function startUp(): Promise<readonly (Figure | Skipped)[]> {
  using programs = withoutCompiler === undefined ? openPrograms() : undefined;
  const [bare, version, spawn, unheld]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let round = -2; round < ROUNDS; round++) {
    const times = [timed(['-e', '0']), timed([wordhost, '--version']), programs && toFirstPlayer(programs)];
    // The first rounds fill the caches: the file system's, and the one for compiled code.
    if (round < 0) continue;
    bare.push(times[0]!);
    version.push(times[1]!);
    if (!programs) continue;
    spawn.push(times[2]!);
    unheld.push(toFirstPlayer(programs, ['--sandbox', 'off']));
  }
  const node = median(bare);
  const ratio = (what: string, times: readonly number[], target?: number): Figure => {
    const baseline = `${shown(median(times), 'ms')}; bare Node's start: ${shown(node, 'ms')}`;
    return { what, measured: median(times) / node, unit: 'times', ...(target && { target }), baseline };
  };
  const toPlayer = 'command line to the first player running';
  const shownVersion = ratio('wordhost --version', version, 1.5);
  if (!programs) return [shownVersion, { what: toPlayer, skipped: withoutCompiler! }];
  return [shownVersion, ratio(toPlayer, spawn, 3.5), ratio(`${toPlayer}, --sandbox off`, unheld)];
}

/** Milliseconds from the start to the end of one process of Node. */
function timed(words: readonly string[]): number {
  const start = hrtime.bigint();
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  const took = Number(hrtime.bigint() - start) / 1e6;
  if (status !== 0) throw new Error(`node ${words.join(' ')} ended with status ${status}:\n${stderr}`);
  return took;
}

/** From the start of the host to the moment at which the first of its players has the processor. */
function toFirstPlayer(programs: Programs, options: readonly string[] = []): number {
  const file = join(programs.folder, 'clock.txt');
  const player = `${programs.path('clock')} ${file}`;
  rmSync(file, { force: true });
  const start = Number(hrtime.bigint());
  spawnSync(process.execPath, [wordhost, ...options, player, player], { stdio: 'ignore' });
  const began = readFileSync(file, 'utf8').trimEnd().split('\n').map(Number);
  return (Math.min(...began) - start) / 1e6;
}
