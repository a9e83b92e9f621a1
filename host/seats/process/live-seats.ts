import { playerSeed } from '../../core/seed.ts';
import type { Seat } from '../../core/units.ts';
import { now } from '../../match/clock.ts';
import type { SeatOpener } from '../../match/open-table.ts';
import type { MatchPlan, PlayerPlan } from '../../match/plan.ts';
import { startOrder } from '../../match/start-order.ts';
import type { Hosting, SeatPlan } from './hosting.ts';
import { lastingFiles } from './lasting-files.ts';
import { openSeats } from './open-seats.ts';
import { findProgram } from './processes/find-program.ts';
import { onProcessor } from './processes/pinning.ts';

/** What the user wants of the hosting; the rest follows from the match. */
export type HostingRequest = Omit<Hosting, 'game' | 'environment' | 'clock'> & {
  /** A folder with nothing in it but this host's own command. */
  readonly commandFolder: string | undefined;
};

/** Players as processes on pipes. */
export function liveSeats(request: HostingRequest): SeatOpener {
  const { commandFolder, ...hosting } = request;
  return async (plan, listenerOf) => {
    const environment = (seat: Seat) => environmentOf(plan, seat, commandFolder);
    const order = startOrder(plan);
    const started = order.map((seat) => onItsProcessor(plan.players[seat - 1]!, hosting.shell));
    const files = lastingFiles(plan.setup.lexicon, commandFolder !== undefined);
    const table = await openSeats(
      started,
      { ...hosting, game: plan.id, environment, clock: now },
      listenerOf,
    );
    const seats = plan.players.map(({ seat }) => table.seats[order.indexOf(seat)]!);
    return {
      seats,
      async [Symbol.asyncDispose]() {
        await table[Symbol.asyncDispose]();
        files[Symbol.dispose]();
      },
    };
  };
}

function onItsProcessor({ processor, command, ...player }: PlayerPlan, shell: string): SeatPlan {
  if (processor === undefined) return { ...player, command };
  const program = findProgram('taskset') ?? 'taskset';
  return { ...player, command: onProcessor(program, processor, shell, command) };
}

function environmentOf(
  { players, setup, seed, playerSeed: text = seed }: MatchPlan,
  seat: Seat,
  commandFolder: string | undefined,
): Record<string, string> {
  const dictionary = setup.lexicon?.path;
  return toldOfGame({
    players: players.length,
    dictionary,
    playerSeed: playerSeed(text, seat),
    commandFolder,
  });
}

interface ToldOfGame {
  readonly players: number;
  /** The path of its words; nothing where all words go. */
  readonly dictionary: string | undefined;
  readonly playerSeed: number;
  readonly commandFolder: string | undefined;
}

/** What each player is told about its game, in its environment. */
export function toldOfGame(told: ToldOfGame): Record<string, string> {
  const { players, dictionary, commandFolder } = told;
  const { PATH } = process.env;
  return {
    WORDHOST_PLAYERS: String(players),
    ...(dictionary !== undefined && { WORDHOST_DICTIONARY: dictionary }),
    WORDHOST_PLAYER_SEED: String(told.playerSeed),
    ...(commandFolder && { PATH: PATH ? `${commandFolder}:${PATH}` : commandFolder }),
  };
}
