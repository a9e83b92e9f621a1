import type { Nanos } from '../../core/units.ts';
import type { StartedCommand } from './launcher/started-command.ts';
import type { Excess } from './limits/excess.ts';
import { type PlayerProcesses, pidsOf, signalAll } from './processes/player-processes.ts';
import type { Seen } from './processes/proc.ts';
import { until } from './processes/until.ts';
import { type Usage, usageOf } from './processes/usage.ts';

export interface Stop {
  readonly command: StartedCommand;
  readonly processes: PlayerProcesses;
  /** Those that a look has found just now. */
  readonly near: readonly Seen[];
  /** None: it is sent SIGTERM at once. */
  readonly farewell: Farewell | undefined;
  readonly graceNs: Nanos;
  signalled(signal: 'SIGTERM' | 'SIGKILL'): void;
}

/** What comes before SIGTERM: it reads what it was sent last. */
export interface Farewell {
  readonly longestNs: Nanos;
  hasRead(): boolean;
}

/** After a player has read that its game is over, it has so long to print a score or save what it learned. */
const MOMENT_MS = 50;
/** Nothing outlives a SIGKILL for long but what hangs in the kernel. */
const LONGEST_DEATH_MS = 5_000;
/** Once its processes are gone, the status of the command is on its way, unless it killed its supervisor. */
const LONGEST_REPORT_MS = 250;
const LONGEST_PAUSE_MS = 20;

export interface Stopped extends Usage {
  /** SIGTERM was not enough. */
  readonly killed: boolean;
}

/** SIGTERM to all of it, at once; after the grace SIGKILL to what is left. */
export async function stopPlayer(stop: Stop): Promise<Stopped> {
  const { command, processes, farewell, graceNs } = stop;
  const ownEnd = command.settled;
  if (farewell) await untilHeard(command, farewell);
  const deadline = performance.now() + graceNs / 1e6;
  const begun = () => command.started || command.settled;
  // A command that is still being started could lose the signal on its way.
  const hadBegun = begun();
  if (!hadBegun) await until(begun, deadline);
  const near = hadBegun && !farewell ? stop.near : processes.look();
  const usage = usageOf(hadBegun ? stop.near : near);
  // What hangs before the command is started has nothing below it yet, and hears no SIGTERM.
  const killed = !(begun() && (await terminate(stop, pidsOf(near), deadline)));
  if (killed) {
    stop.signalled('SIGKILL');
    await killAll(processes);
  }
  await until(() => command.settled, performance.now() + LONGEST_REPORT_MS);
  await command.end(LONGEST_DEATH_MS);
  return { ...usage, cpuMs: allCpu(usage.cpuMs, command.cpuMs, ownEnd), killed };
}

async function untilHeard(command: StartedCommand, { longestNs, hasRead }: Farewell): Promise<void> {
  const deadline = performance.now() + longestNs / 1e6;
  await until(() => command.settled || hasRead(), deadline);
  const moment = Math.min(deadline, performance.now() + MOMENT_MS);
  await until(() => command.settled, moment, command.over);
}

/** What was seen of living processes, and what was counted when the command ended: of it, or of others by then. */
function allCpu(seen: number | null, counted: number | null, ownEnd: boolean): number | null {
  if (seen === null || counted === null) return seen ?? counted;
  return ownEnd ? counted + seen : Math.max(counted, seen);
}

/** Each process is sent SIGTERM once. Answers whether all were gone in time. */
async function terminate(
  { command, processes, signalled }: Stop,
  near: readonly number[],
  deadline: number,
): Promise<boolean> {
  const told = new Set<number>();
  function tell(pids: readonly number[]): void {
    const untold = pids.filter((pid) => !told.has(pid));
    signalAll(untold, 'SIGTERM');
    if (told.size === 0 && untold.length > 0) signalled('SIGTERM');
    for (const pid of untold) told.add(pid);
  }
  // What a player starts to end well is left alone. But one that was being started when its parent died was missed.
  function empty(): boolean {
    const near = processes.look();
    tell(processes.orphans());
    return near.length === 0;
  }

  tell(near);
  await until(() => true, deadline, command.over);
  for (;;) {
    const isEmpty = empty();
    // In this order: what a process that has ended left behind is among the escaped by now.
    const escaped = await processes.escaped();
    // While processes come and go, the kernel's list of them may lack one: where there were several, a second look is taken.
    if (isEmpty && escaped.length === 0 && (near.length < 2 || empty())) return true;
    tell(escaped);
    if (performance.now() >= deadline) return false;
    await until(empty, deadline);
  }
}

async function killAll(processes: PlayerProcesses): Promise<void> {
  const deadline = performance.now() + LONGEST_DEATH_MS;
  do {
    processes.kill();
    await until(
      () => processes.look().length === 0,
      Math.min(deadline, performance.now() + LONGEST_PAUSE_MS),
    );
    await processes.escaped();
  } while (processes.look().length > 0 && performance.now() < deadline);
}

/** What was killed for its excess was not there any more when it was stopped. */
export function withExcess(stopped: Stopped, excess: Excess | undefined): Stopped {
  if (excess === undefined) return stopped;
  const seenKb = excess.of === 'memory' ? Math.floor(excess.bytes / 1024) : 0;
  return { ...stopped, killed: true, maxRssKb: Math.max(stopped.maxRssKb ?? 0, seenKb) || null };
}
