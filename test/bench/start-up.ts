import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { hrtime } from 'node:process';
import { probeSandbox } from '../../host/seats/process/sandbox/probe-sandbox.ts';
import { openPrograms, type Programs, withoutCompiler } from '../support/programs.ts';
import { type Figure, median, type Skipped, shown } from './figure.ts';
import { printedByNode } from './playing.ts';

const ROUNDS = 15;
/** Times bare Node's start, from the command line to the first player. */
const targets = { auto: 3, strict: 4, process: 3, off: 3 } as const;
type Level = keyof typeof targets;
const wordhost = join(import.meta.dirname, '..', '..', 'dist', 'wordhost.js');

/** How long the shell waits: everything beside bare Node, taken in turns, so that all meet the same machine. */
export async function startUp(): Promise<readonly (Figure | Skipped)[]> {
  using programs = withoutCompiler === undefined ? openPrograms() : undefined;
  // Under `strict` the player is somebody else, who writes there.
  if (programs) chmodSync(programs.folder, 0o777);
  const [bare, version, player]: [number[], number[], number[]] = [[], [], []];
  const tried = await Promise.all((Object.keys(targets) as Level[]).map(probe));
  for (let round = -2; round < ROUNDS; round++) {
    const [node, ofVersion] = [timed(['-e', '0']), timed([wordhost, '--version'])];
    // It has nothing to read: it gets ready, and ends.
    const ofPlayer = timed([wordhost, 'player', 'random']);
    // The first rounds fill the caches: the file system's, and the one for compiled code.
    if (round >= 0) {
      bare.push(node);
      version.push(ofVersion);
      player.push(ofPlayer);
    }
    for (const { level, problem, times } of programs ? tried : []) {
      if (problem !== undefined) continue;
      const took = toFirstPlayer(programs!, level);
      if (round >= 0) times.push(took);
    }
  }
  const node = median(bare);
  const ratio = (what: string, times: readonly number[], target: number): Figure => {
    const baseline = `${shown(median(times), 'ms')}; bare Node's start: ${shown(node, 'ms')}`;
    return { what, measured: median(times) / node, unit: 'times', target, baseline };
  };
  const figureOf = ({ level, problem, times }: Tried): Figure | Skipped => {
    const what = `command line to the first player running, --sandbox ${level}`;
    const skipped = withoutCompiler ?? problem;
    return skipped === undefined ? ratio(what, times, targets[level]) : { what, skipped };
  };
  return [
    ratio('wordhost --version', version, 1.5),
    ratio('a built-in player, from its start to its end', player, 2),
    ...tried.map(figureOf),
  ];
}

interface Tried {
  readonly level: Level;
  readonly problem: string | undefined;
  readonly times: number[];
}

async function probe(level: Level): Promise<Tried> {
  const sandbox = await probeSandbox(level);
  return { level, problem: 'problem' in sandbox ? sandbox.problem : undefined, times: [] };
}

/** Milliseconds from the start to the end of one process of Node. */
function timed(words: readonly string[]): number {
  const start = hrtime.bigint();
  printedByNode(...words);
  return Number(hrtime.bigint() - start) / 1e6;
}

/** From the start of the host to the moment at which the first of its players has the processor. */
function toFirstPlayer({ path, folder }: Programs, level: Level): number {
  const file = join(folder, 'clock.txt');
  const player = `${path('clock')} ${file}`;
  rmSync(file, { force: true });
  const ofStrict = level === 'strict' ? ['--cwd', folder, '--writable', folder] : [];
  const start = Number(hrtime.bigint());
  spawnSync(process.execPath, [wordhost, '--sandbox', level, ...ofStrict, player, player], {
    stdio: 'ignore',
  });
  const began = readFileSync(file, 'utf8').trimEnd().split('\n').map(Number);
  return (Math.min(...began) - start) / 1e6;
}
