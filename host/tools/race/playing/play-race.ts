import { setTimeout } from 'node:timers/promises';
import type { Nanos } from '../../../core/units.ts';
import type { GateHabits } from '../../../match/live/gate.ts';
import type { OpenSeats } from '../../../match/seat.ts';
import { playGame } from '../../../runs/play-game.ts';
import { ObservedGame } from '../gates/observed-game.ts';
import type { Stamps } from '../gates/race-tally.ts';
import { readStamps } from '../gates/stamps.ts';
import type { RaceRequest } from '../race-request.ts';
import type { Lineup } from './lineup.ts';

/** A race, with what starts its players. */
export type OpenRace = RaceRequest & { readonly openSeats: OpenSeats };

export interface RacedGame {
  readonly game: ObservedGame;
  readonly stamps: Stamps | undefined;
  /** The end of what each seat wrote to its standard error. */
  readonly stderr: readonly string[];
}

/** One game through the host's own code, seen by its events alone. */
export async function playRace(request: OpenRace, lineup: Lineup, stamped: boolean): Promise<RacedGame> {
  const { shuffles, flushes, rest, interrupt, openSeats } = request;
  const game = new ObservedGame();
  const { endings } = await playGame(lineup.plan, {
    openSeats,
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

const cell = new Int32Array(new SharedArrayBuffer(4));

/** Without a poll before the gate there is no pause, either. */
function restBefore(length: Nanos, flushes: boolean): NonNullable<GateHabits['rest']> {
  const milliseconds = length / 1e6;
  if (flushes) return () => setTimeout(milliseconds);
  return async () => void Atomics.wait(cell, 0, 0, milliseconds);
}
