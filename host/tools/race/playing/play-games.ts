import type { Nanos } from '../../../core/units.ts';
import { RaceTally } from '../gates/race-tally.ts';
import type { LineUp } from './lineup.ts';
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

/** Games one after another, until there were so many gates or somebody interrupts. */
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
    const before = tally.gates;
    const lineup = lineUp(game, gates - before);
    const raced = await playRace(request, lineup, stamped);
    const wins = tally.add(raced.game, raced.stamps);
    if (lineup.quick !== undefined) quickWins += wins[lineup.quick - 1]!;
    progress(tally.gates);
    fruitless = tally.gates === before ? fruitless + 1 : 0;
    // By then each player has had every seat.
    if (fruitless >= request.players) problem = whyFruitless(raced);
  }
  return { tally, quickWins, problem };
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
