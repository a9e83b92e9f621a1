import type { SharedEvent } from '../../host/events/noted.ts';
import { Trace } from '../../host/events/recorder.ts';
import type { SandboxLevel } from '../../host/match/seat.ts';
import { probeSandbox } from '../../host/seats/process/sandbox/probe-sandbox.ts';
import type { Programs } from '../support/programs.ts';
import { allAsPlan } from './all-as.ts';
import { type Figure, median, shown } from './figure.ts';
import { playHere, seatsWith, withPrograms } from './playing.ts';

const ROUNDS = 30;
const WARM = 500;
const COUNTED = 2000;

/** In turns: `off` twice, so that it is known how far two runs of the same differ. */
const arms = ['off', 'strict', 'off', 'bubblewrap'] as const satisfies readonly SandboxLevel[];

/** What a turn costs the host and the player in processor time where the player is held, and where it is not. */
export const turn = withPrograms(async (programs) => {
  const obstacle = await firstProblem();
  if (obstacle !== undefined) return [{ what: 'all figures', skipped: obstacle }];
  const rounds: (readonly Cost[])[] = [];
  for (let round = -1; round < ROUNDS; round++) {
    const costs = await playRound(programs, round);
    if (round >= 0) rounds.push(costs);
  }
  return (['host', 'player'] as const).flatMap((whose) => [
    figure(whose, rounds, 'strict'),
    figure(whose, rounds, 'bubblewrap'),
  ]);
});

async function firstProblem(): Promise<string | undefined> {
  const sandboxes = await Promise.all(arms.map(probeSandbox));
  return sandboxes.flatMap((sandbox) => ('problem' in sandbox ? [sandbox.problem] : []))[0];
}

/** Microseconds of processor time for one exchange. */
interface Cost {
  readonly host: number;
  readonly player: number;
}

async function playRound(programs: Programs, round: number): Promise<readonly Cost[]> {
  const costs = new Array<Cost>(arms.length);
  for (let index = 0; index < arms.length; index++) {
    const arm = (index + round + 1) % arms.length;
    costs[arm] = await play(programs, arms[arm]!);
  }
  return costs;
}

function figure(whose: keyof Cost, rounds: readonly (readonly Cost[])[], level: SandboxLevel): Figure {
  const [first, second, held] = [arms.indexOf('off'), arms.lastIndexOf('off'), arms.indexOf(level as 'off')];
  const all = (arm: number) => rounds.map((costs) => costs[arm]![whose]);
  const [offs, others, helds] = [all(first), all(second), all(held)];
  const off = median([...offs, ...others]);
  const noise = median(offs.map((cost, index) => Math.abs(cost - others[index]!)));
  const added = median(helds.map((cost, index) => cost - (offs[index]! + others[index]!) / 2));
  const baseline = `two runs of off differ by ${shown(noise, 'µs')}; off ${shown(off, 'µs')}, ${level} ${shown(median(helds), 'µs')}`;
  const what = `processor time of a turn, ${whose}: ${level}, more than off`;
  return { what, measured: added, unit: 'µs', target: noise, baseline };
}

/** One game of refused dumps, each sent when the last is answered. */
async function play(programs: Programs, sandbox: SandboxLevel): Promise<Cost> {
  const player = `exec ${programs.path('exchanger')} ${WARM} ${COUNTED}`;
  const plan = allAsPlan([player, `exec ${programs.path('instant')} listen`], 4, 1);
  const meter = new CpuMeter();
  const openSeats = seatsWith({ sandbox, cwd: programs.folder });
  const { result, endings } = await playHere(plan, { openSeats, trace: () => meter });
  const player1 = Number(endings[0]?.processes?.stderr) / 1e3 / COUNTED;
  if (!(player1 > 0 && meter.micros > 0))
    throw new Error(`not all were exchanged: ${JSON.stringify(result)}`);
  return { host: meter.micros / COUNTED, player: player1 };
}

/** The processor time of the whole process between two reads of the first player. */
class CpuMeter extends Trace {
  #reads = 0;
  #before: NodeJS.CpuUsage | undefined;
  micros = 0;

  constructor() {
    super(() => {}, 80);
  }

  override show(event: SharedEvent): void {
    if (event.type !== 'in' || event.seat !== 1) return;
    // The first read says that it is ready.
    const exchanges = this.#reads++;
    if (exchanges === WARM) this.#before = process.cpuUsage();
    if (exchanges !== WARM + COUNTED) return;
    const { user, system } = process.cpuUsage(this.#before);
    this.micros = user + system;
  }
}
