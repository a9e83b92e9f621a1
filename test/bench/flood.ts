import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { hrtime } from 'node:process';
import { micros, type Nanos, seconds } from '../../host/core/units.ts';
import type { SharedEvent } from '../../host/events/noted.ts';
import { Trace } from '../../host/events/recorder.ts';
import { now } from '../../host/match/clock.ts';
import type { Programs } from '../support/programs.ts';
import { allAsPlan } from './all-as.ts';
import { type Figure, quantile } from './figure.ts';
import { playHere, seatsWith, withPrograms } from './playing.ts';

const ROUNDS = 6;
const PEELS = 180;
const BOUNDLESS = 2 ** 40;

interface Burden {
  readonly what: string;
  readonly others: readonly string[];
  /** With an empty bunch, where all but the racer's first peel come too late: dumps are refused there only. */
  readonly late?: true;
  readonly target?: number;
}

const burdens: readonly Burden[] = [
  { what: 'nobody', others: ['listen'] },
  { what: 'nobody, and late themselves', others: ['listen'], late: true },
  { what: 'one that is busy and silent', others: ['busy'] },
  { what: 'two that are busy and silent', others: ['busy', 'busy'] },
  { what: 'late peels without end', others: ['late'], target: 1 },
  { what: 'late peels without end, no answer read', others: ['late-deaf'], target: 1 },
  { what: 'late peels without end, each a write', others: ['late-one'], target: 1 },
  { what: 'refused dumps without end', others: ['dumps'], late: true, target: 1 },
  { what: 'refused dumps without end, no answer read', others: ['dumps-deaf'], late: true, target: 1 },
  { what: 'the largest late peels without end', others: ['grids'], target: 1 },
  { what: 'half of the largest peel', others: ['half'], target: 1 },
  { what: 'half of the largest peel, each byte a write', others: ['bytes'], target: 1 },
  { what: 'a flood of standard error', others: ['errors'], target: 1 },
  { what: 'two with late peels without end', others: ['late', 'late'], target: 1 },
];

/** How soon an honest player is heard and answered while others are a burden on the host. */
export const flood = withPrograms(async (programs) => {
  const trips = burdens.map((): Trip[] => []);
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, burden] of burdens.entries()) trips[index]!.push(...(await play(programs, burden)));
  return burdens.map((burden, index) => figure(burden, trips[index]!));
});

/** One peel, in milliseconds from its write. */
interface Trip {
  /** Until the host had read it; and how much of that the host did not wait for a processor. */
  readonly read: number;
  readonly unwaited: number;
  readonly answered: number;
}

function figure({ what: beside, target }: Burden, trips: readonly Trip[]): Figure {
  const what = `from a peel's write to the host's read (p99), beside ${beside}`;
  const of = (part: keyof Trip, share: number) =>
    quantile(
      trips.map((trip) => trip[part]),
      share,
    );
  const three = (part: keyof Trip) => [0.5, 0.99, 1].map((share) => of(part, share).toFixed(2)).join(' / ');
  const unwaited = `without waits for a processor ${three('unwaited')}, answered ${three('answered')} ms`;
  const baseline = `read ${three('read')}, ${unwaited} (p50 / p99 / max of ${trips.length})`;
  return { what, measured: of('read', 0.99), unit: 'ms', ...(target && { target }), baseline };
}

async function play(programs: Programs, { others, late }: Burden): Promise<readonly Trip[]> {
  const file = join(programs.folder, 'trips.txt');
  rmSync(file, { force: true });
  const racer = `exec ${programs.path('racer')} ${file} ${PEELS}${late ? ' late' : ''}`;
  const commands = [racer, ...others.map((kind) => `exec ${programs.path('nuisance')} ${kind}`)];
  // A tile for each; and then one more for each, or as many as are wanted.
  const tiles = commands.length * (late ? 2 : PEELS + 5);
  const options = { 'max-output': BOUNDLESS, 'max-late': BOUNDLESS };
  const plan = allAsPlan(commands, tiles, 1, { options, gameTimeout: seconds(2) });
  const stamps = new ReadStamps();
  const { result } = await playHere(plan, { openSeats, trace: () => stamps });
  if (result.players.some(({ outcome }) => outcome === 'offender' || outcome === 'failed'))
    throw new Error(`a player was removed: ${JSON.stringify(result)}`);
  return trips(existsSync(file) ? readFileSync(file, 'utf8') : '', stamps);
}

function trips(lines: string, stamps: ReadStamps): Trip[] {
  return lines.split('\n').flatMap((line) => {
    const [end, waited, written, answered] = line.split(' ').map(Number);
    if (answered === undefined) return [];
    const read = stamps.of(end!);
    const took = read.at - written!;
    const unwaited = Math.max(0, took - (read.waited - waited!));
    return [{ read: took / 1e6, unwaited: unwaited / 1e6, answered: (answered - written!) / 1e6 }];
  });
}

interface ReadStamp {
  readonly end: number;
  readonly at: Nanos;
  /** How long the host had waited for a processor by then, ever. */
  readonly waited: Nanos;
}

/** When the host read each byte of the first player, on the clock that the player has too. */
class ReadStamps extends Trace {
  readonly #reads: ReadStamp[] = [];
  #end = 0;

  constructor() {
    super(() => {}, 80);
  }

  override show(event: SharedEvent, at: Nanos): void {
    if (event.type !== 'in' || event.seat !== 1) return;
    this.#end += event.data.length;
    this.#reads.push({ end: this.#end, at: at + sinceBoot, waited: waitedForProcessor() });
  }

  of(end: number): ReadStamp {
    const read = this.#reads.find((one) => one.end >= end);
    if (!read) throw new Error(`the host never read ${end} bytes of the racer`);
    return read;
  }
}

function waitedForProcessor(): Nanos {
  const file = '/proc/self/schedstat';
  return existsSync(file) ? Number(readFileSync(file, 'latin1').split(' ')[1]) : 0;
}

/** What the host's clock counts from: as far as the two clocks can be read in one moment. */
const sinceBoot = Array.from({ length: 1000 }, () => {
  const [before, between, after] = [hrtime.bigint(), now(), hrtime.bigint()].map(Number) as [
    Nanos,
    Nanos,
    Nanos,
  ];
  return { took: after - before, zero: (before + after) / 2 - between };
}).reduce((one, other) => (other.took < one.took ? other : one)).zero;

/** Without a sandbox, as the racer looks at its parent. */
const openSeats = seatsWith({ sandbox: 'off', graceNs: micros(50_000), unreadCap: BOUNDLESS });
