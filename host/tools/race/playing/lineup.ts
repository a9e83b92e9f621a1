import { openStream, type Stream, shuffle } from '../../../core/chance.ts';
import { keyOf, seedOfGame } from '../../../core/seed.ts';
import type { Nanos, Seat } from '../../../core/units.ts';
import { bananagrams } from '../../../games/bananagrams/bananagrams.ts';
import { bananagramsOptions } from '../../../games/bananagrams/options.ts';
import { type MatchPlan, type PlayerPlan, planMatch } from '../../../match/plan/plan.ts';
import { settleOptions } from '../../../settings/settle-options.ts';
import type { Pinning, RaceRequest } from '../race-request.ts';
import type { RacerProgram } from './racer-program.ts';
import { LONGEST_ROW, rowsOfA } from './rows-of-a.ts';

/** One game that is about to be played. */
export interface Lineup {
  readonly plan: MatchPlan;
  /** Of racers that are not equal: the one that thinks less. */
  readonly quick: Seat | undefined;
  /** How many gates it has, where that is known before. */
  readonly gates: number | undefined;
}

const GAMES = 50;
const FEWEST_GATES = 10;

interface Entry {
  readonly name: string;
  readonly command: string;
}

/** The seats of each game. All chance comes from the seed of the race. */
export type LineUp = (game: number, gatesWanted: number) => Lineup;

/** Players of the user's: seats rotate. */
export function lineUpPlayers(request: RaceRequest, pinning: Pinning | undefined): LineUp {
  const plan = planner(request, { 'photo-finish': request.photoFinish });
  return (game) => {
    const { pin } = drawGame(request, pinning, game);
    return { plan: plan(game, pin(seated(request.entries, game - 1))), quick: undefined, gates: undefined };
  };
}

/** Racers, each with as many gates as fit into its row. With an advantage, one of them is faster than the others. */
export function lineUpRacers(
  request: RaceRequest,
  racer: RacerProgram,
  pinning: Pinning | undefined,
  advantage: Nanos | undefined,
): LineUp {
  const lexicon = rowsOfA();
  return (game, gatesWanted) => {
    const { pin, quick } = drawGame(request, pinning, game);
    const entries = racers(request, racer);
    const sitting = seated(entries, request.dialect === 'mixed' ? game - 1 : 0).map((player) => {
      const thinks = advantage === undefined || player.seat === quick ? 0 : advantage;
      return { ...player, command: racer.command(dialectOf(request, player.entry), thinks) };
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

/** Why a race for peels cannot be played between so many, if so. */
export function unplayableFor(players: number): string | undefined {
  return bananagrams.unplayable(settleOptions(bananagramsOptions, []), players);
}

export function racers(request: RaceRequest, racer: RacerProgram): Entry[] {
  return Array.from({ length: request.players }, (_, index) => {
    const dialect = dialectOf(request, index + 1);
    return { name: `${dialect} racer ${index + 1}`, command: racer.command(dialect, 0) };
  });
}

function dialectOf({ dialect }: RaceRequest, entry: number): 'numbered' | 'plain' {
  if (dialect === 'mixed') return entry % 2 === 0 ? 'plain' : 'numbered';
  return dialect;
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

interface Drawn {
  readonly quick: Seat;
  readonly pin: (players: readonly PlayerPlan[]) => PlayerPlan[];
}

function drawGame(request: RaceRequest, pinning: Pinning | undefined, game: number): Drawn {
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

/** A stream of its own for what the lab draws. */
export function chanceOf(seed: string, what: string): Stream {
  return openStream(keyOf(`the race lab's ${what} of ${seed}`), 'order');
}

function seated(entries: readonly Entry[], turns: number): PlayerPlan[] {
  return entries.map((_, index) => {
    const entry = (index + turns) % entries.length;
    return { seat: index + 1, entry: entry + 1, ...entries[entry]! };
  });
}
