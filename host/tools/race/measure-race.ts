import { rmSync } from 'node:fs';
import { HostFailure } from '../../core/errors.ts';
import type { Reading } from '../../core/reading.ts';
import { micros, millis, type Nanos } from '../../core/units.ts';
import { readRecord } from '../../events/read-record.ts';
import { bananagrams } from '../../games/bananagrams/bananagrams.ts';
import type { GateHabits } from '../../match/mailbox.ts';
import type { MatchPlan } from '../../match/plan.ts';
import type { OpenSeats } from '../../match/seat.ts';
import { type GameReport, playGame } from '../../runs/play-game.ts';
import { ObservedGame } from './gates.ts';
import {
  type GamePlayer,
  type Lineup,
  type LineupSource,
  lineUpPlayers,
  lineUpRacers,
  type Pinning,
  type RaceRequest,
} from './lineup.ts';
import { type Circumstances, makeReport, shareOf } from './make-report.ts';
import type { CurvePoint, Machine, RaceReport } from './race-report.ts';
import { RaceTally, readStamps, type Stamps } from './race-tally.ts';
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

/** A race with its seats open. */
interface OpenRace extends RaceRequest {
  readonly openSeats: OpenSeats;
  /** Other processes that play one game at a time each. Without them, this process plays. */
  readonly others: GamePlayer | undefined;
  /** Undefined if players of the user race. */
  readonly racer: RacerProgram | undefined;
  readonly pinning: Pinning | undefined;
  readonly batch: boolean;
}

export async function measureRace(
  request: RaceRequest,
  progress: (now: RaceProgress) => void,
): Promise<RaceResult> {
  using racer = request.entries.length === 0 ? openRacer() : undefined;
  // Under `strict`, players see only listed files, so the racer must be listed.
  const readable = racer ? [racer.folder] : [];
  const lexicon = racer ? rowsOfA() : request.lexicon;
  const { jobs, seats } = request;
  await using others =
    jobs > 1 ? await seats.byOthers({ game: bananagrams.name, jobs, readable, lexicon }) : undefined;
  const race: OpenRace = {
    ...request,
    openSeats: seats.open(readable),
    others,
    racer,
    pinning: request.pin ? seats.findPinning() : undefined,
    batch: await seats.isBatch(),
  };
  if (racer) await warmUp({ ...race, gates: WARM });
  const compareMachine = request.watchMachine();
  const began = performance.now();
  const points = racer ? ADVANTAGES : [];
  const of = race.gates + points.length * gatesOfPoint(race);
  const told = (done: number) => progress({ stage: 'race', gates: Math.min(done, race.gates), of });
  told(0);
  const { tally, problem } = await playGames(race, courseOf(race, race.gates, undefined), told);
  if (problem !== undefined) return { ok: false, problem };
  if (tally.gates === 0) return { ok: false, problem: 'interrupted before the first measurement' };
  const curve = await measureCurve(race, points, (now) => progress({ ...now, of }));
  const seconds = (performance.now() - began) / 1e3;
  return { ok: true, report: makeReport(tally, circumstances(race, curve, seconds, compareMachine())) };
}

/** In the first game Node compiles the host's code in threads that disturb the players. */
async function warmUp(race: OpenRace): Promise<void> {
  const { lineUp } = courseOf(race, WARM, undefined);
  const warm = async () => await playRace(race, lineUp(0, WARM), { stamped: true, rest: 0 });
  await Promise.all(Array.from({ length: race.jobs }, warm));
}

/** Nobody can make the user's players quicker, so they have no curve. */
async function measureCurve(
  race: OpenRace,
  points: readonly Nanos[],
  progress: (now: Omit<RaceProgress, 'of'>) => void,
): Promise<CurvePoint[]> {
  const curve: CurvePoint[] = [];
  const gates = gatesOfPoint(race);
  for (const [index, advantage] of points.entries()) {
    if (race.interrupt?.aborted) break;
    const before = race.gates + index * gates;
    const stage = { advantageUs: advantage / 1e3 };
    const told = (done: number) => progress({ stage, gates: before + Math.min(done, gates) });
    const { tally, quickWins } = await playGames(race, courseOf(race, gates, advantage), told);
    if (tally.gates === 0) break;
    const { wins, of, share, low, high } = shareOf(1, quickWins, tally.gates);
    curve.push({ ...stage, wins, gates: of, share, low, high });
  }
  return curve;
}

function gatesOfPoint({ gates }: RaceRequest): number {
  return Math.ceil(gates * OF_A_POINT);
}

function courseOf(race: OpenRace, gates: number, advantage: Nanos | undefined): Course {
  const { racer, pinning } = race;
  const window = deadHeatOf(race);
  if (!racer) return { lineUp: lineUpPlayers(race, pinning), gates, stamped: false, window, rest: 0 };
  // A point of the curve plays other games than the race itself.
  const seed = advantage === undefined ? race.seed : `${race.seed} ${advantage}`;
  return {
    lineUp: lineUpRacers({ ...race, seed }, racer, pinning, advantage),
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
  race: OpenRace,
  curve: readonly CurvePoint[],
  seconds: number,
  machine: Machine,
): Circumstances {
  const { entries, players, seed, jobs, naive, photoFinish, racer, pinning, batch } = race;
  return {
    source: racer ? 'racers' : 'players',
    players,
    seconds,
    seed,
    interrupted: race.interrupt?.aborted ?? false,
    mode: {
      shuffles: !naive,
      flushes: !naive,
      batch,
      photoFinishUs: photoFinish / 1e3,
      restUs: racer ? REST / 1e3 : null,
    },
    jobs,
    racer: racer ? racer.is : null,
    entries: racer ? null : entries,
    hasStamps: racer !== undefined,
    window: deadHeatOf(race),
    pinned: pinning?.ok ?? false,
    unpinnedBecause: pinning?.ok === false ? pinning.because : null,
    curve,
    machine,
  };
}

interface Course {
  readonly lineUp: LineupSource;
  readonly gates: number;
  readonly stamped: boolean;
  readonly window: Nanos;
  /** A pause before each gate. */
  readonly rest: Nanos;
}

/** Plays games, `jobs` at once, until the number of gates is reached or the user interrupts. */
async function playGames(
  request: OpenRace,
  { lineUp, gates, stamped, window, rest }: Course,
  progress: (gates: number) => void,
) {
  const tally = new RaceTally(request.players, window);
  let quickWins = 0;
  let fruitless = 0;
  let problem: string | undefined;
  for (let game = 1; tally.gates < gates && !request.interrupt?.aborted && !problem; game++) {
    const lineups = lineUpsAtOnce(lineUp, game, gates - tally.gates, request.others?.jobs ?? 1);
    game += lineups.length - 1;
    const raced = await Promise.all(lineups.map((lineup) => playRace(request, lineup, { stamped, rest })));
    for (const [index, one] of raced.entries()) {
      const before = tally.gates;
      const wins = tally.add(one.game, one.stamps);
      const { quick } = lineups[index]!;
      if (quick !== undefined) quickWins += wins[quick - 1]!;
      fruitless = tally.gates === before ? fruitless + 1 : 0;
      // By then each player has had every seat.
      if (fruitless >= request.players) problem ??= whyFruitless(one);
    }
    progress(tally.gates);
  }
  return { tally, quickWins, problem };
}

/** Together they have no more gates than needed, as far as that is known. */
function lineUpsAtOnce(lineUp: LineupSource, first: number, wanted: number, jobs: number): readonly Lineup[] {
  const lineups: Lineup[] = [];
  for (let left = wanted; lineups.length < jobs && left > 0; ) {
    const lineup = lineUp(first + lineups.length, left);
    lineups.push(lineup);
    left -= lineup.gates ?? 0;
  }
  return lineups;
}

function whyFruitless({ game, stderr }: RaceGame): string {
  const nothing =
    'no gate was contested: a gate counts only if all players are in the game and one of them peels';
  const [offence] = game.offences;
  if (!offence) return nothing;
  const { seat, kind, rule, detail } = offence;
  const name = game.players.find((player) => player.seat === seat)?.name;
  const said = stderr[seat - 1]?.trim().split('\n').at(-1);
  const ending = said ? `; the end of its standard error: ${said}` : '';
  return `${nothing}. In the last game, ${name} was removed: ${kind} (${rule}), ${detail}${ending}`;
}

interface RaceGame {
  readonly game: ObservedGame;
  readonly stamps: Stamps | undefined;
  readonly stderr: readonly string[];
}

/** Plays a game through the host's own code and observes its events alone. */
async function playRace(
  request: OpenRace,
  lineup: Lineup,
  { stamped, rest }: Pick<Course, 'stamped' | 'rest'>,
): Promise<RaceGame> {
  const { naive, interrupt, openSeats, others } = request;
  const gates: GateHabits = { shuffles: !naive, flushes: !naive, ...(rest > 0 && { rest }) };
  const game = new ObservedGame();
  const { endings } = others
    ? await playByOthers(others, lineup.plan, { interrupt, gates }, game)
    : await playGame(lineup.plan, {
        openSeats,
        interrupt,
        gates,
        watch: (event) => game.take(event),
        events: undefined,
        record: undefined,
        trace: undefined,
      });
  const stderr = endings.map(({ processes }) => processes?.stderr ?? '');
  const stamps = stderr.map(readStamps);
  return {
    game,
    stderr,
    stamps: stamped ? (seat) => stamps[seat - 1] ?? [] : undefined,
  };
}

async function playByOthers(
  others: GamePlayer,
  plan: MatchPlan,
  settings: Parameters<GamePlayer['play']>[1],
  game: ObservedGame,
): Promise<GameReport> {
  const report = await others.play(plan, settings);
  const [path] = report.records;
  if (path === undefined) throw new HostFailure(`cannot record a game: ${report.recordFailure}`);
  const reading = readRecord(path, { bananagrams });
  rmSync(path, { force: true });
  if (!reading.ok) throw new HostFailure(`cannot read the record of a game: ${reading.problem}`);
  for (const event of reading.events) game.take(event);
  return report;
}
