import { spawn } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { hrtime } from 'node:process';
import { seconds } from '../../host/core/units.ts';
import { levels as levelNames, type SandboxLevel } from '../../host/match/seat.ts';
import type { ProcessOptions } from '../../host/seats/process/process-options.ts';
import { openSeats } from '../../host/seats/process/process-seats.ts';
import { probeSandbox } from '../../host/seats/process/sandbox/probe-sandbox.ts';
import { openPrograms, withoutCompiler } from '../support/programs.ts';
import { type Figure, median, type Skipped, shown } from './figure.ts';

/** What is loaded once in a run, and what is probed once, is no player's start. */
const WARM_UP = 2;
const ROUNDS = 50;
const MOST_ADDED_MS = 25;

/** What a player's start costs on each level: the levels in turns, so that all meet the same machine. */
export async function levels(): Promise<readonly (Figure | Skipped)[]> {
  const shell = await ofCommand('a shell', 'printf n; read x', process.cwd());
  const what = 'a program in C';
  if (withoutCompiler !== undefined) return [...shell, { what, skipped: withoutCompiler }];
  using programs = openPrograms();
  const instant = programs.path('instant');
  // Under `strict` it is run by somebody else.
  chmodSync(programs.folder, 0o755);
  return [...shell, ...(await ofCommand(what, `${instant} listen`, programs.folder))];
}

interface Tried {
  readonly level: SandboxLevel;
  readonly problem: string | undefined;
  readonly times: number[];
}

async function ofCommand(player: string, command: string, cwd: string): Promise<(Figure | Skipped)[]> {
  const tried = await Promise.all(levelNames.map(probe));
  const bare: number[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const spawned = await bareStart(command, cwd);
    if (round >= 0) bare.push(spawned);
    for (const { level, problem, times } of tried) {
      if (problem !== undefined) continue;
      const took = await start(level, command, cwd);
      if (round >= 0) times.push(took);
    }
  }
  const off = median(tried.find(({ level }) => level === 'off')!.times);
  return tried.toReversed().map((one) => figure(`first byte of ${player}`, one, off, median(bare)));
}

async function probe(level: SandboxLevel): Promise<Tried> {
  const sandbox = await probeSandbox(level);
  return { level, problem: 'problem' in sandbox ? sandbox.problem : undefined, times: [] };
}

function figure(of: string, { level, problem, times }: Tried, off: number, bare: number): Figure | Skipped {
  if (problem !== undefined) return { what: `${of}, ${level}`, skipped: problem };
  const whole = median(times);
  const both = `off ${shown(off, 'ms')}, bare spawn ${shown(bare, 'ms')}`;
  if (level === 'off')
    return { what: `${of}, off: more than a bare spawn`, measured: off - bare, unit: 'ms', baseline: both };
  const measured = whole - off;
  return {
    what: `${of}, ${level}: more than off`,
    measured,
    unit: 'ms',
    target: MOST_ADDED_MS,
    baseline: `${level} ${shown(whole, 'ms')}, ${both}`,
  };
}

/** Milliseconds until the first byte of a player, which is stopped then. */
async function start(level: SandboxLevel, command: string, cwd: string): Promise<number> {
  const heard = Promise.withResolvers<bigint>();
  const complain = (why: string) =>
    heard.reject(new Error(`no byte of a player on the level ${level}: ${why}`));
  const before = hrtime.bigint();
  await using _table = await openSeats([{ seat: 1, name: 'player', command }], hosting(level, cwd), () => ({
    read: () => heard.resolve(hrtime.bigint()),
    gone: (gone) => complain(JSON.stringify(gone)),
    caught: (offence) => complain(JSON.stringify(offence)),
  }));
  return Number((await heard.promise) - before) / 1e6;
}

function hosting(sandbox: SandboxLevel, cwd: string): ProcessOptions {
  return {
    game: 'bench',
    sandbox,
    shell: '/bin/sh',
    cwd,
    graceNs: seconds(1),
    unreadCap: 2 ** 20,
    stderr: 'discard',
    environment: () => ({}),
    clock: () => Number(hrtime.bigint()),
  };
}

/** The same command with nothing around it, on the pipes that Node makes. */
async function bareStart(command: string, cwd: string): Promise<number> {
  const heard = Promise.withResolvers<bigint>();
  const before = hrtime.bigint();
  const child = spawn('/bin/sh', ['-c', command], { cwd, stdio: ['pipe', 'pipe', 'ignore'] });
  child.once('error', heard.reject);
  child.stdout.once('data', () => heard.resolve(hrtime.bigint()));
  const over = new Promise((resolve) => child.once('close', resolve));
  const at = await heard.promise;
  child.kill('SIGKILL');
  child.stdin.destroy();
  await over;
  return Number(at - before) / 1e6;
}
