import type { Nanos } from '../../../core/units.ts';
import { RaceTally } from '../gates/race-tally.ts';
import type { LineUp, Lineup } from './lineup.ts';
import { type OpenRace, playRace, type RacedGame } from './play-race.ts';

export interface Course {
  readonly lineUp: LineUp;
  readonly gates: number;
  /** The players are racers, which stamp what they do. */
  readonly stamped: boolean;
  /** Two that come this close are a dead heat. */
  readonly window: Nanos;
}

export interface PlayedCourse {
  readonly tally: RaceTally;
  /** Gates that the quick one won, where one was. */
  readonly quickWins: number;
  /** Why several games in a row had no gates. */
  readonly problem: string | undefined;
}

/** Games one after another, or as many at once as the race is played by, until there were so many gates or somebody interrupts. */
export async function playGames(
  request: OpenRace,
  { lineUp, gates, stamped, window }: Course,
  progress: (gates: number) => void,
): Promise<PlayedCourse> {
  const tally = new RaceTally(request.players, window);
  let quickWins = 0;
  let fruitless = 0;
  let problem: string | undefined;
  for (let game = 1; tally.gates < gates && !request.interrupt?.aborted && !problem; game++) {
    const lineups = lineUpsAtOnce(lineUp, game, gates - tally.gates, request.others?.jobs ?? 1);
    game += lineups.length - 1;
    const raced = await Promise.all(lineups.map((lineup) => playRace(request, lineup, stamped)));
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

/** Together they have no more gates than are wanted, where that is known. */
function lineUpsAtOnce(lineUp: LineUp, first: number, wanted: number, jobs: number): readonly Lineup[] {
  const lineups: Lineup[] = [];
  for (let left = wanted; lineups.length < jobs && left > 0; ) {
    const lineup = lineUp(first + lineups.length, left);
    lineups.push(lineup);
    left -= lineup.gates ?? 0;
  }
  return lineups;
}

function whyFruitless({ game, stderr }: RacedGame): string {
  const nothing = 'no gate was contested: all players must be in the game, and one must peel';
  const [offence] = game.offences;
  if (!offence) return nothing;
  const { seat, kind, rule, detail } = offence;
  const name = game.players.find((player) => player.seat === seat)?.name;
  const said = stderr[seat - 1]?.trim().split('\n').at(-1);
  const ending = said ? `; the last that it wrote to standard error: ${said}` : '';
  return `${nothing}. In the last game, ${name} was removed: ${kind} (${rule}), ${detail}${ending}`;
}
