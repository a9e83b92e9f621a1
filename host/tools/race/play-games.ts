import { rmSync } from 'node:fs';
import { HostFailure } from '../../core/errors.ts';
import type { Nanos } from '../../core/units.ts';
import { readRecord } from '../../events/read-record.ts';
import { bananagrams } from '../../games/bananagrams/bananagrams.ts';
import type { GateHabits } from '../../match/mailbox.ts';
import type { OpenSeats } from '../../match/seat.ts';
import { type GameReport, playGame } from '../../runs/play-game.ts';
import { ObservedGame } from './gates.ts';
import type { GamePlayer, Lineup, LineupSource, RaceRequest } from './lineup.ts';
import { RaceTally, readStamps, type Stamps } from './race-tally.ts';

export interface Course {
  readonly lineUp: LineupSource;
  readonly gates: number;
  readonly stamped: boolean;
  readonly window: Nanos;
  /** A pause before each gate. */
  readonly rest: Nanos;
}

interface CourseResult {
  readonly tally: RaceTally;
  readonly quickWins: number;
  readonly problem: string | undefined;
}

/** Plays games, `jobs` at once, until the number of gates is reached or the user interrupts. */
export async function playGames(
  request: OpenRace,
  { lineUp, gates, stamped, window, rest }: Course,
  progress: (gates: number) => void,
): Promise<CourseResult> {
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

type OpenRace = RaceRequest & {
  readonly openSeats: OpenSeats;
  /** Other processes that play one game at a time each. Without them, this process plays. */
  readonly others: GamePlayer | undefined;
};

interface RaceGame {
  readonly game: ObservedGame;
  readonly stamps: Stamps | undefined;
  readonly stderr: readonly string[];
}

/** Plays a game through the host's own code and observes its events alone. */
export async function playRace(
  request: OpenRace,
  lineup: Lineup,
  { stamped, rest }: Pick<Course, 'stamped' | 'rest'>,
): Promise<RaceGame> {
  const { naive } = request;
  const gates: GateHabits = { shuffles: !naive, flushes: !naive, ...(rest > 0 && { rest }) };
  const { game, endings } = request.others
    ? await playByOthers(request, request.others, lineup, gates)
    : await playHere(request, lineup, gates);
  const stderr = endings.map(({ processes }) => processes?.stderr ?? '');
  const stamps = stderr.map(readStamps);
  return {
    game,
    stderr,
    stamps: stamped ? (seat) => stamps[seat - 1] ?? [] : undefined,
  };
}

type RaceObservation = Pick<GameReport, 'endings'> & { readonly game: ObservedGame };

async function playHere(
  { openSeats, interrupt }: OpenRace,
  { plan }: Lineup,
  gates: GateHabits,
): Promise<RaceObservation> {
  const game = new ObservedGame();
  const { endings } = await playGame(plan, {
    openSeats,
    interrupt,
    gates,
    watch: (event) => game.take(event),
    events: undefined,
    record: undefined,
    trace: undefined,
  });
  return { game, endings };
}

async function playByOthers(
  { interrupt }: OpenRace,
  others: GamePlayer,
  { plan }: Lineup,
  gates: GateHabits,
): Promise<RaceObservation> {
  const { endings, records, recordFailure } = await others.play(plan, { interrupt, gates });
  const [path] = records;
  if (path === undefined) throw new HostFailure(`cannot record a game: ${recordFailure}`);
  const reading = readRecord(path, { bananagrams });
  rmSync(path, { force: true });
  if (!reading.ok) throw new HostFailure(`cannot read the record of a game: ${reading.problem}`);
  const game = new ObservedGame();
  for (const event of reading.events) game.take(event);
  return { game, endings };
}
