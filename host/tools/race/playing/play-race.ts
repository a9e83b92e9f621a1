import { playGame } from '../../../runs/play-game.ts';
import { processSeats } from '../../../seats/process/process-seats.ts';
import { ObservedGame } from '../gates/observed-game.ts';
import type { Stamps } from '../gates/race-tally.ts';
import { readStamps } from '../gates/stamps.ts';
import type { RaceRequest } from '../measure-race.ts';
import type { Lineup } from './lineup.ts';
import { restBefore } from './rest.ts';

export interface RacedGame {
  readonly game: ObservedGame;
  readonly stamps: Stamps | undefined;
  /** The end of what each seat wrote to its standard error. */
  readonly stderr: readonly string[];
}

/** One game through the host's own code, seen by its events alone. */
export async function playRace(request: RaceRequest, lineup: Lineup, stamped: boolean): Promise<RacedGame> {
  const { shuffles, flushes, rest, interrupt, hosting } = request;
  const game = new ObservedGame();
  const { endings } = await playGame(lineup.plan, {
    openSeats: processSeats(hosting),
    interrupt,
    gates: { shuffles, flushes, ...(stamped && rest > 0 && { rest: restBefore(rest, flushes) }) },
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
