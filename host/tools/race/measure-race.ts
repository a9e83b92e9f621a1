import type { Reading } from '../../core/reading.ts';
import { micros, millis, type Nanos } from '../../core/units.ts';
import { bananagrams } from '../../games/bananagrams/bananagrams.ts';
import type { OpenSeats } from '../../match/seat.ts';
import type { GamePlayer, Pinning, RaceRequest } from './lineup.ts';
import { lineUpPlayers, lineUpRacers } from './lineup.ts';
import { type Circumstances, makeReport, shareOf } from './make-report.ts';
import { type Course, playGames, playRace } from './play-games.ts';
import type { CurvePoint, Machine, RaceReport } from './race-report.ts';
import type { RaceTally } from './race-tally.ts';
import { openRacer, type RacerProgram, rowsOfA } from './racer.ts';

export interface RaceProgress {
  readonly stage: 'race' | { readonly advantageUs: number };
  readonly gates: number;
  readonly of: number;
}

export type RaceResult = Reading<{ report: RaceReport }>;

/** The order of peels that are this close is noise. */
const DEAD_HEAT = micros(10);
const OF_A_POINT = 1 / 5;
/** How much longer the other racers think, for each point of the curve. */
const ADVANTAGES = [5, 10, 20, 50, 100].map(micros);
/** A pause of racers before each gate. Without it, a racer keeps the better processor for many gates. */
const REST = millis(2);
const WARM = 10_000;

export async function measureRace(
  request: RaceRequest,
  progress: (now: RaceProgress) => void,
): Promise<RaceResult> {
  using racer = request.entries.length === 0 ? openRacer() : undefined;
  // Under `strict`, players see only listed files, so the racer must be listed.
  const readable = racer ? [racer.folder] : [];
  const lexicon = request.entries.length > 0 ? request.lexicon : rowsOfA();
  const { jobs } = request;
  await using others =
    jobs > 1 ? await request.seats.byOthers({ game: bananagrams.name, jobs, readable, lexicon }) : undefined;
  const race: RaceSetup = {
    request,
    openSeats: request.seats.open(readable),
    others,
    racer,
    pinning: request.pin ? request.seats.findPinning() : undefined,
    batch: await request.seats.isBatch(),
  };
  await warmUp(race);
  const compareMachine = request.watchMachine();
  const began = performance.now();
  const raced = await playGates(race, progress);
  if (typeof raced === 'string') return { ok: false, problem: raced };
  const seconds = (performance.now() - began) / 1e3;
  return {
    ok: true,
    report: makeReport(raced.tally, circumstances(race, raced, seconds, compareMachine())),
  };
}

/** In the first game Node compiles the host's code in threads that disturb the players. */
async function warmUp(race: RaceSetup): Promise<void> {
  const request = { ...race.request, gates: WARM };
  if (request.entries.length > 0) return;
  const { lineUp } = courseOf({ ...race, request }, WARM, undefined);
  const { openSeats, others } = race;
  const warm = async () =>
    await playRace({ ...request, openSeats, others }, lineUp(0, WARM), { stamped: true, rest: 0 });
  await Promise.all(Array.from({ length: request.jobs }, warm));
}

interface RaceSetup {
  readonly request: RaceRequest;
  readonly openSeats: OpenSeats;
  readonly others: GamePlayer | undefined;
  readonly racer: RacerProgram | undefined;
  readonly pinning: Pinning | undefined;
  readonly batch: boolean;
}

interface RaceOutcome {
  readonly tally: RaceTally;
  readonly curve: readonly CurvePoint[];
}

async function playGates(
  race: RaceSetup,
  progress: (now: RaceProgress) => void,
): Promise<RaceOutcome | string> {
  const { request } = race;
  const { gates } = request;
  const of = gates + pointsOf(race).length * gatesOfPoint(request);
  const told = (done: number) => progress({ stage: 'race', gates: Math.min(done, gates), of });
  told(0);
  const { tally, problem } = await playGames(
    { ...request, openSeats: race.openSeats, others: race.others },
    courseOf(race, gates, undefined),
    told,
  );
  if (problem !== undefined) return problem;
  if (tally.gates === 0) return 'interrupted before the first measurement';
  return { tally, curve: await measureCurve(race, progress) };
}

async function measureCurve(race: RaceSetup, progress: (now: RaceProgress) => void): Promise<CurvePoint[]> {
  const { request } = race;
  const curve: CurvePoint[] = [];
  const [points, gates] = [pointsOf(race), gatesOfPoint(request)];
  const all = request.gates + points.length * gates;
  for (const [index, advantage] of points.entries()) {
    if (request.interrupt?.aborted) break;
    const before = request.gates + index * gates;
    const stage = { advantageUs: advantage / 1e3 };
    const told = (done: number) => progress({ stage, gates: before + Math.min(done, gates), of: all });
    const { tally, quickWins } = await playGames(
      { ...request, openSeats: race.openSeats, others: race.others },
      courseOf(race, gates, advantage),
      told,
    );
    if (tally.gates === 0) break;
    const { wins, of, share, low, high } = shareOf(1, quickWins, tally.gates);
    curve.push({ ...stage, wins, gates: of, share, low, high });
  }
  return curve;
}

/** Nobody can make the user's players quicker, so they have no curve. */
function pointsOf({ racer }: RaceSetup): readonly Nanos[] {
  return racer === undefined ? [] : ADVANTAGES;
}

function gatesOfPoint({ gates }: RaceRequest): number {
  return Math.ceil(gates * OF_A_POINT);
}

function courseOf(
  { request, racer, pinning }: RaceSetup,
  gates: number,
  advantage: Nanos | undefined,
): Course {
  const window = deadHeatOf(request);
  if (request.entries.length > 0)
    return { lineUp: lineUpPlayers(request, pinning), gates, stamped: false, window, rest: 0 };
  // A point of the curve plays other games than the race itself.
  const seed = advantage === undefined ? request.seed : `${request.seed} ${advantage}`;
  return {
    lineUp: lineUpRacers({ ...request, seed }, racer!, pinning, advantage),
    gates,
    stamped: true,
    window,
    // The wake-up time of a processor would hide the differences between racers.
    rest: advantage === undefined ? REST : 0,
  };
}

function deadHeatOf({ photoFinish }: RaceRequest): Nanos {
  return photoFinish > 0 ? photoFinish : DEAD_HEAT;
}

function circumstances(
  { request, racer, pinning, batch }: RaceSetup,
  { curve }: RaceOutcome,
  seconds: number,
  machine: Machine,
): Circumstances {
  const { entries, players, seed, jobs, naive, photoFinish } = request;
  const isOurs = entries.length === 0;
  return {
    source: isOurs ? 'racers' : 'players',
    players,
    seconds,
    seed,
    interrupted: request.interrupt?.aborted ?? false,
    mode: {
      shuffles: !naive,
      flushes: !naive,
      batch,
      photoFinishUs: photoFinish / 1e3,
      restUs: isOurs ? REST / 1e3 : null,
    },
    jobs,
    racer: isOurs ? racer!.is : null,
    entries: isOurs ? null : entries,
    hasStamps: isOurs,
    window: deadHeatOf(request),
    pinned: pinning?.ok ?? false,
    unpinnedBecause: pinning?.ok === false ? pinning.because : null,
    curve,
    machine,
  };
}
