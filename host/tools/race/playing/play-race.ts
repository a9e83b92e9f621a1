import { rmSync } from 'node:fs';
import { HostFailure } from '../../../core/host-failure.ts';
import { readRecord } from '../../../events/read-record.ts';
import { bananagrams } from '../../../games/bananagrams/bananagrams.ts';
import type { GateHabits } from '../../../match/live/gate.ts';
import type { OpenSeats } from '../../../match/seat.ts';
import { type GameReport, playGame } from '../../../runs/play-game.ts';
import type { Others } from '../../../runs/play-series.ts';
import { ObservedGame } from '../gates/observed-game.ts';
import type { Stamps } from '../gates/race-tally.ts';
import { readStamps } from '../gates/stamps.ts';
import type { RaceRequest } from '../race-request.ts';
import type { Lineup } from './lineup.ts';

/** A race, with what starts its players. */
export type OpenRace = RaceRequest & {
  readonly openSeats: OpenSeats;
  /** Other processes, each of which plays one game at a time and records it. None: this one plays. */
  readonly others: Others | undefined;
};

export interface RacedGame {
  readonly game: ObservedGame;
  readonly stamps: Stamps | undefined;
  /** The end of what each seat wrote to its standard error. */
  readonly stderr: readonly string[];
}

/** One game through the host's own code, seen by its events alone. */
export async function playRace(request: OpenRace, lineup: Lineup, stamped: boolean): Promise<RacedGame> {
  const { shuffles, flushes, rest } = request;
  const gates: GateHabits = { shuffles, flushes, ...(stamped && rest > 0 && { rest }) };
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

type Seen = Pick<GameReport, 'endings'> & { readonly game: ObservedGame };

async function playHere(
  { openSeats, interrupt }: OpenRace,
  { plan }: Lineup,
  gates: GateHabits,
): Promise<Seen> {
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

/** Its record has all its events. */
async function playByOthers(
  { interrupt }: OpenRace,
  others: Others,
  { plan }: Lineup,
  gates: GateHabits,
): Promise<Seen> {
  const { endings, records, recordFailure } = await others.play(plan, { interrupt, gates });
  const [path] = records;
  if (path === undefined) throw new HostFailure(`a game could not be recorded: ${recordFailure}`);
  const reading = readRecord(path, { bananagrams });
  rmSync(path, { force: true });
  if (!reading.ok) throw new HostFailure(`the record of a game cannot be read: ${reading.problem}`);
  const game = new ObservedGame();
  for (const event of reading.events) game.take(event);
  return { game, endings };
}
