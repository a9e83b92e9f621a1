import { openStream, type Stream, shuffle } from '../../core/chance.ts';
import { keyOf, seedOfGame } from '../../core/seed.ts';
import type { Nanos, Seat } from '../../core/units.ts';
import { bananagrams } from '../../games/bananagrams/bananagrams.ts';
import { bananagramsOptions } from '../../games/bananagrams/options.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import { type Limits, type MatchPlan, type PlayerPlan, planMatch } from '../../match/plan.ts';
import type { OpenSeats, SandboxLevel } from '../../match/seat.ts';
import type { Executor } from '../../runs/executor.ts';
import { settleOptions } from '../../settings/settle-options.ts';
import type { Machine } from './race-report.ts';
import { LONGEST_ROW, type RacerProgram, rowsOfA } from './racer.ts';

export type Pinning =
  | { readonly ok: true; readonly processors: readonly number[] }
  | { readonly ok: false; readonly because: string };

/** Starts the players of a race. The caller knows about processes. */
export interface RaceSeats {
  readonly sandbox: 'auto' | SandboxLevel;
  /** The players can read these folders in spite of their sandbox. */
  open(readable: readonly string[]): OpenSeats;
  /** Other processes play and record the games, `jobs` at once, with players as in `open`. */
  byOthers(needs: OthersNeeds): Promise<GamePlayer & AsyncDisposable>;
  /** Whether players run in the batch scheduling class. */
  isBatch(): Promise<boolean>;
  findPinning(): Pinning;
}

export type GamePlayer = Pick<Executor, 'jobs' | 'play'>;

interface OthersNeeds {
  readonly game: string;
  readonly jobs: number;
  readonly readable: readonly string[];
  readonly lexicon: Lexicon | undefined;
}

export interface RaceRequest {
  /** The number of parallel games, each in a process of its own. */
  readonly jobs: number;
  /** Contested gates. Races of players stop after the game in which they reach this number. */
  readonly gates: number;
  readonly players: number;
  /** The user's players. Without any, racers play. */
  readonly entries: readonly { readonly name: string; readonly command: string }[];
  readonly lexicon: Lexicon | undefined;
  readonly seed: string;
  readonly playerSeed: string | undefined;
  readonly photoFinish: Nanos;
  /** Turns off the random writing order and the poll before each gate. */
  readonly naive: boolean;
  readonly pin: boolean;
  readonly limits: Limits;
  readonly seats: RaceSeats;
  /** Observes the machine until the returned function is called. */
  readonly watchMachine: () => () => Machine;
  /** The first interruption ends the race and reports the gates so far. */
  readonly interrupt: AbortSignal | undefined;
}

export interface Lineup {
  readonly plan: MatchPlan;
  /** The racer that thinks less than the others. */
  readonly quick: Seat | undefined;
  readonly gates: number | undefined;
}

const GAMES = 50;
const FEWEST_GATES = 10;

interface Entry {
  readonly name: string;
  readonly command: string;
}

/** Makes the seats of each game. All chance comes from the seed of the race. */
export type LineupSource = (game: number, gatesWanted: number) => Lineup;

/** The user's players rotate their seats. */
export function lineUpPlayers(request: RaceRequest, pinning: Pinning | undefined): LineupSource {
  const plan = planner(request, { 'photo-finish': request.photoFinish });
  return (game) => {
    const { pin } = drawGame(request, pinning, game);
    return {
      plan: plan(game, pin(seatPlayers(request.entries, game - 1))),
      quick: undefined,
      gates: undefined,
    };
  };
}

/**
 * Each racer has as many gates as fit into its row. With an advantage, one racer is faster than the others.
 */
export function lineUpRacers(
  request: RaceRequest,
  racer: RacerProgram,
  pinning: Pinning | undefined,
  advantage: Nanos | undefined,
): LineupSource {
  const lexicon = rowsOfA();
  return (game, gatesWanted) => {
    const { pin, quick } = drawGame(request, pinning, game);
    const sitting = Array.from({ length: request.players }, (_, index): PlayerPlan => {
      const seat = index + 1;
      const thinks = advantage === undefined || seat === quick ? 0 : advantage;
      return { seat, entry: seat, name: `racer ${seat}`, command: racer.command(thinks) };
    });
    const gates = Math.min(gatesWanted, gatesOfAGame(request));
    const bunch = { A: request.players * gates };
    const plan = planner({ ...request, lexicon }, { 'photo-finish': request.photoFinish, bunch, hand: 1 });
    return { plan: plan(game, pin(sitting)), quick: advantage === undefined ? undefined : quick, gates };
  };
}

/** Enough games to separate chance that lasts for a game from a seat's advantage, without too many starts. */
function gatesOfAGame({ gates }: RaceRequest): number {
  return Math.min(LONGEST_ROW, Math.max(FEWEST_GATES, Math.ceil(gates / GAMES)));
}

/** The reason why this number of players cannot race for peels. */
export function unplayableFor(players: number): string | undefined {
  return bananagrams.unplayable(settleOptions(bananagramsOptions, []), players);
}

type Planner = (game: number, players: readonly PlayerPlan[]) => MatchPlan;

function planner(request: RaceRequest, own: Readonly<Record<string, unknown>>): Planner {
  const { lexicon, limits, seed, playerSeed } = request;
  const options = { ...settleOptions(bananagramsOptions, []), ...own };
  return (game, players) => {
    const seeds = {
      seed: seedOfGame(seed, game),
      playerSeed: playerSeed === undefined ? undefined : seedOfGame(playerSeed, game),
    };
    return planMatch({ game: bananagrams, options, lexicon, ...seeds, limits, players });
  };
}

interface GameDraw {
  readonly quick: Seat;
  readonly pin: (players: readonly PlayerPlan[]) => PlayerPlan[];
}

function drawGame(request: RaceRequest, pinning: Pinning | undefined, game: number): GameDraw {
  const seats = Array.from({ length: request.players }, (_, index) => index + 1);
  const [[quick], afterQuick] = shuffle(chanceOf(request.seed, `game ${game}`), seats);
  if (!pinning?.ok) return { quick: quick!, pin: (players) => [...players] };
  const { processors } = pinning;
  const [drawn, afterDrawn] = shuffle(afterQuick, processors);
  const [places] = shuffle(afterDrawn, seats);
  const pin = (player: PlayerPlan): PlayerPlan => {
    const processor = drawn[places.indexOf(player.seat) % drawn.length]!;
    return { ...player, processor };
  };
  return { quick: quick!, pin: (players) => players.map(pin) };
}

export function chanceOf(seed: string, what: string): Stream {
  return openStream(keyOf(`the race lab's ${what} of ${seed}`), 'order');
}

function seatPlayers(entries: readonly Entry[], turns: number): PlayerPlan[] {
  return entries.map((_, index) => {
    const entry = (index + turns) % entries.length;
    return { seat: index + 1, entry: entry + 1, ...entries[entry]! };
  });
}
