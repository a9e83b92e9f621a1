import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { SandboxLevel } from '../../host/match/seat.ts';
import { allPids, childrenOf, readProc } from '../../host/seats/process/processes/proc.ts';
import { probeSandbox } from '../../host/seats/process/sandbox/probe-sandbox.ts';
import { leastRequest } from '../../host/seats/process/sandbox/sandbox.ts';
import type { Programs } from '../support/programs.ts';
import { allAsPlan } from './all-as.ts';
import { type Figure, median, type Skipped, shown } from './figure.ts';
import { FRESH, played, spentMs } from './jobs.ts';
import { playHere, printed, seatsWith, withPrograms } from './playing.ts';

const WARM_UP = 200;
const GAMES = 200;
/** In so many turns of the levels: what is compiled in the first hundreds of games is paid by none alone. */
const TURNS = 4;
const OTHERS = [1_000, 5_000] as const;
/** A tenth more is to be told from the difference that one collection of garbage makes. */
const GAMES_BESIDE = 800;
/** Until thousands of processes that have begun, or ended, give the machine nothing more to do. */
const SETTLING_MS = 3_000;
const SETTLING = 20;

/** In milliseconds: of the host's processors, and by the clock. */
const targets = {
  off: { cpu: 4, wall: 8 },
  process: { cpu: 4, wall: undefined },
  unshare: { cpu: 4, wall: undefined },
  bubblewrap: { cpu: 6, wall: 15 },
  strict: { cpu: undefined, wall: 25 },
} as const satisfies Record<SandboxLevel, object>;

const BARE = 'bare Node';
/** What two spawns by bare Node took, in milliseconds of processor time, where these targets were set. */
const BARE_THEN = 2.1;

interface Cost {
  readonly cpu: number;
  readonly wall: number;
}

/** What a game of a few turns costs between two programs in C that are started for it. */
export const fresh = withPrograms(async (programs) => {
  const instant = programs.path('instant');
  const inC = twoInC(programs.path('two-processes'), instant);
  const figures: (Figure | Skipped)[] = [];
  const usable: SandboxLevel[] = [];
  for (const level of Object.keys(targets) as SandboxLevel[]) {
    const sandbox = await probeSandbox(level);
    if ('problem' in sandbox)
      figures.push({ what: `a game of two fresh players in C, ${level}`, skipped: sandbox.problem });
    else usable.push(level);
  }
  const costs = await costsOf([
    twoSpawns([instant]),
    ...usable.map((level) => tableOf(level, instant, programs.folder)),
  ]);
  const bare = costs.get(BARE)!;
  const baseline = `two spawns by bare Node ${both(bare)}; a program in C ${both(inC)}`;
  for (const level of usable) figures.push(...figuresOf(level, costs.get(level)!, bare, baseline));
  return [...figures, ...seriesFigures(programs, baseline)];
});

/** As people play them: from the command line, the next game while the players of the last ones hear its end. */
function seriesFigures(programs: Programs, baseline: string): Figure[] {
  return (['off', 'auto'] as const).flatMap((level) => {
    const { wallMs, cpuMs } = played(programs, FRESH, 1, level);
    const of = (what: string, ms: number): Figure => ({
      what: `a game of a series of ${FRESH.games} with two fresh players in C, ${level}: ${what}`,
      measured: ms / FRESH.games,
      unit: 'ms',
      baseline,
    });
    return [of("host's processor time, its start included", cpuMs), of('by the clock', wallMs)];
  });
}

const both = ({ cpu, wall }: Cost) => `${shown(cpu, 'ms')} of ${shown(wall, 'ms')}`;

function figuresOf(level: SandboxLevel, { cpu, wall }: Cost, bare: Cost, baseline: string): Figure[] {
  const target = targets[level];
  const of = (what: string, measured: number, limit: number | undefined): Figure => ({
    what: `a game of two fresh players in C, ${level}: ${what}`,
    measured,
    unit: 'ms',
    ...(limit !== undefined && { target: limit }),
    baseline,
  });
  const ratio: Figure = {
    what: `a game of two fresh players in C, ${level}: host's processor time, of two spawns by bare Node`,
    measured: cpu / bare.cpu,
    unit: 'times',
    ...(target.cpu !== undefined && { target: target.cpu / BARE_THEN }),
    baseline: shown(bare.cpu, 'ms'),
  };
  return [of("host's processor time", cpu, target.cpu), ratio, of('by the clock', wall, target.wall)];
}

interface Table {
  readonly name: SandboxLevel | typeof BARE;
  play(): Promise<void>;
}

/** In turns: all meet the same machine, and none is always the first to need what another needs too. */
function* thereAndBack<Item>(items: readonly Item[]): Generator<Item> {
  for (let turn = 0; turn < TURNS; turn++) yield* turn % 2 === 0 ? items : items.toReversed();
}

async function costsOf(measured: readonly Table[]) {
  const tables = measured.map((table) => ({ ...table, cpu: 0, walls: [] as number[] }));
  await warmUp(tables);
  for (const table of thereAndBack(tables)) {
    const { cpu, walls } = await spentOn(table.play, GAMES / TURNS);
    table.cpu += cpu;
    table.walls.push(...walls);
  }
  return new Map(
    tables.map(({ name, cpu, walls }): [Table['name'], Cost] => [
      name,
      { cpu: cpu / GAMES, wall: median(walls) },
    ]),
  );
}

async function warmUp(tables: readonly Table[]): Promise<void> {
  for (let game = 0; game < WARM_UP; game++) for (const { play } of tables) await play();
}

/** In milliseconds: of the host's processors by all games, and by the clock by each. */
async function spentOn(play: Table['play'], games: number) {
  const walls: number[] = [];
  const [before, launcherBefore] = [process.cpuUsage(), launchersMs()];
  for (let game = 0; game < games; game++) {
    const began = performance.now();
    await play();
    walls.push(performance.now() - began);
  }
  const { user, system } = process.cpuUsage(before);
  return { cpu: (user + system) / 1e3 + launchersMs() - launcherBefore, walls };
}

function tableOf(level: SandboxLevel, player: string, cwd: string): Table {
  // The players hear no end: 50 ms of it would be all that the clock shows. In a series other games are played meanwhile.
  const openSeats = seatsWith({ sandbox: level, cwd, farewellNs: 0 });
  const play = async () => {
    const { result } = await playHere(allAsPlan([player, player], 48, 21), { openSeats });
    if (result.outcome !== 'won') throw new Error(JSON.stringify(result));
  };
  return { name: level, play };
}

/** The small processes that start players are the host's, too. */
function launchersMs(): number {
  return childrenOf(process.pid).reduce((sum, pid) => sum + launcherMs(pid), 0);
}

/** In nanoseconds the system tells the time of a first thread, and a shell has no other. */
function launcherMs(pid: number): number {
  if (readProc(`${pid}/cmdline`) !== '/bin/sh\0') return 0;
  return Number(readProc(`${pid}/schedstat`)?.split(' ')[0] ?? 0) / 1e6;
}

/**
 * The same with many processes on the machine that have nothing to do with it, and alone, in turns, as a machine that others use
 * is faster at one time than at another. Beside it bare Node starts the same players in the same sandbox: what the system does for
 * a sandbox may take longer then, and a processor that has waited longer is slower afterwards.
 */
export const crowd = withPrograms(async (programs) => {
  const [player, cwd] = [programs.path('instant'), programs.folder];
  const figures: Figure[] = [];
  for (const level of ['off', 'bubblewrap'] as const) {
    const usable = await probeSandbox(level);
    if ('problem' in usable) continue;
    const { sandbox } = usable;
    const tables = [
      twoSpawns(sandbox.wrap([player], { cwd, dictionary: undefined, strict: leastRequest })),
      tableOf(level, player, cwd),
    ];
    await warmUp(tables);
    const crowds = await inCrowds(tables);
    const [alone, ...crowded] = crowds;
    const of = (crowd: Crowd, name: Table['name']) => crowd.cpu.get(name)! / alone!.cpu.get(name)!;
    for (const crowd of crowded)
      figures.push({
        what: `a game of two fresh players in C, ${level}, beside ${crowd.others.toLocaleString('en')} other processes, of alone`,
        measured: of(crowd, level),
        unit: 'times',
        target: 1.1,
        baseline: `${shown(alone!.cpu.get(level)! / GAMES_BESIDE, 'ms')} alone; bare Node that starts the same players ${shown(of(crowd, BARE), 'times')}; ${crowd.processes} processes`,
      });
  }
  return figures;
});

/** So many other processes, and what all games beside them have cost. */
interface Crowd {
  readonly others: number;
  processes: number;
  readonly cpu: Map<Table['name'], number>;
}

async function inCrowds(tables: readonly Table[]): Promise<readonly Crowd[]> {
  const crowds = [0, ...OTHERS].map((others): Crowd => ({ others, processes: 0, cpu: new Map() }));
  for (const crowd of thereAndBack(crowds)) {
    await using _others = crowd.others > 0 ? await manyOthers(crowd.others) : undefined;
    await pause(SETTLING_MS);
    crowd.processes = allPids().length;
    for (const { name, play } of tables) {
      // The first games after a pause, and after games of the other table, find nothing in the processor's caches.
      for (let game = 0; game < SETTLING; game++) await play();
      const { cpu } = await spentOn(play, GAMES_BESIDE / TURNS);
      crowd.cpu.set(name, (crowd.cpu.get(name) ?? 0) + cpu);
    }
  }
  return crowds;
}

/** When they are let go, they are gone: what measures next is alone again. */
async function manyOthers(many: number): Promise<AsyncDisposable> {
  // The shell outlives the signal to them all, and waits for each.
  const start = `i=0; while [ $i -lt ${many} ]; do sleep 1000 & i=$((i + 1)); done; echo on`;
  const words = ['-c', `trap : TERM; ${start}; wait; wait`];
  const child = spawn('/bin/sh', words, { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  const end = () => process.kill(-child.pid!, 'SIGTERM');
  // Whoever stops the bench in the middle of it is not left with thousands of processes.
  process.once('exit', end);
  await once(child.stdout!, 'data');
  return {
    async [Symbol.asyncDispose]() {
      process.removeListener('exit', end);
      const over = once(child, 'exit');
      end();
      await over;
    },
  };
}

/** Starts two players and ends them, once they have said something. */
function twoSpawns([program, ...words]: readonly string[]): Table {
  const start = () => spawn(program!, words, { stdio: ['pipe', 'pipe', 'ignore'] });
  const play = async () => {
    const players = [start(), start()];
    await Promise.all(players.map(({ stdout }) => new Promise((resolve) => stdout!.once('data', resolve))));
    const over = players.map((child) => new Promise((resolve) => child.once('close', resolve)));
    // A sandbox does not end by less; a player in it ends with it.
    for (const child of players) child.kill('SIGKILL');
    await Promise.all(over);
  };
  return { name: BARE, play };
}

function twoInC(program: string, player: string): Cost {
  const script = `"$1" "$2" ${GAMES}; times`;
  const began = performance.now();
  const times = printed('/bin/sh', ['-c', script, 'sh', program, player]);
  const wall = (performance.now() - began) / GAMES;
  return { cpu: spentMs(times) / GAMES, wall };
}
