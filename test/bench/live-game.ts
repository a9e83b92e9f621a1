import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MatchPlan } from '../../host/match/plan.ts';
import { allAsPlan } from './all-as.ts';
import { type Figure, median, shown } from './figure.ts';
import { playHere, printed, withPrograms } from './playing.ts';

const GAMES = 100;
const PEELS = 52;
const TIMED_GAMES = 12;

/** Whole games between players on real pipes: what they cost the host, and how long a peel takes. */
export const liveGame = withPrograms(async (programs) => {
  const what = `host's processor time for a game of ${PEELS} peels, without the starts`;
  const instant = programs.path('instant');
  const whole = () => play(allAsPlan([instant, instant], 144, 21), PEELS);
  const startOnly = () => play(allAsPlan([instant, instant], 42, 21), 1);
  for (let game = 0; game < 10; game++) await both(whole, startOnly);
  const costs = [];
  for (let game = 0; game < GAMES; game++) costs.push(await both(whole, startOnly));
  const [played, started] = [mean(costs.map(([cost]) => cost)), mean(costs.map(([, cost]) => cost))];
  const baseline = `a game that ends with its first peel: ${shown(started, 'ms')}`;
  const file = join(programs.folder, 'times.txt');
  return [
    { what, measured: played - started, unit: 'ms', target: 15, baseline },
    await roundTrip([`${instant} time ${file}`, `${instant} listen`], file, programs.path('pipe-trip')),
  ];
});

async function roundTrip(players: readonly string[], file: string, bare: string): Promise<Figure> {
  const trips: number[] = [];
  for (let game = 0; game < TIMED_GAMES; game++) {
    await play(allAsPlan(players, 144, 21), PEELS);
    trips.push(...bareTrips(bare, 200));
  }
  const times = readFileSync(file, 'utf8').trimEnd().split('\n').map(Number);
  const [peel, pipe] = [median(times) / 1e3, median(trips) / 1e3];
  const baseline = `${shown(peel, 'µs')}; a bare round trip between two C programs: ${shown(pipe, 'µs')}`;
  return { what: "a peel's round trip, of a bare one", measured: peel / pipe, unit: 'times', baseline };
}

/** How long so many round trips between two C programs took, in nanoseconds. */
function bareTrips(program: string, count: number): number[] {
  return printed(program, [String(count)])
    .trimEnd()
    .split('\n')
    .map(Number);
}

type Costing = () => Promise<number>;
const both = async (one: Costing, other: Costing) => [await one(), await other()] as const;
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Plays it to its end, and answers the milliseconds of processor time that this process spent. */
async function play(plan: MatchPlan, peels: number): Promise<number> {
  const { result, cpu } = await playHere(plan);
  if (result.peels !== peels) throw new Error(`not ${peels} peels: ${JSON.stringify(result)}`);
  return cpu / 1e3;
}
